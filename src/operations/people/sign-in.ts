import type { Sql } from '../../db/postgres/transaction.js';
import { findPerson, findPersonByEmail, type PersonRow } from '../../db/sql/people/people.js';
import {
  deleteSession,
  findSessionByHash,
  insertSession,
  revokeAccess,
  type SessionRow,
  touchSession,
} from '../../db/sql/people/sessions.js';
import type { Device, Person } from '../../domain/context.js';
import { PostriderError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { normaliseEmail } from '../../domain/people/credentials.js';
import { makeDeviceMark, readDeviceMark } from '../../domain/people/device-mark.js';
import { hashToken, makeToken } from '../../domain/people/tokens.js';
import { findUnderEach } from '../../domain/secret-keys.js';
import { newId } from '../../lib/ids.js';
import { isPassword } from '../../lib/password-hash.js';
import type { Services } from '../context.js';

export interface SignInInput {
  readonly email: string;
  readonly password: string;
}

export async function signIn(services: Services, device: Device, input: SignInInput): Promise<SignedIn> {
  const person = await verifyPassword(services, input);
  return services.db.amongPeople((tx) => openSession(tx, services, device, person));
}

/** An unknown address and a wrong password take the same time and give the same error. */
export async function verifyPassword(
  { db }: Pick<Services, 'db'>,
  { email, password }: SignInInput,
): Promise<PersonRow> {
  const person = await db.amongPeople((tx) => findPersonByEmail(tx, normaliseEmail(email)));
  if (!(await isPassword(password, person?.password_hash ?? null)) || !person)
    throw new PostriderError('invalid_credentials');
  return person;
}

export interface SignedIn {
  readonly person: Person;
  /** For the cookie. Only its hash is stored. */
  readonly token: string;
  /** For a cookie that stays: see `findKnownDevice`. */
  readonly deviceMark: string;
}

export async function openSession(
  tx: Sql,
  { secretKey }: Pick<Services, 'secretKey'>,
  { address, userAgent }: Device,
  { id: personId, email, name, password_hash: passwordHash }: PersonRow,
): Promise<SignedIn> {
  const token = makeToken();
  const id = newId();
  const tokenHash = hashToken(secretKey, 'session', token);
  const session = { id, personId, tokenHash, days: LIMITS.personSessionDays, passwordHash: passwordHash ?? '' };
  const device = { address, userAgent: userAgent?.slice(0, LIMITS.userAgentLength).toWellFormed() || null };
  const revocations = await insertSession(tx, { ...session, ...device });
  if (revocations === null) throw new PostriderError('invalid_credentials');
  const deviceMark = makeDeviceMark(secretKey, { personId, revocations });
  return { person: { id: personId, email, name, sessionId: id }, token, deviceMark };
}

/**
 * Returns the id of the device if the account of this address has signed in with it. Looks the same rows up whatever
 * the address is, so that the time tells nothing about accounts of other people.
 */
export async function findKnownDevice(
  { db, secretKeys }: Pick<Services, 'db' | 'secretKeys'>,
  { mark: given = '' }: Device,
  email: string,
): Promise<string | undefined> {
  const mark = readDeviceMark(secretKeys, given);
  const person = mark && (await db.amongPeople((tx) => findPerson(tx, mark.personId)));
  const isKnown = person?.email === normaliseEmail(email) && person.revocations === mark?.revocations;
  return isKnown ? mark?.id : undefined;
}

/** Finds the person by the token of a cookie, with their role in the organisation if they are a member. */
export function findPersonSession(
  { db, secretKeys }: Pick<Services, 'db' | 'secretKeys'>,
  token: string,
  organisationId: string | null,
): Promise<SessionRow | null> {
  const idleDays = LIMITS.personSessionIdleDays;
  return findUnderEach(secretKeys, (secretKey) => {
    const tokenHash = hashToken(secretKey, 'session', token);
    return db.acrossOrganisations((tx) => findSessionByHash(tx, { tokenHash, organisationId, idleDays }));
  });
}

export function recordSessionUse(
  { db }: Pick<Services, 'db'>,
  { id, address }: { readonly id: string; readonly address: string },
): Promise<void> {
  return db.amongPeople((tx) => touchSession(tx, id, address));
}

/** All processes refuse the cookie within seconds, when their cached sign-ins expire. */
export async function signOut(
  { db }: Pick<Services, 'db'>,
  { id, sessionId }: Person,
  { everywhere }: { readonly everywhere: boolean },
): Promise<void> {
  await db.amongPeople<unknown>((tx) => (everywhere ? revokeAccess(tx, id) : deleteSession(tx, id, sessionId)));
}
