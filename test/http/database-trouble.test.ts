import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import type { PoolClient } from 'pg';
import { mountHealth } from '../../src/http/metrics/health.js';
import { createMetrics } from '../../src/http/metrics/metrics.js';
import { eventually } from '../support/wait.js';
import { useApi, useCustomer } from './start-api.js';

// The trouble is made at the coordinator.
const api = useApi({ CONNECT_TO_NODES: 'false' });
const customer = useCustomer(api);

const send = () => customer.sendSms();

describe('while PostgreSQL takes no writes, as after a failover to a standby', () => {
  const setReadOnly = (value: 'on' | 'off') =>
    api.sql(
      `BEGIN READ WRITE;
       DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${value}', current_database()); END $$;
       COMMIT`,
    );
  const breakConnections = () =>
    api.sql(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  const isReady = async () => (await api.fetch('/readyz')).status === 200 || undefined;
  afterEach(() => setReadOnly('off'));

  it('the process is not ready and says why, answers sends with 503, and is ready again afterwards', async () => {
    await setReadOnly('on');
    await breakConnections();
    // Right after its connections were broken the process says that the database is away.
    const detail = 'PostgreSQL takes no writes: it is a standby, or was made read-only.';
    const saysWhy = async () => (await api.fetch('/readyz')).body.detail === detail || undefined;
    await eventually('it says that it takes no writes', saysWhy);
    expect(await api.fetch('/readyz')).toMatchObject({ status: 503, body: { code: 'unavailable', detail } });
    expect(await send()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    await setReadOnly('off');
    await breakConnections();
    await eventually('it is ready again', isReady);
    expect(await send()).toMatchObject({ status: 201 });
  });
});

describe('while PostgreSQL cannot load a library of its own, as after an upgrade of its package', () => {
  const NAMES = `('current_organisation', 'all_organisations')`;
  let definitions: { definition: string }[] = [];
  const breakLibrary = async () => {
    definitions = await api.sql(`SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE proname IN ${NAMES}`);
    await api.sql(
      `UPDATE pg_proc SET prolang = (SELECT oid FROM pg_language WHERE lanname = 'c'), probin = '$libdir/gone', prosrc = 'gone',
              prosqlbody = NULL
       WHERE proname IN ${NAMES}`,
    );
  };
  afterEach(async () => {
    for (const { definition } of definitions) await api.sql(definition);
  });

  it('answers calls with 503, and the log has one line', async () => {
    expect(await send()).toMatchObject({ status: 201 });
    const linesBefore = api.logged.length;
    await breakLibrary();
    for (let call = 0; call < 10; call += 1) {
      const answer = await send();
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    const lines = api.logged.slice(linesBefore).filter((line) => /"level":"(warn|error)"/.test(line));
    expect(lines).toEqual([expect.stringContaining('could not access file')]);
    expect(lines).toEqual([expect.stringContaining('the database is away')]);
  });

  it('goes on when the library is there again', async () => {
    expect(await send()).toMatchObject({ status: 201 });
  });
});

describe('a statement that runs into the time limit', () => {
  let holder: PoolClient;
  const limit = (client: PoolClient) => void client.query('SET statement_timeout = 200').catch(() => undefined);
  beforeEach(async () => {
    const pool = api.services.db.pool;
    holder = await pool.connect();
    await holder.query('BEGIN; LOCK TABLE sms_messages IN ACCESS EXCLUSIVE MODE');
    pool.on('acquire', limit);
  });
  afterEach(async () => {
    api.services.db.pool.off('acquire', limit);
    await holder.query('ROLLBACK');
    holder.release();
  });

  it('is a 503 with its own code over REST', async () => {
    const answer = await send();
    expect(answer).toMatchObject({ status: 503, body: { code: 'database_timeout' } });
    expect(answer.headers.get('retry-after')).toBe('5');
  });

  it.each([
    ['query', '{ messages(first: 1) { edges { node { id } } } }'],
    ['mutation', 'mutation { sendSms(input: { to: "12025550100", message: "Hello" }) { message { id } } }'],
  ])('is a 503 with its own code over GraphQL, for a %s', async (_, query) => {
    const answer = await customer.graphql(query);
    expect(answer).toMatchObject({
      status: 503,
      body: { errors: [{ extensions: { code: 'DATABASE_TIMEOUT', retryAfterSeconds: 5 } }] },
    });
    expect(answer.headers.get('retry-after')).toBe('5');
  });

  it('is a 503 with its own code at the start of a subscription by server-sent events', async () => {
    const query = `subscription { messageStatusChanged(messageId: "${customer.organisationId}") { type } }`;
    const answer = await customer.graphql(query, {}, { accept: 'text/event-stream' });
    expect(answer).toMatchObject({ status: 503, body: { errors: [{ extensions: { code: 'DATABASE_TIMEOUT' } }] } });
    expect(answer.headers.get('retry-after')).toBe('5');
  });
});

const GOOD_FOR_MS = 500;

it('however many ask /readyz while the database hangs, one check runs, and the next one after it has ended', async () => {
  const checks: PromiseWithResolvers<void>[] = [];
  const app = fastify();
  const checkReady = () => {
    const check = Promise.withResolvers<void>();
    checks.push(check);
    return check.promise;
  };
  const readFigures = () => Promise.reject(new Error('no metrics here'));
  mountHealth(app, { metrics: createMetrics(), readFigures, servesMetrics: false, checkReady }, () => false);
  const isReady = () => app.inject('/readyz').then(({ statusCode }) => statusCode === 200);
  const first = isReady();
  await sleep(GOOD_FOR_MS + 100);
  const later = [isReady(), isReady()];
  await sleep(50);
  expect(checks).toHaveLength(1);

  checks[0]?.reject(new Error('it does not answer'));
  expect(await Promise.all([first, ...later])).toEqual([false, false, false]);
  expect(await isReady()).toBe(false);
  expect(checks).toHaveLength(1);

  await sleep(GOOD_FOR_MS);
  const recovered = isReady();
  await sleep(50);
  checks[1]?.resolve();
  expect(await recovered).toBe(true);
  expect(checks).toHaveLength(2);
});
