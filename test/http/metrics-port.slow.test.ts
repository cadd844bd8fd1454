import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { requireFreePorts } from '../../src/cli/serve/ports.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { freePort } from '../support/programs/free-port.js';
import { spawnPostrider } from '../support/programs/program.js';

jest.setTimeout(120_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const statusOf = (url: string) => fetch(url).then(({ status }) => status);

describe('METRICS_PORT', () => {
  it.each(['api', 'worker'])('takes /metrics of the %s from PORT', async (role) => {
    const metricsPort = await freePort();
    const program = await spawnPostrider(['serve', '--role', role], {
      DATABASE_URL: database.url,
      SECRET_KEY: 'a secret of the tests that is long enough',
      METRICS_PORT: String(metricsPort),
    });
    const ofMetrics = `http://127.0.0.1:${metricsPort}`;
    const metrics = await fetch(`${ofMetrics}/metrics`);
    expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('postrider_database_up 1')]);
    expect(await statusOf(`${ofMetrics}/livez`)).toBe(404);
    expect(await statusOf(`${program.url}/metrics`)).toBe(404);
    expect(await program.term()).toEqual({ code: 0, signal: null });
  });

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
