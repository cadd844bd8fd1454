import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, startApp } from '../../src/app.js';
import { requireFreePorts } from '../../src/cli/serve/ports.js';
import { loadConfig } from '../../src/config/config.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const statusOf = (url: string) => fetch(url).then(({ status }) => status);

describe('METRICS_PORT', () => {
  it.each(['api', 'worker'] as const)(
    'takes /metrics of the %s from its port, until the process stops',
    async (role) => {
      const metricsPort = await freePort();
      const config = loadConfig({
        NODE_ENV: 'test',
        PORT: String(await freePort()),
        METRICS_PORT: String(metricsPort),
      });
      const logger = createLogger({ level: 'silent', pretty: false });
      const secretKey = 'a secret of the tests that is long enough';
      const app: App = await startApp({ config, logger, databaseUrl: database.url, secretKey }, role);
      const ofMetrics = `http://127.0.0.1:${metricsPort}`;
      try {
        const metrics = await fetch(`${ofMetrics}/metrics`);
        expect([metrics.status, await metrics.text()]).toEqual([
          200,
          expect.stringContaining('postrider_database_up 1'),
        ]);
        expect(await statusOf(`${ofMetrics}/livez`)).toBe(404);
        expect(await statusOf(`${app.address}/metrics`)).toBe(404);
        expect(await statusOf(`${app.address}/livez`)).toBe(200);
      } finally {
        expect(await app.stop()).toBe(true);
      }
      await expect(fetch(`${ofMetrics}/metrics`)).rejects.toThrow();
    },
  );

  it('is named if its port is in use', async () => {
    const taken = createServer();
    const metricsPort = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port));
    });
    const config = { host: '127.0.0.1', port: await freePort(), metricsPort };
    await expect(requireFreePorts(config)).rejects.toThrow(
      `Port ${metricsPort} is in use, perhaps by another Postrider: stop that program, or set METRICS_PORT to another port.`,
    );
    taken.close();
  });
});
