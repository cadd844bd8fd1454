import { fastify } from 'fastify';
import { type Health, mountMetrics } from './health.js';

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
