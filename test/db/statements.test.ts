import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { integerArray, uuidArray } from '../../src/db/postgres/array-parameters.js';
import { numberParameters } from '../../src/db/postgres/statement.js';
import {
  changePasswordHash,
  claimAddress,
  findPerson,
  findPersonByEmail,
  verifyPerson,
} from '../../src/db/sql/people/people.js';
import { type DueRow, scheduleDue } from '../../src/db/sql/sms/dispatch/agenda.js';
import { PRIORITY } from '../../src/domain/sms/priority.js';
import { newId } from '../../src/lib/ids.js';
import { newOrganisation } from '../support/services.js';
import { useServices } from '../support/use-services.js';

const services = useServices();

it('a connection prepares a bounded number of statements, however many texts callers choose', async () => {
  await services.db.inOrganisation(newId(), async (tx) => {
    for (let text = 0; text < 1_100; text += 1) {
      const rows = await tx.query({ sql: `SELECT $1::int + ${text} AS one`, parameters: [text] });
      expect(rows).toEqual([{ one: 2 * text }]);
    }
    const [prepared] = await tx.sql<{ count: number }>('SELECT count(*)::int AS count FROM pg_prepared_statements');
    expect(prepared?.count).toBeLessThanOrEqual(1_000);
  });
});

describe('an array parameter in binary format', () => {
  it('reaches PostgreSQL with every id in its place, whether there are none or many', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uuid({ version: [1, 2, 3, 4, 5, 6, 7, 8] }), { maxLength: 40 }), async (ids) => {
        const { rows } = await services.superuser.query<{ given: string[] }>('SELECT $1::uuid[]::text[] AS given', [
          uuidArray(ids),
        ]);
        expect(rows[0]?.given).toEqual(ids);
      }),
    );
  });

  it('reaches PostgreSQL with every integer in its place, negative ones too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer(), { maxLength: 40 }), async (integers) => {
        const { rows } = await services.superuser.query<{ given: number[] }>('SELECT $1::integer[] AS given', [
          integerArray(integers),
        ]);
        expect(rows[0]?.given).toEqual(integers);
      }),
    );
  });
});

const claim = (email: string) => services.db.amongPeople((tx) => claimAddress(tx, { id: newId(), email, name: 'Ada' }));
const verify = (id: string, passwordHash: string) =>
  services.db.amongPeople((tx) => verifyPerson(tx, id, { name: 'Ada', passwordHash }));

it('a person is found once the address is verified, and verified once', async () => {
  const email = 'ada@example.org';
  const { id, isVerified } = await claim(email);
  expect(isVerified).toBe(false);
  const found = () =>
    services.db.amongPeople(async (tx) => [await findPersonByEmail(tx, email), await findPerson(tx, id)]);
  expect(await found()).toEqual([null, null]);
  const person = await verify(id, 'first');
  expect(person).toMatchObject({ id, email, password_hash: 'first' });
  expect(await verify(id, 'second')).toBeNull();
  expect(await found()).toEqual([person, person]);
  expect(await claim(email)).toEqual({ id, isVerified: true });
});

it('a password changes only while it is the one that was proven', async () => {
  const { id } = await claim('grace@example.org');
  await verify(id, 'first');
  const change = (from: string | null, to: string) =>
    services.db.amongPeople((tx) => changePasswordHash(tx, id, { from, to }));
  expect(await change('another', 'third')).toBeNull();
  expect(await change(null, 'third')).toBeNull();
  expect(await change('first', 'second')).toMatchObject({ password_hash: 'second' });
});

it('the agenda gets every message in the row that names it, and in its order', async () => {
  const { caller } = await newOrganisation(services);
  const { organisationId } = caller;
  const due = [3, 1, 4].map((size, place): DueRow => {
    const messageIds = Array.from({ length: size }, newId).toReversed();
    return { gateway: 'sandbox', purpose: 'dispatch', due: place, messageIds, tries: place, priority: PRIORITY.single };
  });
  await services.db.inOrganisation(organisationId, (tx) => scheduleDue(tx, due));
  const { rows } = await services.superuser.query(
    'SELECT message_ids AS "messageIds", size, tries FROM sms_due WHERE organisation_id = $1 ORDER BY tries',
    [organisationId],
  );
  expect(rows).toEqual(due.map(({ messageIds, tries }) => ({ messageIds, size: messageIds.length, tries })));
});

describe('named parameters of a statement', () => {
  it('get numbers in the order in which they appear, the same name the same number', () => {
    const statement = 'SELECT :to, :from, :to';
    expect(numberParameters({ statement, values: { from: 1, to: 2 } })).toEqual({
      sql: 'SELECT $1, $2, $1',
      parameters: [2, 1],
    });
  });

  it('are not looked for in casts, quoted texts and comments', () => {
    const statement = "SELECT :at::timestamptz, 'HH24:mi', now()::text -- as :told\n";
    const sql = "SELECT $1::timestamptz, 'HH24:mi', now()::text -- as :told\n";
    expect(numberParameters({ statement, values: { at: null } })).toEqual({ sql, parameters: [null] });
  });

  it('must all have a value', () => {
    expect(() => numberParameters({ statement: 'SELECT :from, :to', values: { from: 1 } })).toThrow(
      'The parameter :to has no value',
    );
  });

  it('must include the name of every value', () => {
    const call = () => numberParameters({ statement: 'SELECT :from', values: { from: 1, form: 2 } });
    expect(call).toThrow('The statement takes no value for :form');
  });

  it('have the organisation of the transaction, and no other', () => {
    const statement = 'SELECT :organisationId';
    const own = { statement, organisationId: 'ours' };
    expect(numberParameters({ ...own, values: {} })).toEqual({ sql: 'SELECT $1', parameters: ['ours'] });
    const call = () => numberParameters({ ...own, values: { organisationId: 'theirs' } });
    expect(call).toThrow('The statement takes no value for :organisationId');
  });
});
