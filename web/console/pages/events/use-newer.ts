import { useState } from 'react';
import { useClient } from 'urql';
import { type EventRowFragment, EventsAfter, type EventType, MessageEvents } from '../../generated/documents.js';
import { usePolling } from '../../live/use-every.js';
import { useLive } from '../../live/use-live.js';

const ROWS_AT_ONCE = 200;

interface Newer {
  /** Newest first. */
  readonly rows: readonly EventRowFragment[];
  /** The newest number that has been read. */
  readonly last: number;
}

/**
 * What happens after a page of the log was read. The subscription tells messages at once; everything else, and what
 * comes after a gap, is read every ten seconds. `start` must stay as it is as long as the component lives.
 */
export function useNewer(start: number | null, type: EventType | undefined, startAnew: () => void): Newer {
  const client = useClient();
  const [newer, setNewer] = useState<Newer>({ rows: [], last: start ?? 0 });

  /** Takes events in the order of the log, as far as none is missing before them. */
  const take = (events: readonly EventRowFragment[], last?: number) =>
    setNewer((before) => {
      const rows = [...before.rows];
      let reached = before.last;
      for (const event of events) {
        if (event.sequence <= reached || (last === undefined && event.sequence > reached + 1)) continue;
        reached = event.sequence;
        if (!type || event.type === type) rows.unshift(event);
      }
      return { rows: rows.slice(0, ROWS_AT_ONCE), last: Math.max(reached, last ?? 0) };
    });

  const ask = async () => {
    if (start === null) return;
    const variables = { first: ROWS_AT_ONCE, after: newer.last, types: type ? [type] : null };
    const { data } = await client.query(EventsAfter, variables, { requestPolicy: 'network-only' }).toPromise();
    if (!data) return;
    if (data.events.hasMore) startAnew();
    else take(data.events.nodes, data.events.lastSequence);
  };

  const isWanted = start !== null;
  useLive(
    MessageEvents,
    {},
    {
      onData: (results) => take(results.map(({ messageStatusChanged }) => messageStatusChanged)),
      poll: () => void ask(),
      isWanted,
    },
  );
  usePolling(() => void ask(), isWanted);
  return newer;
}
