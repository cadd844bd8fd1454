/**
 * The API role as src/app.ts composes it, with one difference: every call is admitted. For loads that one organisation
 * alone could not make; what the limits themselves cost is measured against the real program.
 */

import type { RateLimits } from '../../../src/api/guard/rate-limits.js';
import { loadConfig } from '../../../src/config/config.js';
import { createApi } from '../../../src/http/api.js';
import { createMetrics } from '../../../src/http/metrics/metrics.js';
import { createHttpServer } from '../../../src/http/server.js';
import { createLogger } from '../../../src/lib/log/logger.js';
import { readHealthFigures } from '../../../src/operations/upkeep/health.js';
import { openQueue } from '../../../src/queue/queue.js';
import { createServices } from '../../../src/services.js';
import { DEAF_INBOX } from '../../support/gateways/deaf-inbox.js';

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
