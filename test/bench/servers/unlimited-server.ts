/**
 * The API role as src/app.ts composes it, with one difference: every call is admitted. For loads that one organisation
 * alone could not make; what the limits themselves cost is measured against the real program.
 */

import { DEAF_INBOX } from '../../support/gateways/deaf-inbox.js';
import { fromDist } from '../../support/programs/from-dist.ts';

type RateLimits = import('../../../src/api/guard/rate-limits.js').RateLimits;

const { createServices } = await fromDist<typeof import('../../../src/services.js')>('services.js');
const { loadConfig } = await fromDist<typeof import('../../../src/config/config.js')>('config/config.js');
const { createApi } = await fromDist<typeof import('../../../src/http/api.js')>('http/api.js');
const { createMetrics } =
  await fromDist<typeof import('../../../src/http/metrics/metrics.js')>('http/metrics/metrics.js');
const { createHttpServer } = await fromDist<typeof import('../../../src/http/server.js')>('http/server.js');
const { createLogger } = await fromDist<typeof import('../../../src/lib/log/logger.js')>('lib/log/logger.js');
const { readHealthFigures } =
  await fromDist<typeof import('../../../src/operations/upkeep/health.js')>('operations/upkeep/health.js');
const { openQueue } = await fromDist<typeof import('../../../src/queue/queue.js')>('queue/queue.js');

const unlimited: RateLimits = {
  async consume(_organisationId, bucket) {
    const { [bucket]: limit } = config.callsPerMinute;
    return { bucket, limit, remaining: limit, windowSeconds: 60, resetSeconds: 60 };
  },
  async read() {
    return [];
  },
};

const config = loadConfig();
const logger = createLogger({ level: config.logLevel, pretty: false });
const { databaseUrl = '', secretKey = '' } = config;
const queue = openQueue({ url: databaseUrl, logger }, { onHint: null });
const services = await createServices({ config, logger, databaseUrl, secretKey }, queue.hints);
const server = await createHttpServer({
  logger,
  trustProxy: config.trustProxy,
  graceMs: 0,
  closeTimeoutMs: 0,
  health: {
    metrics: createMetrics(),
    readFigures: () => readHealthFigures(services),
    servesMetrics: true,
    checkReady: async () => undefined,
  },
  api: await createApi({
    dependencies: { services, rateLimits: unlimited, accountLimits: { consume: async () => undefined } },
    gatewayInbox: DEAF_INBOX,
    engineReports: { accept: async () => undefined },
    publicUrl: config.publicUrl,
    allowedOrigins: config.allowedOrigins,
    trustsHost: true,
    bodyLimitBytes: config.bodyLimitBytes,
    version: 'bench',
  }),
});
await server.listen(config.host, config.port);
process.once('SIGTERM', () => process.exit(0));
