import { type OpenInvitationRow, takeInvitation } from '../../db/sql/people/invitations.js';
import { lockOrganisation } from '../../db/sql/people/lock-organisation.js';
import { insertMembership } from '../../db/sql/people/memberships.js';
import { deleteCodesOf } from '../../db/sql/people/one-time-codes.js';
import { type Organisation, readOrganisation } from '../../db/sql/people/organisations.js';
import { claimAddress, type PersonRow, verifyPerson } from '../../db/sql/people/people.js';
import type { Sql } from '../../db/transaction.js';
import type { Person, Visitor } from '../../domain/context.js';
import { fieldError, invalidInput, PostriderError } from '../../domain/errors.js';
import { validatePassword } from '../../domain/people/credentials.js';
import { hashToken } from '../../domain/people/tokens.js';
import { validateName } from '../../domain/text.js';
import { newId } from '../../lib/ids.js';
import { hashPassword } from '../../lib/password-hash.js';
import type { Services } from '../context.js';
import { recordAudit } from './audit-log.js';
import { findOpenInvitation } from './invitations.js';
import { openSession, proveWho } from './sign-in.js';

export interface AcceptInvitationInput {
  readonly token: string;
  /** For the account of somebody who has none. */
  readonly name?: string | null | undefined;
  /** Of the account that there is, unless its owner has signed in; else of the one to be made. */
  readonly password?: string | null | undefined;
}

export interface Accepted {
  readonly person: Pick<Person, 'id' | 'email' | 'name'>;
  readonly organisation: Organisation;
  /** For the cookie; null: whoever accepts had signed in before. */
  readonly sessionToken: string | null;
}

/** The link came by mail, so it proves the address. `countGuess` comes before a password is looked at. */
export async function acceptInvitation(
  services: Services,
  visitor: Visitor,
  input: AcceptInvitationInput,
  countGuess: (email: string) => Promise<void>,
): Promise<Accepted> {
  const invitation = await findOpenInvitation(services, input.token);
  if (!invitation) throw new PostriderError('invitation_over');
  const proof = await proveInvited(services, visitor.person, { ...input, invitation, countGuess });
  return join(services, visitor, { organisationId: invitation.organisation_id, token: input.token, proof });
}

interface Joining {
  readonly organisationId: string;
  readonly token: string;
  readonly proof: InvitedProof;
}

function join(services: Services, { address }: Visitor, { organisationId, token, proof }: Joining): Promise<Accepted> {
  const { db, secretKey } = services;
  const tokenHash = hashToken(secretKey, 'invitation', token);
  return db.inOrganisation(organisationId, async (tx) => {
    await lockOrganisation(tx);
    const taken = await takeInvitation(tx, tokenHash);
    if (!taken) throw new PostriderError('invitation_over');
    const { email, role } = taken;
    const { person, token: sessionToken } =
      proof.kind === 'session'
        ? { person: proof.person, token: null }
        : await openSession(tx, services, await personBehind(tx, proof, email));
    if (await insertMembership(tx, person.id, role)) {
      const by = { organisationId, actor: { kind: 'person', id: person.id, name: email }, address } as const;
      await recordAudit(tx, by, { action: 'member.joined', subjectId: person.id, after: { email, role } });
    }
    const organisation = await readOrganisation(tx);
    return { person, organisation, sessionToken };
  });
}

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
