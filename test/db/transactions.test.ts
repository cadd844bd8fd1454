import { expect, it } from '@jest/globals';
import { mayRunAgain } from '../../src/db/postgres/transaction.js';
import { newId } from '../../src/lib/ids.js';
import { interceptQueries } from '../support/database/watch-statements.js';
import { useServices } from '../support/use-services.js';

const services = useServices();

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
