import { findPersonByEmail, type PersonRow } from '../../../db/sql/people/people.js';
import { PostriderError } from '../../../domain/errors.js';
import { normaliseEmail } from '../../../domain/people/email-address.js';
import { isPassword } from '../../../lib/password-hash.js';
import type { Services } from '../../context.js';
import { openSession, type SignedIn } from './open-session.js';

export interface SignInInput {
  readonly email: string;
  readonly password: string;
}

export async function signIn(services: Services, input: SignInInput): Promise<SignedIn> {
  const person = await proveWho(services, input);
  return services.db.amongPeople((tx) => openSession(tx, services, person));
}

/** Takes as long for an address that nobody has as for a wrong password, and says the same. */
export async function proveWho({ db }: Pick<Services, 'db'>, { email, password }: SignInInput): Promise<PersonRow> {
  const person = await db.amongPeople((tx) => findPersonByEmail(tx, normaliseEmail(email)));
  if (!(await isPassword(password, person?.password_hash ?? null)) || !person)
    throw new PostriderError('invalid_credentials');
  return person;
}
