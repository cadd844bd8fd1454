/**
 * How a subscriber gets an event. The API process is notified of logs that have grown, reads each of them once, and
 * hands the events to all subscribers of that organisation. For subscribers of campaigns it reads the campaigns of
 * these events, at most once a second (`campaign-changes.ts`, `campaign-watches.ts`). Of sessions the log has only that
 * they were connected and disconnected: statements that change a session notify a channel of its own
 * (`session-watches.ts`). Every ten seconds the process reads logs and sessions unasked, since a notification can be
 * lost.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { EventsExpiredError } from '../../domain/errors.js';
import type { DescribedEvent } from '../../domain/events/event.js';
import type { Services } from '../context.js';
import { findLogEnds, readPage } from './event-log.js';

/** Receives every event of an organisation from now on. */
export interface Follower {
  /** Called in order, without gaps, and only while there is room. */
  take(events: readonly DescribedEvent[]): void;
  /** Whether this many more events fit. */
  hasRoomFor(events: number): boolean;
  /** The follower had no room for too long and gets no more events, so that the other followers do not wait for it. */
  drop(): void;
  fail(error: Error): void;
}

export interface Following {
  /** Sequence of the last event before the first one that the follower gets. */
  readonly after: number;
  leave(): void;
}

/** Reads each log once for all of its followers in this process. Logs without followers are not read. */
export interface EventFeed {
  follow(organisationId: string, follower: Follower): Promise<Following>;
  /** Reads the log of an organisation that has grown. */
  notice(organisationId: string): void;
  /** Reads all followed logs, since notifications can be lost. */
  noticeAll(): void;
}

interface Log {
  readonly organisationId: string;
  readonly followers: Set<Follower>;
  /** Resolves when `last` is known. */
  started: Promise<void>;
  /** Sequence of the last event that the followers got. */
  last: number;
  isBeingRead: boolean;
  hasGrown: boolean;
}

const PAGE = 500;
/** How long the feed waits for a follower without room: followers must take at least 500 events a second. */
const SLOW_FOLLOWER_MS = 1_000;
const ROOM_CHECK_MS = 20;
const RETRY_MS = 1_000;

export function createEventFeed(services: Pick<Services, 'db' | 'logger'>): EventFeed {
  const { db, logger } = services;
  const logs = new Map<string, Log>();

  return {
    async follow(organisationId, follower) {
      for (;;) {
        const log = logs.get(organisationId) ?? open(organisationId);
        await log.started;
        // The log may have been closed meanwhile because its last follower left.
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

  /** Registers the log before its end is read, so that no notice in between is lost. */
  function open(organisationId: string): Log {
    const log = newLog(organisationId);
    logs.set(organisationId, log);
    log.started = start(log);
    return log;
  }

  async function start(log: Log): Promise<void> {
    try {
      log.last = (await findLogEnds(services, log.organisationId)).newest;
    } catch (error) {
      removeLog(logs, log);
      throw error;
    }
  }

  function leave(log: Log, follower: Follower): void {
    log.followers.delete(follower);
    if (log.followers.size === 0) removeLog(logs, log);
  }

  /** Runs once at a time per log; a notice during a read makes it read on. */
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
    const page = await db.selfContained.inOrganisation(log.organisationId, (tx) =>
      readPage(tx, { after: log.last, types: null, first: PAGE }),
    );
    log.last = page.last;
    log.hasGrown ||= page.hasMore;
    if (page.events.length === 0) return;
    for (const follower of [...log.followers]) follower.take(page.events);
  }

  function failAll(log: Log, error: Error): void {
    for (const follower of [...log.followers]) follower.fail(error);
    removeLog(logs, log);
  }

  function retry(log: Log, error: unknown): void {
    logger.warn({ err: error }, 'could not read events for subscriptions; will try again');
    setTimeout(() => {
      if (logs.get(log.organisationId) === log) void read(log);
    }, RETRY_MS).unref();
  }
}

function newLog(organisationId: string): Log {
  const started = Promise.resolve();
  return { organisationId, followers: new Set(), started, last: 0, isBeingRead: false, hasGrown: false };
}

/** Leaves a newer entry of the same organisation in place. */
function removeLog(logs: Map<string, Log>, log: Log): void {
  if (logs.get(log.organisationId) === log) logs.delete(log.organisationId);
}

/** Waits for followers without room for a page, and drops those that still have none at the deadline. */
async function makeRoom({ followers }: Log): Promise<void> {
  const deadline = performance.now() + SLOW_FOLLOWER_MS;
  for (;;) {
    const crowded = [...followers].filter((follower) => !follower.hasRoomFor(PAGE));
    if (crowded.length === 0) return;
    if (performance.now() >= deadline) {
      for (const follower of crowded) follower.drop();
      return;
    }
    await sleep(ROOM_CHECK_MS);
  }
}
