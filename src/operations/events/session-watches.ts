import { readRows } from '../../db/lists/list.js';
import { SESSIONS, type SessionRow } from '../../db/sql/chat/sessions.js';
import { LIMITS } from '../../domain/limits.js';
import { type PullStream, pullStream } from '../../lib/async/pull-stream.js';
import { throttle } from '../../lib/async/throttle.js';
import type { Services } from '../context.js';
import { createWatchers, takeFirst } from './watchers.js';

/**
 * Streams of sessions as they change. The event log has only the changes of connected phones, so a process reads all
 * sessions of an organisation after a notification, for all of its watchers, and shows those that have changed.
 */
export interface SessionWatches {
  /** Yields each session, or one of them, after its changes from now on. */
  follow(organisationId: string, sessionId: string | null): Promise<PullStream<SessionRow>>;
  /** Reads the sessions of an organisation, of which one has changed. */
  notice(organisationId: string): void;
  /** Reads the sessions of all followed organisations, since notifications can be lost. */
  noticeAll(): void;
}

interface Watcher {
  readonly sessionId: string | null;
  readonly stream: PullStream<SessionRow>;
  /** Only the newest state of each session: a slow reader skips states, but always gets the last one. */
  readonly ready: Map<string, SessionRow>;
}

/** States that follow each other faster are shown as one. */
const READ_INTERVAL_MS = 100;
const ALL = { from: null, backwards: false, size: LIMITS.sessionsPerOrganisation };

type Needs = Pick<Services, 'db' | 'logger'>;

export function createSessionWatches(services: Needs): SessionWatches {
  const watches = new Map<string, ReturnType<typeof openWatch>>();
  return {
    follow(organisationId, sessionId) {
      const onEmpty = () => watches.delete(organisationId);
      const watch = watches.get(organisationId) ?? openWatch(services, organisationId, onEmpty);
      watches.set(organisationId, watch);
      return watch.join(sessionId);
    },
    notice: (organisationId) => watches.get(organisationId)?.notice(),
    noticeAll() {
      for (const watch of watches.values()) watch.notice();
    },
  };
}

/** The sessions of one organisation with their watchers. */
function openWatch({ db, logger }: Needs, organisationId: string, onEmpty: () => void) {
  const readSessions = () => db.atOnceInOrganisation(organisationId, (tx) => readRows(tx, SESSIONS, {}, ALL));
  const watchers = createWatchers<Watcher>(() => {
    onEmpty();
    reading.cancel();
  });
  let states = new Map<string, string>();
  const reading = throttle(readAgain, READ_INTERVAL_MS);
  const started = readSessions().then((rows) => {
    states = statesOf(rows);
  });

  async function readAgain(): Promise<void> {
    try {
      await started;
      show(await readSessions());
    } catch (error) {
      logger.warn({ err: error }, 'could not read sessions for subscribers; will try again');
      if (!watchers.isEmpty()) reading.schedule();
    }
  }

  function show(rows: readonly SessionRow[]): void {
    const news = rows.filter((row) => stateOf(row) !== states.get(row.id));
    states = statesOf(rows);
    for (const { sessionId, ready, stream } of watchers.all()) {
      for (const row of news) if (sessionId === null || sessionId === row.id) ready.set(row.id, row);
      stream.wake();
    }
  }

  return {
    notice: reading.schedule,
    join(sessionId: string | null): Promise<PullStream<SessionRow>> {
      const ready = new Map<string, SessionRow>();
      return watchers.join(
        (leave) => ({ sessionId, ready, stream: pullStream(() => takeFirst(ready), leave) }),
        () => started,
      );
    },
  };
}

/** What makes a session worth showing again. Confirmations do not. */
const stateOf = ({ revision, qr_attempt, reason, phone_number }: SessionRow) =>
  `${revision} ${qr_attempt} ${phone_number} ${reason}`;

const statesOf = (rows: readonly SessionRow[]) => new Map(rows.map((row) => [row.id, stateOf(row)]));
