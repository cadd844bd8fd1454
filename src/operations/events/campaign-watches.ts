import { findCampaigns } from '../../db/sql/sms/campaigns.js';
import type { CampaignRow } from '../../db/sql/sms/rows.js';
import { notFound } from '../../domain/errors.js';
import { type PullStream, pullStream } from '../../lib/async/pull-stream.js';
import { type SharedReads, shareReads } from '../../lib/async/share-reads.js';
import type { Services } from '../context.js';
import type { EventFeed } from './event-feed.js';

/** Campaigns as they change; each is read at most once a second for all who watch it in this process. */
export interface CampaignWatches {
  /** The campaign as it is, then as it has become, and, once it is complete, nothing more. */
  follow(organisationId: string, campaignId: string): Promise<PullStream<CampaignRow>>;
}

/** One campaign, and all who watch it. */
interface Watch {
  join(): Promise<PullStream<CampaignRow>>;
}

interface Watcher {
  readonly stream: PullStream<CampaignRow>;
  /** The newest state alone: who reads slowly sees fewer of them, and the last one. */
  ready: CampaignRow | undefined;
  shown: string;
}

const LOOK_EVERY_MS = 1_000;

export function createCampaignWatches(
  { db, logger }: Pick<Services, 'db' | 'logger'>,
  feed: EventFeed,
): CampaignWatches {
  const watches = new Map<string, Watch>();

  return {
    follow(organisationId, campaignId) {
      const key = `${organisationId} ${campaignId}`;
      const known = watches.get(key);
      if (known) return known.join();
      const watch = openWatch({
        read: shareReads(async () => {
          const [row] = await db.atOnceInOrganisation(organisationId, (tx) => findCampaigns(tx, [campaignId]));
          return row;
        }),
        follow: (touch, fail) =>
          feed.follow(organisationId, {
            take: (events) => events.some((event) => event.campaignId === campaignId) && touch(),
            hasRoomFor: () => true,
            drop: () => undefined,
            fail,
          }),
        onFailure: (error) => logger.warn({ err: error }, 'A campaign could not be read for its subscribers yet'),
        onEmpty: () => watches.delete(key),
      });
      watches.set(key, watch);
      return watch.join();
    },
  };
}

interface WatchOptions {
  readonly read: SharedReads<CampaignRow | undefined>;
  follow(touch: () => void, fail: (error: Error) => void): ReturnType<EventFeed['follow']>;
  onFailure(error: unknown): void;
  onEmpty(): void;
}

function openWatch({ read, follow, onFailure, onEmpty }: WatchOptions): Watch {
  const watchers = new Set<Watcher>();
  let timer: NodeJS.Timeout | null = null;
  let lookedAt = performance.now();
  const following = follow(touch, (error) => {
    for (const { stream } of [...watchers]) stream.fail(error);
  });

  /** Something has changed: it is looked at when a second has passed since the last look. */
  function touch(): void {
    timer ??= setTimeout(() => void look(), Math.max(0, lookedAt + LOOK_EVERY_MS - performance.now()));
  }

  async function look(): Promise<void> {
    timer = null;
    lookedAt = performance.now();
    try {
      const row = await read.anew();
      const text = JSON.stringify(row);
      for (const watcher of [...watchers]) {
        if (row) show(watcher, row, text);
        else watcher.stream.end();
      }
    } catch (error) {
      onFailure(error);
      if (watchers.size > 0) touch();
    }
  }

  function leave(watcher: Watcher): void {
    if (!watchers.delete(watcher) || watchers.size > 0) return;
    onEmpty();
    if (timer) clearTimeout(timer);
    following.then(
      (followed) => followed.leave(),
      () => undefined,
    );
  }

  return {
    async join() {
      const take = () => {
        const { ready } = watcher;
        watcher.ready = undefined;
        return ready;
      };
      const watcher: Watcher = { stream: pullStream(take, () => leave(watcher)), ready: undefined, shown: '' };
      watchers.add(watcher);
      try {
        // In this order: what changes after the campaign is read here is noticed.
        await following;
        const row = await read.soon();
        if (!row) throw notFound('Campaign');
        show(watcher, row, JSON.stringify(row));
        return watcher.stream;
      } catch (error) {
        leave(watcher);
        throw error;
      }
    },
  };
}

function show(watcher: Watcher, row: CampaignRow, text: string): void {
  if (watcher.shown !== text) {
    watcher.ready = row;
    watcher.shown = text;
    watcher.stream.wake();
  }
  if (row.completed_at !== null) watcher.stream.end();
}
