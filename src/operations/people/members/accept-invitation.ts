import { takeInvitation } from '../../../db/sql/people/invitations.js';
import { lockOrganisation } from '../../../db/sql/people/lock-organisation.js';
import { insertMembership } from '../../../db/sql/people/memberships.js';
import { type Organisation, readOrganisation } from '../../../db/sql/people/organisations.js';
import type { Person, Visitor } from '../../../domain/context.js';
import { PostriderError } from '../../../domain/errors.js';
import { hashToken } from '../../../domain/people/tokens.js';
import type { Services } from '../../context.js';
import { openSession } from '../accounts/open-session.js';
import { recordAudit } from '../audit/record-audit.js';
import { findOpenInvitation } from './find-open-invitation.js';
import { type InvitedProof, personBehind, proveInvited } from './prove-invited.js';

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
