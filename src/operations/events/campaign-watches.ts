import { type CampaignRow, findCampaigns } from '../../db/sql/sms/campaigns/campaigns.js';
import { notFound } from '../../domain/errors.js';
import { type PullStream, pullStream } from '../../lib/async/pull-stream.js';
import { shareReads, throttle } from '../../lib/async/throttle.js';
import type { Services } from '../context.js';
import type { EventFeed } from './event-feed.js';
import { createWatchers } from './watchers.js';

/** Streams of campaigns as they change. A process reads a campaign at most once a second, for all of its watchers. */
export interface CampaignWatches {
  /** Yields the campaign now and after changes, and ends when it is complete. */
  follow(organisationId: string, campaignId: string): Promise<PullStream<CampaignRow>>;
}

interface Watcher {
  readonly stream: PullStream<CampaignRow>;
  /** Only the newest state: a slow reader skips states, but always gets the last one. */
  ready: CampaignRow | undefined;
  shown: string;
}

const READ_INTERVAL_MS = 1_000;

type Needs = Pick<Services, 'db' | 'logger'>;

export function createCampaignWatches(services: Needs, feed: EventFeed): CampaignWatches {
  const watches = new Map<string, ReturnType<typeof openWatch>>();
  return {
    follow(organisationId, campaignId) {
      const key = `${organisationId} ${campaignId}`;
      const onEmpty = () => watches.delete(key);
      const watch = watches.get(key) ?? openWatch(services, feed, { organisationId, campaignId }, onEmpty);
      watches.set(key, watch);
      return watch.join();
    },
  };
}

/** One campaign with its watchers. */
function openWatch(
  { db, logger }: Needs,
  feed: EventFeed,
  { organisationId, campaignId }: { readonly organisationId: string; readonly campaignId: string },
  onEmpty: () => void,
) {
  const watchers = createWatchers<Watcher>(() => {
    onEmpty();
    reading.cancel();
    following.then(
      (followed) => followed.leave(),
      () => undefined,
    );
  });
  const reading = throttle(readAgain, READ_INTERVAL_MS);
  const following = feed.follow(organisationId, {
    take: (events) => events.some((event) => event.campaignId === campaignId) && reading.schedule(),
    hasRoomFor: () => true,
    drop: () => undefined,
    fail: watchers.fail,
  });
  const read = shareReads(async () => {
    const [row] = await db.atOnceInOrganisation(organisationId, (tx) => findCampaigns(tx, [campaignId]));
    return row;
  });

  async function readAgain(): Promise<void> {
    try {
      const row = await read.anew();
      const text = JSON.stringify(row);
      for (const watcher of watchers.all()) {
        if (row) show(watcher, row, text);
        else watcher.stream.end();
      }
    } catch (error) {
      logger.warn({ err: error }, 'could not read a campaign for its subscribers; will try again');
      if (!watchers.isEmpty()) reading.schedule();
    }
  }

  return {
    join: (): Promise<PullStream<CampaignRow>> =>
      watchers.join(createWatcher, async (watcher) => {
        // Follow before reading, so that no change between the two is missed.
        await following;
        const row = await read.soon();
        if (!row) throw notFound('Campaign');
        show(watcher, row, JSON.stringify(row));
      }),
  };
}

function createWatcher(leave: () => void): Watcher {
  const take = () => {
    const { ready } = watcher;
    watcher.ready = undefined;
    return ready;
  };
  const watcher: Watcher = { stream: pullStream(take, leave), ready: undefined, shown: '' };
  return watcher;
}

function show(watcher: Watcher, row: CampaignRow, text: string): void {
  if (watcher.shown !== text) {
    watcher.ready = row;
    watcher.shown = text;
    watcher.stream.wake();
  }
  if (row.completed_at !== null) watcher.stream.end();
}
