import type { FastifyInstance } from 'fastify';
import type { HealthFigures } from '../domain/health.js';
import { HttpRefusal, refusal } from './failures.js';
import type { Metrics } from './metrics.js';

export interface Health {
  readonly metrics: Metrics;
  readonly readFigures: () => Promise<HealthFigures>;
  /** Rejects while the process cannot do its work: database away, not migrated. */
  readonly checkReady: () => Promise<void>;
}

const READINESS_GOOD_FOR_MS = 500;
const RETRY_AFTER_SECONDS = 5;

/** Open to everybody, so asking often must cost nothing. */
export function mountHealth(app: FastifyInstance, health: Health, isDraining: () => boolean): void {
  let readiness: { readonly at: number; readonly ready: Promise<boolean> } | undefined;

  function isReady(): Promise<boolean> {
    if (!readiness || performance.now() - readiness.at >= READINESS_GOOD_FOR_MS) {
      const ready = health.checkReady().then(
        () => true,
        () => false,
      );
      readiness = { at: performance.now(), ready };
    }
    return readiness.ready;
  }

  app.get('/livez', async () => ({ status: 'alive' }));
  app.get('/readyz', async () => {
    if (isDraining()) throw unavailable('The server is stopping.');
    if (!(await isReady())) throw unavailable('The database is away or not migrated.');
    return { status: 'ready' };
  });
  app.get('/metrics', async (_request, reply) => {
    reply.type(health.metrics.contentType);
    return health.metrics.render(health.readFigures);
  });
}

function unavailable(message: string): HttpRefusal {
  return new HttpRefusal({ ...refusal(503, 'unavailable', message), retryAfterSeconds: RETRY_AFTER_SECONDS });
}
