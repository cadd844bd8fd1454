import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { createAccountLimits } from '../../../src/api/guard/account-limits.js';
import { ACCOUNT_LIMITS, type AccountLimit } from '../../../src/domain/limits.js';
import { createLogger } from '../../../src/lib/log/logger.js';
import { type OwnPostgres, startOwnPostgres } from '../../support/fleet/postgres.js';
import { freePort } from '../../support/programs/free-port.js';

const TIMEOUT_MS = 60_000;
const NAMES = Object.keys(ACCOUNT_LIMITS) as AccountLimit[];

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await startOwnPostgres(await freePort());
}, TIMEOUT_MS);
afterAll(() => postgres.drop(), TIMEOUT_MS);

/** What a process that has counted nothing yet says to one more try at each. */
async function tryEach(times: (name: AccountLimit) => number): Promise<Record<string, string>> {
  const pool = new Pool({ connectionString: postgres.url, max: 4 });
  pool.on('error', () => undefined);
  const limits = createAccountLimits(pool, createLogger({ level: 'silent', pretty: false }));
  const outcomes: [string, string][] = [];
  for (const name of NAMES) {
    let outcome = 'let in';
    for (let time = 0; time < times(name); time += 1) {
      outcome = await limits.consume(name, { account: 'ada@example.org', address: '192.0.2.7' }).then(
        () => 'let in',
        ({ code }: { code: string }) => code,
      );
    }
    outcomes.push([name, outcome]);
  }
  await pool.end();
  return Object.fromEntries(outcomes);
}

function smallestOf(name: AccountLimit): number {
  const { together, account, address } = ACCOUNT_LIMITS[name];
  return Math.min(...[together, account, address].map((limit) => limit?.points ?? Number.POSITIVE_INFINITY));
}

const all = (outcome: string) => Object.fromEntries(NAMES.map((name) => [name, outcome]));

describe('tries at sign-ins and codes', () => {
  it(
    'that are used up stay used up when PostgreSQL crashes',
    async () => {
      expect(await tryEach(smallestOf)).toEqual(all('let in'));
      expect(await tryEach(() => 1)).toEqual(all('throttled'));
      await postgres.crash();
      expect(await tryEach(() => 1)).toEqual(all('throttled'));
    },
    TIMEOUT_MS,
  );
});
