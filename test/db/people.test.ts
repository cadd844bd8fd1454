import { expect, it } from '@jest/globals';
import {
  changePasswordHash,
  claimAddress,
  findPerson,
  findPersonByEmail,
  verifyPerson,
} from '../../src/db/sql/people/people.js';
import { newId } from '../../src/lib/ids.js';
import { useServices } from '../support/use-services.js';

const services = useServices();

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
