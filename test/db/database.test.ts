import { describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../src/db/orm.js';
import { LogWrites } from '../../src/db/postgres/log-writes.js';
import { type EveryOrganisationTx, mayRunAgain } from '../../src/db/postgres/transaction.js';
import { run, tables } from '../../src/db/tables.js';
import type { MovedMessages } from '../../src/domain/health.js';
import { newId } from '../../src/lib/ids.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { sendBulkSms } from '../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../src/operations/sms/send/send-sms.js';
import { interceptQueries } from '../support/database/watch-statements.js';
import { createProgrammableGateway } from '../support/gateways/programmable-gateway.js';
import { drain, mobile, mobiles, newOrganisation } from '../support/services.js';
import { useServices } from '../support/use-services.js';

const services = useServices({ gateways: [createProgrammableGateway()] });

it('a transaction fails whose work hides that one of its statements has failed', async () => {
  const hides = services.db.inOrganisation(newId(), async (tx) => {
    await tx.sql('SELECT 1');
    await tx.sql('SELECT 1 / 0').catch(() => null);
  });
  await expect(hides).rejects.toThrow('rolled back');
  const hidesTheFirst = services.db.inOrganisation(newId(), (tx) => tx.sql('SELECT 1 / 0').catch(() => null));
  await expect(hidesTheFirst).rejects.toThrow('rolled back');
});

it('a transaction that could not begin fails with the reason, not with the refusal of its first statement', async () => {
  const stop = interceptQueries((_client, sent) =>
    sent.text.startsWith('SET LOCAL') ? { text: 'SELECT 1 / 0' } : sent,
  );
  const begins = services.db.inOrganisation(newId(), async (tx) => {
    await Promise.resolve();
    return tx.sql('SELECT 1');
  });
  await expect(begins.finally(stop)).rejects.toMatchObject({ code: '22012' });
});

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

it.each([
  ['40P01', 'deadlock detected'],
  ['40001', 'could not serialize access due to concurrent update'],
  ['23505', 'duplicate key value violates unique constraint "events_pkey_102108"'],
  ['23505', 'duplicate key value violates unique constraint "idempotency_keys_pkey"'],
  ['23505', 'doppelter Schlüsselwert verletzt Unique-Constraint »events_pkey«'],
])('a transaction is repeated after %s: %s', (code, message) => {
  expect(mayRunAgain(failure(code, message))).toBe(true);
});

it.each([
  ['23505', 'duplicate key value violates unique constraint "suppressions_number"'],
  ['23503', 'insert or update on table "events" violates foreign key constraint "events_pkey"'],
  ['57014', 'canceling statement due to statement timeout'],
])('a transaction is not repeated after %s: %s', (code, message) => {
  expect(mayRunAgain(failure(code, message))).toBe(false);
});

describe('A database that is observed', () => {
  it('tells of all messages that are accepted and that change, after the commit', async () => {
    const context = await newOrganisation(services);
    const moves: MovedMessages[] = [];
    services.db.observe({ moved: (some) => moves.push(...some), waited: () => undefined });
    await sendSms(context, { to: mobile(1), message: 'Alone' });
    await sendSms(context, { to: mobile(2), message: 'With a key', idempotencyKey: 'once' });
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(3) });
    await drain(services);
    const count = (before: string | null, status: string) =>
      moves
        .filter((move) => move.previous_status === before && move.status === status)
        .reduce((sum, { messages }) => sum + messages, 0);
    expect([count(null, 'queued'), count('queued', 'sent')]).toEqual([5, 5]);
  });

  it('tells of transactions that find no free connection', async () => {
    const waits: number[] = [];
    services.db.observe({ moved: () => undefined, waited: (seconds) => waits.push(seconds) });
    await services.db.sql('SELECT 1');
    await Promise.all(Array.from({ length: 20 }, () => services.db.acrossOrganisations((tx) => tx.sql('SELECT 1'))));
    const busy = waits.length;
    expect(busy).toBeGreaterThan(10);
    await services.db.acrossOrganisations((tx) => tx.sql('SELECT 1'));
    expect(waits).toHaveLength(busy);
  });
});

describe('the statements that run with COMMIT', () => {
  const write = (organisationId: string, statement: string) => ({ organisationId, statement, values: {} });
  const early = (organisationId: string, statement: string) =>
    ({ ...write(organisationId, statement), isEarly: true }) as const;
  const textsOf = ({ statements }: LogWrites) =>
    statements.map(
      ({ statement, organisationId }) =>
        `${organisationId} ${statement.includes('FOR NO KEY UPDATE') ? 'lock' : statement}`,
    );

  it('run before the first lock of a log if they are early, whenever they were added', () => {
    const writes = new LogWrites();
    writes.add(write('b', 'event'));
    writes.add(early('b', 'answer'));
    writes.add(write('a', 'event'));
    expect(textsOf(writes)).toEqual(['b answer', 'a lock', 'a event', 'b lock', 'b event']);
  });

  it('lock and announce no log if all are early', () => {
    const writes = new LogWrites();
    writes.add(early('a', 'answer'));
    expect(textsOf(writes)).toEqual(['a answer']);
    expect(writes.organisationIds).toEqual([]);
  });

  it('are dropped with the savepoint that they belong to, early ones too', () => {
    const writes = new LogWrites();
    writes.add(early('a', 'kept'));
    const { count } = writes;
    writes.add(early('a', 'answer'));
    writes.add(write('a', 'event'));
    writes.truncate(count);
    expect(textsOf(writes)).toEqual(['a kept']);
  });
});

describe('a keyed send', () => {
  it('takes three round trips, as many as one insert between BEGIN and COMMIT', async () => {
    const context = await newOrganisation(services);
    const send = (idempotencyKey: string) =>
      sendSms(context, { to: mobile(1), message: 'Hello', idempotencyKey }).then(({ replayed }) => replayed);
    await send('first');
    let roundTrips = 0;
    const count = () => (roundTrips += 1);
    const seen = new Set<NodeJS.EventEmitter>();
    services.db.pool.on('acquire', (client) => {
      const { connection } = client as unknown as { readonly connection: NodeJS.EventEmitter };
      if (!seen.has(connection)) seen.add(connection.on('readyForQuery', count));
    });
    expect(await send('second')).toBe(false);
    expect(roundTrips).toBe(3);
    expect(await send('second')).toBe(true);
  });
});

/** A command that leaves a connection open ends only when nobody has used it for ten seconds. */
it.each<[string, (tx: EveryOrganisationTx) => Promise<unknown>]>([
  ['plain SQL', (tx) => tx.sql('SELECT 1')],
  ['statements of Kysely', (tx) => run(tx, tables.selectFrom('people').select('id'))],
])('closing the database leaves no connection behind, also after nothing but %s', async (_, work) => {
  const logger = createLogger({ level: 'silent', pretty: false });
  const db = await openDatabase({ url: services.url, poolSize: 2, logger });
  await db.acrossOrganisations(work);
  await db.close();
  await expect(db.sql('SELECT 1')).rejects.toThrow('after calling end on the pool');
});
