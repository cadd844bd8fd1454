import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { Database } from '../../../src/db/database.js';
import type { Connection } from '../../../src/db/postgres/connection.js';
import { claimKeys } from '../../../src/db/sql/kernel/idempotency-keys.js';
import { isStatementTimeout } from '../../../src/lib/database-away.js';
import type { Context } from '../../../src/operations/context.js';
import { type SendSmsInput, sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { isOnCitus } from '../../support/database/database.js';
import { watchStatements } from '../../support/database/watch-statements.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { mobile, newOrganisation, withTestKey } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const services = useServices({
  gateways: [createProgrammableGateway()],
  poolSize: 12,
  connectsToNodes: false,
});
let context: Context;
beforeEach(async () => {
  context = await newOrganisation(services);
});

const input = (place: number, more: Partial<SendSmsInput> = {}): SendSmsInput => ({
  to: mobile(place),
  message: 'Hello',
  reference: String(place),
  ...more,
});
const inputs = (count: number, more: Partial<SendSmsInput> = {}) =>
  Array.from({ length: count }, (_, place) => input(place, more));
const sendAll = (all: readonly SendSmsInput[], who = context) =>
  Promise.allSettled(all.map((one) => sendSms(who, one)));
/** `ok`, `again` for a stored answer, or the code of the refusal. */
const ends = async (sending: ReturnType<typeof sendAll>) =>
  (await sending).map((end) =>
    end.status === 'fulfilled' ? (end.value.replayed ? 'again' : 'ok') : (end.reason.code ?? end.reason.message),
  );
const stored = async ({ caller } = context) =>
  await services.sql<{ reference: string; transaction: string }>(
    'SELECT reference, xmin::text AS transaction FROM sms_messages WHERE organisation_id = $1 ORDER BY id',
    [caller.organisationId],
  );
const all = (count: number, end: string) => Array.from({ length: count }, () => end);

describe('sends of one organisation that arrive while a transaction of it is under way', () => {
  it('share the next one, and each caller learns of the own message only when it is committed', async () => {
    const committed: boolean[] = [];
    const sending = inputs(60).map(async (one) => {
      const { result } = await sendSms(context, one);
      const rows = await services.sql('SELECT 1 FROM sms_messages WHERE id = $1', [result.id]);
      committed.push(rows.length === 1);
      return result;
    });
    const messages = await Promise.all(sending);
    expect(messages.map(({ reference, mobile: to }) => `${reference} ${to}`)).toEqual(
      inputs(60).map(({ reference, to }) => `${reference} ${to}`),
    );
    expect(committed).toEqual(Array.from({ length: 60 }, () => true));
    const rows = await stored();
    expect(rows.map(({ reference }) => reference)).toEqual(inputs(60).map(({ reference }) => reference));
    expect(new Set(rows.map(({ transaction }) => transaction)).size).toBeLessThanOrEqual(3);
    const written = await services.sql(
      `SELECT (SELECT count(*) FROM events WHERE organisation_id = $1 AND type = 'sms.queued')::int AS events,
              (SELECT count(*) FROM sms_due WHERE organisation_id = $1)::int AS due`,
      [context.caller.organisationId],
    );
    expect(written).toEqual([{ events: 60, due: 60 }]);
  });

  it('never share one with another organisation', async () => {
    const other = await newOrganisation(services);
    await Promise.all([sendAll(inputs(20)), sendAll(inputs(20), other)]);
    const [own, others] = await Promise.all([stored(), stored(other)]);
    const transactions = new Set(own.map(({ transaction }) => transaction));
    expect([own.length, others.length]).toEqual([20, 20]);
    expect(others.filter(({ transaction }) => transactions.has(transaction))).toEqual([]);
  });

  it('are as they would be alone: blocked, scheduled, with metadata, and under any text', async () => {
    const scheduledAt = new Date(Date.now() + 3_600_000);
    await services.sql(
      `INSERT INTO suppressions (organisation_id, id, mobile, delivery_code, source)
       VALUES ($1, gen_random_uuid(), $2, 409, 'manual')`,
      [context.caller.organisationId, mobile(1)],
    );
    const kinds = [
      input(0, { message: `{"a", NULL} \\ 'é' \u{1f600}\n`, metadata: { 'quote"': ['\\', null, 1.5] } }),
      input(1),
      input(2, { scheduledAt, senderId: 'Shop' }),
      input(3, { atLeastOnce: true }),
    ];
    const alone = await Promise.all(kinds.map((one) => newOrganisationSends(one)));
    const together = await Promise.all([...inputs(2), ...kinds].map((one) => sendSms(context, one)));
    const ofEach = ['id', 'created_at', 'updated_at', 'created_by_id'] as const;
    const shown = ({ result }: (typeof alone)[0]) => ({
      ...result,
      ...Object.fromEntries(ofEach.map((name) => [name, ''])),
    });
    expect(together.slice(2).map(shown)).toEqual(alone.map(shown));
    expect(together.map(({ result }) => result.status)).toEqual([
      'queued',
      'blocked',
      'queued',
      'blocked',
      'queued',
      'queued',
    ]);
  });

  /** As an organisation does that sends nothing else, with the same number suppressed. */
  async function newOrganisationSends(one: SendSmsInput) {
    const other = await newOrganisation(services);
    await services.sql(
      `INSERT INTO suppressions (organisation_id, id, mobile, delivery_code, source)
       VALUES ($1, gen_random_uuid(), $2, 409, 'manual')`,
      [other.caller.organisationId, mobile(1)],
    );
    return sendSms(other, one);
  }

  it('ten thousand of them all end, and another organisation does not wait for them', async () => {
    const other = await newOrganisation(services);
    let left = 10_000;
    const many = inputs(left).map((one) => sendSms(context, one).finally(() => left--));
    await sendSms(other, input(0));
    expect(left).toBeGreaterThan(5_000);
    await Promise.all(many);
    expect(await stored()).toHaveLength(10_000);
  }, 60_000);

  // Citus takes no INSERT in a CTE.
  (isOnCitus() ? it.skip : it)('one that is alone is one statement behind the lock of the log', async () => {
    const statements: string[] = [];
    const stop = watchStatements(({ text }) => statements.push(text.trim().slice(0, 5)));
    await sendSms(context, input(0)).finally(stop);
    expect(statements).toEqual(['BEGIN', 'SET L', 'SELEC', 'WITH ', 'COMMI']);
  });
});

describe('one of several sends', () => {
  afterEach(() => services.sql('ALTER TABLE sms_messages DROP CONSTRAINT IF EXISTS no_seven'));

  it.each([false, true])('that PostgreSQL refuses fails alone, with keys: %p', async (keyed) => {
    await services.sql(`ALTER TABLE sms_messages ADD CONSTRAINT no_seven CHECK (reference <> '7') NOT VALID`);
    const sends = inputs(12).map((one, place) => (keyed ? { ...one, idempotencyKey: `k${place}` } : one));
    const expected = all(12, 'ok').with(7, '23514');
    expect(await ends(sendAll(sends))).toEqual(expected);
    expect(await stored()).toHaveLength(11);
    if (keyed) expect(await ends(sendAll(sends))).toEqual(all(12, 'again').with(7, '23514'));
  });

  it('whose sender ID is not approved is refused alone', async () => {
    await services.sql(
      `INSERT INTO sender_ids (organisation_id, id, name, countries, status)
       VALUES ($1, gen_random_uuid(), 'Shop', '{KE}', 'approved'), ($1, gen_random_uuid(), 'Shut', NULL, 'rejected')`,
      [context.caller.organisationId],
    );
    const strict = { ...context, caller: { ...context.caller, enforcesSenderIds: true } };
    const sends = [
      input(0, { senderId: 'Shop' }),
      input(1, { senderId: 'Shop' }),
      input(2, { senderId: 'Shop' }),
      input(3, { senderId: 'Shop', to: '256701000001' }),
      input(4, { senderId: 'Shut' }),
      input(5, { senderId: 'Unknown' }),
      input(6),
      input(7, { senderId: 'Shop', idempotencyKey: 'k' }),
    ];
    const end = 'invalid';
    expect(await ends(sendAll(sends, strict))).toEqual(['ok', 'ok', 'ok', end, end, end, end, 'ok']);
    expect((await stored()).map(({ reference }) => reference)).toEqual(['0', '1', '2', '7']);
  });

  it('whose time has come while it waited is refused alone', async () => {
    const lock = await services.superuser.connect();
    await lock.query('BEGIN; LOCK TABLE sms_messages IN ACCESS EXCLUSIVE MODE');
    const scheduledAt = new Date(Date.now() + 150);
    // One is under way and the others wait.
    const sending = ends(sendAll([...inputs(8), input(8, { scheduledAt }), input(9)]));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await lock.query('ROLLBACK');
    lock.release();
    expect(await sending).toEqual([...all(8, 'ok'), 'invalid', 'ok']);
  });
});

describe('sends with keys', () => {
  it('a twin waits for the first of its key: it gets the same answer, or learns that it asks for something else', async () => {
    const keys = Array.from({ length: 8 }, (_, place) => `k${place}`);
    const calls = keys.flatMap((idempotencyKey, place) => [
      input(place, { idempotencyKey }),
      input(place, { idempotencyKey }),
      input(place, { idempotencyKey, message: 'Something else' }),
    ]);
    const sending = sendAll([...inputs(3), ...calls]);
    expect(await ends(sending)).toEqual([
      ...all(3, 'ok'),
      ...keys.flatMap(() => ['ok', 'again', 'idempotency_mismatch']),
    ]);
    const answers = (await sending).slice(3).map((end) => (end.status === 'fulfilled' ? end.value.result : null));
    for (let place = 0; place < answers.length; place += 3) expect(answers[place + 1]).toEqual(answers[place]);
    const rows = await stored();
    expect(rows).toHaveLength(11);
    // The twins have broken up no group.
    expect(new Set(rows.map(({ transaction }) => transaction)).size).toBeLessThanOrEqual(3);
  });

  it('one whose key is in use by another process is told so alone, and those around it go through', async () => {
    const { db, caller } = context;
    await db.inOrganisation(caller.organisationId, async (tx) => {
      await claimKeys(tx, [{ operation: 'sendSms', key: 'k4' }]);
      const sends = inputs(8).map((one, place) => ({ ...one, idempotencyKey: `k${place}` }));
      expect(await ends(sendAll(sends))).toEqual(all(8, 'ok').with(4, 'idempotency_in_progress'));
    });
    expect(await ends(sendAll([input(4, { idempotencyKey: 'k4' })]))).toEqual(['ok']);
  });

  it('a test key and a live key may use the same one', async () => {
    const tester = withTestKey(context);
    const sends = [input(0, { idempotencyKey: 'k' })];
    expect(await Promise.all([ends(sendAll(sends)), ends(sendAll(sends, tester))])).toEqual([['ok'], ['ok']]);
  });
});

describe('a group whose end nobody knows', () => {
  /** The same database, but the answers to all COMMITs get lost: they have worked, and nobody is told. */
  function losingCommits(db: Database): Database {
    const connect = async () =>
      new Proxy((await db.pool.connect()) as Connection, {
        get(target, name) {
          const value = Reflect.get(target, name);
          if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
          return async (text: string, ...more: unknown[]) => {
            const answer = await value.call(target, text, ...more);
            if (text === 'COMMIT') throw new Error('Connection terminated unexpectedly');
            return answer;
          };
        },
      });
    const losing = new Database(db.orm, { connect } as unknown as Pool);
    return losing;
  }

  it.each([false, true])('is not sent again: all of it fails as one would, with keys: %p', async (keyed) => {
    const sends = inputs(20).map((one, place) => (keyed ? { ...one, idempotencyKey: `k${place}` } : one));
    const lost = { ...context, db: losingCommits(context.db) };
    expect(await ends(sendAll(sends, lost))).toEqual(all(20, 'Connection terminated unexpectedly'));
    expect(await stored()).toHaveLength(20);
    if (keyed) expect(await ends(sendAll(sends))).toEqual(all(20, 'again'));
  });
});

describe('while a statement runs into the time limit', () => {
  const LIMIT_MS = 300;
  let holder: PoolClient;
  const limit = (client: PoolClient) => void client.query(`SET statement_timeout = ${LIMIT_MS}`).catch(() => undefined);
  beforeEach(async () => {
    holder = await services.superuser.connect();
    await holder.query('BEGIN; LOCK TABLE sms_messages IN ACCESS EXCLUSIVE MODE');
    services.db.pool.on('acquire', limit);
  });
  const letGo = () => holder.query('ROLLBACK');
  afterEach(async () => {
    services.db.pool.off('acquire', limit);
    await letGo();
    holder.release();
  });

  it('a group is given up once, not once for each of its sends', async () => {
    const start = performance.now();
    const results = await sendAll(inputs(40));
    expect(performance.now() - start).toBeLessThan(5 * LIMIT_MS);
    expect(results.filter((end) => end.status === 'rejected' && isStatementTimeout(end.reason))).toHaveLength(40);
    await letGo();
    expect(await stored()).toEqual([]);
  });
});
