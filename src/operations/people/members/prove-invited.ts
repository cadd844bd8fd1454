import type { OpenInvitationRow } from '../../../db/sql/people/invitations.js';
import { deleteCodesOf } from '../../../db/sql/people/one-time-codes.js';
import { claimAddress, type PersonRow, verifyPerson } from '../../../db/sql/people/people.js';
import type { Sql } from '../../../db/transaction.js';
import type { Person } from '../../../domain/context.js';
import { fieldError, invalidInput, PostriderError } from '../../../domain/errors.js';
import { validatePassword } from '../../../domain/people/password.js';
import { validateName } from '../../../domain/text.js';
import { newId } from '../../../lib/ids.js';
import { hashPassword } from '../../../lib/password-hash.js';
import type { Services } from '../../context.js';
import { proveWho } from '../accounts/sign-in.js';

type KnownPerson = Pick<Person, 'id' | 'email' | 'name'>;

/** That whoever has the link of an invitation may act as the person with its address. */
export type InvitedProof =
  | { readonly kind: 'session'; readonly person: KnownPerson }
  | { readonly kind: 'password'; readonly person: PersonRow }
  | { readonly kind: 'new'; readonly name: string; readonly passwordHash: string };

/** Of somebody who has yet to be signed in. */
export type ProofByPassword = Exclude<InvitedProof, { readonly kind: 'session' }>;

export interface InvitedCredentials {
  readonly invitation: Pick<OpenInvitationRow, 'email' | 'has_account'>;
  readonly name?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly countGuess: (email: string) => Promise<void>;
}

/** An account needs more than the link: mails are forwarded, and lie around for longer than anybody stays signed in. */
export async function proveInvited(
  services: Services,
  signedIn: Person | null,
  { invitation: { email, has_account: hasAccount }, name, password, countGuess }: InvitedCredentials,
): Promise<InvitedProof> {
  if (signedIn) {
    if (signedIn.email !== email) throw new PostriderError('wrong_person');
    return { kind: 'session', person: signedIn };
  }
  if (!hasAccount) return proveNew(name, password);
  if (!password) throw invalidInput([PASSWORD_MISSING]);
  await countGuess(email);
  return { kind: 'password', person: await proveWho(services, { email, password }) };
}

async function proveNew(name?: string | null, password?: string | null): Promise<InvitedProof> {
  const errors = [...validateName('name', name ?? ''), ...validatePassword('password', password ?? '')];
  if (errors.length > 0) throw invalidInput(errors);
  return { kind: 'new', name: name ?? '', passwordHash: await hashPassword(password ?? '') };
}

/** Makes the account where there is none. Whoever has begun to sign up with the address is too late with their code. */
export async function personBehind(tx: Sql, proof: ProofByPassword, email: string): Promise<PersonRow> {
  if (proof.kind === 'password') return proof.person;
  const { name, passwordHash } = proof;
  const claimed = await claimAddress(tx, { id: newId(), email, name });
  const person = await verifyPerson(tx, claimed.id, { name, passwordHash });
  if (!person) throw accountMadeMeanwhile();
  await deleteCodesOf(tx, person.id);
  return person;
}

const PASSWORD_MISSING = fieldError(
  'password',
  'required',
  'There is an account with the address of the invitation: sign in first, or give its password.',
);

const accountMadeMeanwhile = () =>
  new PostriderError('invalid', 'An account with this address was made just now: sign in, and try again.');
