import { type CampaignRow, findCampaigns } from '../../db/sql/sms/campaigns/campaigns.js';
import { SlowSubscriberError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { type PullStream, pullStream } from '../../lib/async/pull-stream.js';
import { throttle } from '../../lib/async/throttle.js';
import type { Services } from '../context.js';
import type { EventFeed, Following } from './event-feed.js';
import { createWatchers, takeFirst } from './watchers.js';

/**
 * Streams of the campaigns of an organisation that change. A process reads them at most once a second, all of them with
 * one statement, for all of its watchers.
 */
export interface CampaignChanges {
  /** Yields each campaign after its changes, from now on. */
  follow(organisationId: string): Promise<PullStream<CampaignRow>>;
}

interface Watcher {
  readonly stream: PullStream<CampaignRow>;
  /** Only the newest state of each campaign: a slow reader skips states, but always gets the last one. */
  readonly ready: Map<string, CampaignRow>;
  /** Sequence of an event up to which its reader has seen all changes. */
  seenUpTo: number;
}

const READ_INTERVAL_MS = 1_000;

type Needs = Pick<Services, 'db' | 'logger'>;

export function createCampaignChanges(services: Needs, feed: EventFeed): CampaignChanges {
  const watches = new Map<string, ReturnType<typeof openWatch>>();
  return {
    follow(organisationId) {
      const onEmpty = () => watches.delete(organisationId);
      const watch = watches.get(organisationId) ?? openWatch(services, feed, organisationId, onEmpty);
      watches.set(organisationId, watch);
      return watch.join();
    },
  };
}

/** The campaigns of one organisation with their watchers. */
function openWatch({ db, logger }: Needs, feed: EventFeed, organisationId: string, onEmpty: () => void) {
  const watchers = createWatchers<Watcher>(() => {
    onEmpty();
    reading.cancel();
    following.then(
      (followed) => followed.leave(),
      () => undefined,
    );
  });
  /** Campaigns with events since they were last read. */
  let changed = new Set<string>();
  /** Sequences of the last event that was noticed, and of the last one before the last read. */
  let noticed = 0;
  let read = 0;
  /** The campaigns of the last read: an event may be noticed after the change that it announces was read. */
  let shown = new Map<string, string>();
  const reading = throttle(readChanged, READ_INTERVAL_MS);

  const following: Promise<Following> = feed.follow(organisationId, {
    take(events) {
      for (const { sequence, campaignId } of events) {
        noticed = sequence;
        if (campaignId !== null) changed.add(campaignId);
      }
      if (changed.size > 0) reading.schedule();
    },
    hasRoomFor: () => true,
    drop: () => undefined,
    fail: watchers.fail,
  });

  async function readChanged(): Promise<void> {
    const ids = changed;
    const upTo = noticed;
    changed = new Set();
    try {
      show(await db.atOnceInOrganisation(organisationId, (tx) => findCampaigns(tx, [...ids])));
      read = upTo;
    } catch (error) {
      logger.warn({ err: error }, 'could not read campaigns for subscribers; will try again');
      for (const id of ids) changed.add(id);
      if (!watchers.isEmpty()) reading.schedule();
    }
  }

  function show(rows: readonly CampaignRow[]): void {
    const texts = new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
    const news = rows.filter(({ id }) => texts.get(id) !== shown.get(id));
    shown = texts;
    for (const watcher of watchers.all()) {
      if (watcher.ready.size === 0) watcher.seenUpTo = Math.max(watcher.seenUpTo, read);
      for (const row of news) watcher.ready.set(row.id, row);
      if (watcher.ready.size > LIMITS.campaignsWaitingPerSubscription) {
        watcher.stream.fail(new SlowSubscriberError(watcher.seenUpTo));
      } else watcher.stream.wake();
    }
  }

  return {
    join(): Promise<PullStream<CampaignRow>> {
      const ready = new Map<string, CampaignRow>();
      return watchers.join(
        (leave) => ({ stream: pullStream(() => takeFirst(ready), leave), ready, seenUpTo: 0 }),
        async (watcher) => {
          const { after } = await following;
          watcher.seenUpTo = after;
        },
      );
    },
  };
}
