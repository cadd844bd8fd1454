import { expect, it } from '@jest/globals';
import { mayRunAgain } from '../../src/db/postgres/transaction.js';

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
