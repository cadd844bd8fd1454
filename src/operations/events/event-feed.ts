import { setTimeout as sleep } from 'node:timers/promises';
import { EventsExpiredError } from '../../domain/errors.js';
import type { DescribedEvent } from '../../domain/events/event.js';
import type { Services } from '../context.js';
import { findLogEnds, readPage } from './event-log.js';

/** Somebody who wants every event of an organisation from now on. */
export interface Follower {
  /** In order and without gaps; called only while there is room. */
  take(events: readonly DescribedEvent[]): void;
  /** For so many more events. */
  hasRoomFor(events: number): boolean;
  /** There was no room for too long: the others go on without this one. */
  drop(): void;
  fail(error: Error): void;
}

export interface Following {
  /** The last event before those that are handed over. */
  readonly after: number;
  leave(): void;
}

/** Reads the log of an organisation once for all of its followers in this process, and not at all without any. */
export interface EventFeed {
  follow(organisationId: string, follower: Follower): Promise<Following>;
  /** The log of this organisation has grown. */
  notice(organisationId: string): void;
  /** Any log may have grown. */
  noticeAll(): void;
}

interface Log {
  readonly organisationId: string;
  readonly followers: Set<Follower>;
  readonly started: Promise<void>;
  /** The last event that was handed over. */
  last: number;
  isBeingRead: boolean;
  hasGrown: boolean;
}

const PAGE = 500;
/** So long the others wait for one who has no room for a page: a pace of 500 events a second is enough to stay. */
const PATIENCE_MS = 1_000;
const LOOK_AGAIN_MS = 20;
const RETRY_MS = 1_000;

export function createEventFeed(services: Pick<Services, 'db' | 'logger'>): EventFeed {
  const { db, logger } = services;
  const logs = new Map<string, Log>();

  return {
    async follow(organisationId, follower) {
      for (;;) {
        const log = logs.get(organisationId) ?? open(organisationId);
        await log.started;
        // It may have been closed meanwhile, when its last follower left.
        if (logs.get(organisationId) !== log) continue;
        log.followers.add(follower);
        return { after: log.last, leave: () => leave(log, follower) };
      }
    },
    notice(organisationId) {
      const log = logs.get(organisationId);
      if (log) void read(log);
    },
    noticeAll() {
      for (const log of logs.values()) void read(log);
    },
  };

  /** Known before it is asked how far the log goes, so that no notice from then on is lost. */
  function open(organisationId: string): Log {
    const started = findLogEnds(services, organisationId).then(
      ({ newest }) => {
        log.last = newest;
      },
      (error: unknown) => {
        forget(logs, log);
        throw error;
      },
    );
    const log: Log = { organisationId, followers: new Set(), started, last: 0, isBeingRead: false, hasGrown: false };
    logs.set(organisationId, log);
    return log;
  }

  function leave(log: Log, follower: Follower): void {
    log.followers.delete(follower);
    if (log.followers.size === 0) forget(logs, log);
  }

  /** One reader at a time; what is noticed meanwhile makes it read on. */
  async function read(log: Log): Promise<void> {
    log.hasGrown = true;
    if (log.isBeingRead) return;
    log.isBeingRead = true;
    try {
      await log.started;
      while (log.hasGrown && logs.get(log.organisationId) === log) {
        log.hasGrown = false;
        await makeRoom(log);
        await readNext(log);
      }
    } catch (error) {
      if (error instanceof EventsExpiredError) failAll(log, error);
      else retry(log, error);
    } finally {
      log.isBeingRead = false;
    }
  }

  async function readNext(log: Log): Promise<void> {
    const page = await db.inOrganisation(log.organisationId, (tx) =>
      readPage(tx, { after: log.last, types: null, first: PAGE }),
    );
    log.last = page.last;
    log.hasGrown ||= page.hasMore;
    if (page.events.length === 0) return;
    for (const follower of [...log.followers]) follower.take(page.events);
  }

  function failAll(log: Log, error: Error): void {
    for (const follower of [...log.followers]) follower.fail(error);
    forget(logs, log);
  }

  function retry(log: Log, error: unknown): void {
    logger.warn({ err: error }, 'The events for subscriptions could not be read; they will be');
    setTimeout(() => {
      if (logs.get(log.organisationId) === log) void read(log);
    }, RETRY_MS).unref();
  }
}

/** Another may have taken its place since. */
function forget(logs: Map<string, Log>, log: Log): void {
  if (logs.get(log.organisationId) === log) logs.delete(log.organisationId);
}

/** Waits for followers that have no room for a page, and then goes on without them. */
async function makeRoom({ followers }: Log): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const crowded = [...followers].filter((follower) => !follower.hasRoomFor(PAGE));
    if (crowded.length === 0) return;
    if (performance.now() >= deadline) {
      for (const follower of crowded) follower.drop();
      return;
    }
    await sleep(LOOK_AGAIN_MS);
  }
}
