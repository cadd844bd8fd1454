import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { type RunningProgram, spawnPostrider } from '../support/programs/program.js';
import { eventually } from '../support/wait.js';

/** Housekeeping looks at each of them, which takes many seconds. */
const ORGANISATIONS = 20_000;
const SETTINGS = {
  SECRET_KEY: 'a secret key of workers that share their work',
  LOG_LEVEL: 'debug',
  SWEEP_INTERVAL_MS: '100',
  CHAT_PROBE_SECONDS: '1',
};
const PERIODS = 4;
const STARTED = /\{[^\n]*"task":"housekeeping"[^\n]*"periodic task started"/;
/** By its log. The end of a process takes as long as the machine is busy. */
const STOPS_WITHIN_MS = 1_000;
const TIMEOUT_MS = 120_000;

function loggedAt(program: RunningProgram, message: string): number {
  const [, time = ''] = new RegExp(`"time":"([^"]+)"[^\\n]*"msg":"${message}"`).exec(program.output()) ?? [];
  return Date.parse(time);
}

describe('Three workers', () => {
  let database: TestDatabase;
  let superuser: Pool;
  let workers: RunningProgram[];

  beforeAll(async () => {
    database = await createTestDatabase();
    superuser = new Pool({ connectionString: database.superuserUrl });
    superuser.on('error', () => undefined);
    await superuser.query(
      `INSERT INTO organisations (organisation_id, name) SELECT gen_random_uuid(), 'One of many' FROM generate_series(1, $1)`,
      [ORGANISATIONS],
    );
    const start = () => spawnPostrider(['serve', '--role', 'worker'], { ...SETTINGS, DATABASE_URL: database.url });
    workers = await Promise.all([start(), start(), start()]);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await superuser.end();
    await database.drop();
  });

  const read = async (name: string) =>
    (
      await superuser.query<{ runs: number; lease_id: string | null; ended_at: Date | null }>(
        'SELECT runs, lease_id, ended_at FROM periodic_tasks WHERE name = $1',
        [name],
      )
    ).rows[0];
  /** The worker, of those that are left, that does the housekeeping, and takes it out. */
  const takeHousekeeper = async () => {
    const worker = await eventually('one of them does the housekeeping', async () =>
      workers.find((one) => STARTED.test(one.output())),
    );
    workers = workers.filter((one) => one !== worker);
    return worker;
  };

  it(
    'share what is done once: each period has one run, and a run goes on with another worker when its own stops or dies',
    async () => {
      const before = await read('look after abandoned phones');
      await sleep(PERIODS * 1000);
      const after = await read('look after abandoned phones');
      const runs = (after?.runs ?? 0) - (before?.runs ?? 0);
      expect(runs).toBeGreaterThanOrEqual(PERIODS / 2);
      expect(runs).toBeLessThanOrEqual(PERIODS);
      expect(await read('housekeeping')).toMatchObject({ runs: 1, lease_id: expect.any(String), ended_at: null });

      const first = await takeHousekeeper();
      expect(await first.term()).toEqual({ code: 0, signal: null });
      const [began = 0, ended = Number.NaN] = ['stopping', 'stopped'].map((word) => loggedAt(first, word));
      expect(ended - began).toBeLessThan(STOPS_WITHIN_MS);

      const second = await takeHousekeeper();
      expect(await read('housekeeping')).toMatchObject({ runs: 2, lease_id: expect.any(String), ended_at: null });
      await second.kill();
      await sleep(500);
      expect((await read('housekeeping'))?.runs).toBe(2);
      // As if the lease had ended.
      await superuser.query(`UPDATE periodic_tasks SET due_at = now() WHERE name = 'housekeeping'`);
      await takeHousekeeper().then((third) => workers.push(third));
      expect((await read('housekeeping'))?.runs).toBe(3);
    },
    TIMEOUT_MS,
  );
});
