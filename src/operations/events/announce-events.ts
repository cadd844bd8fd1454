import { announceEvents, FIRST_ORGANISATION, listUnannounced } from '../../db/sql/events/announce-events.js';
import { pauseAfter } from '../../lib/async/run-paced.js';
import { faultPoint } from '../../lib/fault-points.js';
import type { Services } from '../context.js';

/** Debounce: a process announces at most once in this time. */
export const INTERVAL_MS = 25;
const LONGEST_PAUSE_MS = 200;
/** PostgreSQL looks at so many in one or two milliseconds. */
const FEWEST_ENDPOINTS = 500;
/** A worker that looks less often looks at more endpoints each time. */
const ENDPOINTS_PER_SECOND = 250;

/** A look for unannounced events at some of the endpoints. */
export interface Look {
  readonly from?: string | undefined;
  /** The time until the next one. */
  readonly restMs: number;
}

type Needs = Pick<Services, 'db' | 'logger' | 'hints'>;

export interface Announcing {
  /** Stops listening to commits, and resolves when everything is announced. */
  stop(): Promise<void>;
}

/**
 * Announces logs after transactions of this process have appended to them: the first log at once, further logs together
 * after a pause. NOTIFY runs after the commit, because PostgreSQL serialises commits of transactions that contain it.
 */
export function startAnnouncing(services: Needs): Announcing {
  const grown = new Set<string>();
  let running: Promise<void> | null = null;
  const run = async () => {
    while (grown.size > 0) {
      const organisationIds = [...grown];
      grown.clear();
      faultPoint('appended');
      const startedAt = performance.now();
      await announce(services, organisationIds).catch((error: unknown) =>
        services.logger.warn({ err: error }, 'could not announce events; the sweep will announce them'),
      );
      // The pause is longer while PostgreSQL is busy.
      await pauseAfter(performance.now() - startedAt, { atLeastMs: INTERVAL_MS, atMostMs: LONGEST_PAUSE_MS });
    }
    running = null;
  };
  services.db.onLogsGrown((organisationIds) => {
    for (const id of organisationIds) grown.add(id);
    running ??= run();
  });
  return {
    async stop() {
      services.db.onLogsGrown(() => undefined);
      await running;
    },
  };
}

/**
 * Announces events whose process died between the commit and the announcement; without this sweep, workers would not
 * post them to webhooks. Organisations without webhooks are left out: every API process reads the logs that its
 * subscribers follow every ten seconds anyway. Returns where the next look goes on: each is at some endpoints only.
 */
export async function announceUnannounced(
  services: Needs,
  { from = FIRST_ORGANISATION, restMs }: Look,
): Promise<string> {
  const { db } = services;
  const limit = Math.max(FEWEST_ENDPOINTS, Math.ceil((ENDPOINTS_PER_SECOND * restMs) / 1000));
  const { organisationIds, next } = await db.atOnceAcrossOrganisations((tx) => listUnannounced(tx, from, limit));
  if (organisationIds.length > 0) await announce(services, organisationIds);
  return next;
}

export async function announce({ db, hints }: Needs, organisationIds: readonly string[]): Promise<void> {
  if (await announceEvents(db, organisationIds)) hints.nudge({ job: 'webhooks' });
}
