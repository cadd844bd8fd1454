import { type FastifyInstance, fastify } from 'fastify';
import { failure } from '../../api/error-map.js';
import { type HealthReading, NotReadyError } from '../../domain/health.js';
import { HttpRefusal } from '../responses/failures.js';
import type { Metrics } from './metrics.js';

export interface Health {
  readonly metrics: Metrics;
  readonly readFigures: () => Promise<HealthReading>;
  /** False when `/metrics` has a port of its own. */
  readonly servesMetrics: boolean;
  /**
   * Rejects while the process cannot work: the database is unreachable, read-only or not migrated, or its disk is
   * full.
   */
  readonly checkReady: () => Promise<void>;
}

const READINESS_GOOD_FOR_MS = 500;
/** Then another check begins: the connection of the first may be dead. */
const LONGEST_WAIT_MS = 5_000;
const AWAY = 'The database is away.';

/** Serves health checks without authentication, so repeated requests must cost nothing. */
export function mountHealth(app: FastifyInstance, health: Health, isDraining: () => boolean): void {
  let readiness: { readonly obstacle: Promise<string | null>; goodUntil: number } | undefined;

  function findObstacle(): Promise<string | null> {
    if (!readiness || performance.now() >= readiness.goodUntil) readiness = startCheck();
    return readiness.obstacle;
  }

  /** While the database hangs, probes must not take all connections of the pool, so few checks run. */
  function startCheck() {
    const obstacle = health.checkReady().then(
      () => null,
      (error: unknown) => (error instanceof NotReadyError ? error.message : AWAY),
    );
    const started = { obstacle, goodUntil: performance.now() + LONGEST_WAIT_MS };
    void obstacle.then(() => {
      started.goodUntil = performance.now() + READINESS_GOOD_FOR_MS;
    });
    return started;
  }

  app.get('/livez', async () => ({ status: 'alive' }));
  app.get('/readyz', async () => {
    if (isDraining()) throw unavailable('The server is stopping.');
    const obstacle = await findObstacle();
    if (obstacle !== null) throw unavailable(obstacle);
    return { status: 'ready' };
  });
  if (health.servesMetrics) mountMetrics(app, health);
}

function mountMetrics(app: FastifyInstance, health: Pick<Health, 'metrics' | 'readFigures'>): void {
  app.get('/metrics', async (_request, reply) => {
    reply.type(health.metrics.contentType);
    return health.metrics.render(health.readFigures);
  });
}

/** A scrape is one short request without a body. */
const REQUEST_TIMEOUT_MS = 10_000;

/** Serves `/metrics` on a port of its own. Resolves with the function that stops it. */
export async function listenForMetrics(
  health: Pick<Health, 'metrics' | 'readFigures'>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<() => Promise<void>> {
  const app = fastify({ logger: false, requestTimeout: REQUEST_TIMEOUT_MS, forceCloseConnections: true });
  mountMetrics(app, health);
  await app.listen({ host, port });
  return () => app.close();
}

function unavailable(message: string): HttpRefusal {
  return new HttpRefusal(failure('unavailable', message));
}
