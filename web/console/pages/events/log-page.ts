import { useState } from 'react';
import { useClient } from 'urql';
import {
  type EventRowFragment,
  EventsAfter,
  type EventsAfterQuery,
  type EventType,
  MessageEvents,
} from '../../generated/documents.js';
import { usePolling } from '../../live/use-every.js';
import { useLive } from '../../live/use-live.js';

export const PAGE_ROWS = 100;

/**
 * How many numbers of the log a page of one type looks through. As many as a call returns at most, so that none of them
 * can be left out.
 */
const WINDOW_OF_TYPE = 1_000;

/** Which part of the log the address asks for. */
export interface Place {
  /** Events before this number, newest first. Neither: the newest. */
  readonly before: number | null;
  /** Events after this number. */
  readonly from: number | null;
  readonly type: EventType | undefined;
}

export const isNewest = ({ before, from }: Place): boolean => before === null && from === null;

interface Ends {
  readonly oldestSequence: number;
  readonly newestSequence: number;
}

/** The log is read upwards only, so a page that ends somewhere begins a window before. */
export function argumentsOf({ before, from, type }: Place, { oldestSequence, newestSequence }: Ends) {
  const types = type ? [type] : null;
  if (from !== null) return { first: PAGE_ROWS, after: from, types };
  const top = Math.min(newestSequence, before === null ? newestSequence : before - 1);
  const size = type ? WINDOW_OF_TYPE : PAGE_ROWS;
  // Without a type this is not more than the window has: what happens meanwhile belongs to the page before.
  const after = Math.max(oldestSequence - 1, top - size);
  return { first: Math.max(1, Math.min(size, top - after)), after, types };
}

/** Some numbers of the log, and the events among them that are shown. */
export interface LogPart {
  /** Newest first. */
  readonly rows: readonly EventRowFragment[];
  readonly low: number;
  readonly high: number;
}

export function partOf(
  { nodes, lastSequence }: EventsAfterQuery['events'],
  { before, from }: Place,
  after: number,
): LogPart {
  const high = before === null ? lastSequence : Math.min(lastSequence, before - 1);
  const listed = nodes.filter(({ sequence }) => sequence <= high);
  const shown = from === null ? listed.slice(-PAGE_ROWS) : listed;
  const isCut = shown.length < listed.length;
  const low = isCut ? (shown[0]?.sequence ?? after + 1) : after + 1;
  return { rows: shown.toReversed(), low, high };
}

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
