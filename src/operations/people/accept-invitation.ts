import type { Sql } from '../../db/postgres/transaction.js';
import { type OpenInvitationRow, takeInvitation } from '../../db/sql/people/invitations.js';
import { insertMembership } from '../../db/sql/people/memberships.js';
import { deleteCodesOf } from '../../db/sql/people/one-time-codes.js';
import { lockOrganisation, type Organisation, readOrganisation } from '../../db/sql/people/organisations.js';
import { claimAddress, type PersonRow, verifyPerson } from '../../db/sql/people/people.js';
import type { Device, Person, Visitor } from '../../domain/context.js';
import { fieldError, invalidInput, PostriderError, requireValid } from '../../domain/errors.js';
import { validatePassword } from '../../domain/people/credentials.js';
import { hashToken } from '../../domain/people/tokens.js';
import { findUnderEach } from '../../domain/secret-keys.js';
import { validateName } from '../../domain/text.js';
import { newId } from '../../lib/ids.js';
import { hashPassword } from '../../lib/password-hash.js';
import type { Services } from '../context.js';
import { recordAudit } from './audit-log.js';
import { findOpenInvitation } from './invitations.js';
import { openSession, type SignedIn, verifyPassword } from './sign-in.js';

export interface AcceptInvitationInput {
  readonly token: string;
  /** Name of the new account; ignored if the address has one. */
  readonly name?: string | null | undefined;
  /** Password of the existing account, or of the new one. Not needed by a person who has signed in. */
  readonly password?: string | null | undefined;
}

/** With a new session, unless the person had signed in before. */
export type Accepted = { readonly organisation: Organisation } & (SignedIn | { readonly person: KnownPerson });

/** The token was sent by mail, so it proves the address. `countGuess` is called before a password is checked. */
export async function acceptInvitation(
  services: Services,
  visitor: Visitor,
  input: AcceptInvitationInput,
  countGuess: (email: string) => Promise<void>,
): Promise<Accepted> {
  const invitation = await findOpenInvitation(services, input.token);
  if (!invitation) throw new PostriderError('invitation_over');
  const identity = await authenticateInvited(services, visitor.person, { ...input, invitation, countGuess });
  return join(services, visitor, { organisationId: invitation.organisation_id, token: input.token, identity });
}

interface Joining {
  readonly organisationId: string;
  readonly token: string;
  readonly identity: InvitedIdentity;
}

function join(services: Services, device: Device, { organisationId, token, identity }: Joining): Promise<Accepted> {
  const { db, secretKeys } = services;
  return db.inOrganisation(organisationId, async (tx) => {
    await lockOrganisation(tx);
    const taken = await findUnderEach(secretKeys, (secretKey) =>
      takeInvitation(tx, hashToken(secretKey, 'invitation', token)),
    );
    if (!taken) throw new PostriderError('invitation_over');
    const { email, role } = taken;
    const accepted =
      identity.kind === 'session'
        ? { person: identity.person }
        : await openSession(tx, services, device, await findOrCreatePerson(tx, identity, email));
    const { person } = accepted;
    if (await insertMembership(tx, person.id, role)) {
      const by = {
        organisationId,
        actor: { kind: 'person', id: person.id, name: email },
        address: device.address,
      } as const;
      await recordAudit(tx, by, { action: 'member.joined', subjectId: person.id, after: { email, role } });
    }
    return { ...accepted, organisation: await readOrganisation(tx) };
  });
}

type KnownPerson = Pick<Person, 'id' | 'email' | 'name'>;

/** Who accepts the invitation, and how they were authenticated. */
type InvitedIdentity =
  | { readonly kind: 'session'; readonly person: KnownPerson }
  | { readonly kind: 'password'; readonly person: PersonRow }
  | { readonly kind: 'new'; readonly name: string; readonly passwordHash: string };

/** An identity that still needs a session. */
type PasswordIdentity = Exclude<InvitedIdentity, { readonly kind: 'session' }>;

interface InvitedCredentials extends Pick<AcceptInvitationInput, 'name' | 'password'> {
  readonly invitation: Pick<OpenInvitationRow, 'email' | 'has_account'>;
  readonly countGuess: (email: string) => Promise<void>;
}

/**
 * Requires the password of an existing account: the link alone is not enough, since mails are forwarded and stay in
 * mailboxes.
 */
async function authenticateInvited(
  services: Services,
  signedIn: Person | null,
  { invitation: { email, has_account: hasAccount }, name, password, countGuess }: InvitedCredentials,
): Promise<InvitedIdentity> {
  if (signedIn) {
    if (signedIn.email !== email) throw new PostriderError('wrong_person');
    return { kind: 'session', person: signedIn };
  }
  if (!hasAccount) return checkNewAccount(name, password);
  if (!password) throw invalidInput([PASSWORD_MISSING]);
  await countGuess(email);
  return { kind: 'password', person: await verifyPassword(services, { email, password }) };
}

async function checkNewAccount(name?: string | null, password?: string | null): Promise<InvitedIdentity> {
  requireValid([...validateName('name', name ?? ''), ...validatePassword('password', password ?? '')]);
  return { kind: 'new', name: name ?? '', passwordHash: await hashPassword(password ?? '') };
}

/** Creates the account if the address has none. Deletes the codes of an unfinished sign-up with the address. */
async function findOrCreatePerson(tx: Sql, identity: PasswordIdentity, email: string): Promise<PersonRow> {
  if (identity.kind === 'password') return identity.person;
  const { name, passwordHash } = identity;
  const claimed = await claimAddress(tx, { id: newId(), email, name });
  const person = await verifyPerson(tx, claimed.id, { name, passwordHash });
  if (!person) throw accountMadeMeanwhile();
  await deleteCodesOf(tx, person.id);
  return person;
}

const PASSWORD_MISSING = fieldError(
  'password',
  'required',
  'The address of the invitation has an account: sign in first, or give its password.',
);

const accountMadeMeanwhile = () =>
  new PostriderError('invalid', 'An account with this address was created just now: sign in, and try again.');
