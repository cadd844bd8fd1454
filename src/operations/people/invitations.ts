import type { OrganisationTx } from '../../db/postgres/transaction.js';
import {
  countSeats,
  deleteInvitation,
  findOpenInvitation as findByHash,
  findInvitation,
  findInvitationTo,
  INVITATIONS,
  type InvitationRow,
  type NewInvitation,
  type OpenInvitationRow,
  putInvitation,
} from '../../db/sql/people/invitations.js';
import { isMember } from '../../db/sql/people/memberships.js';
import type { Caller } from '../../domain/context.js';
import { fieldError, invalidInput, notFound, PostriderError, requireValid } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { normaliseEmail, validateEmail } from '../../domain/people/credentials.js';
import { invitationMail } from '../../domain/people/mail-texts.js';
import { hashToken, makeToken } from '../../domain/people/tokens.js';
import { findUnderEach } from '../../domain/secret-keys.js';
import type { Role } from '../../domain/vocabulary.js';
import { newId } from '../../lib/ids.js';
import type { Context, Services } from '../context.js';
import { listForCaller } from '../kernel/reads.js';
import { recordAudit } from './audit-log.js';
import { lockForMemberChange, type MemberChange, refuseHigherRole } from './members.js';
import { writeMail } from './write-mail.js';

export type { InvitationRow, OpenInvitationRow } from '../../db/sql/people/invitations.js';

export const listInvitations = listForCaller('invitations', INVITATIONS);

/** Finds an invitation by the token of its link; null if it is not valid (any more). */
export function findOpenInvitation(
  { db, secretKeys }: Pick<Services, 'db' | 'secretKeys'>,
  token: string,
): Promise<OpenInvitationRow | null> {
  return findUnderEach(secretKeys, (secretKey) =>
    db.acrossOrganisations((tx) => findByHash(tx, hashToken(secretKey, 'invitation', token))),
  );
}

export interface InviteMemberInput {
  readonly email: string;
  readonly role: Role;
}

export interface Invited {
  readonly invitation: InvitationRow;
  /**
   * Proves the address of the person who opens it, so only the mail and the operator may get it, never the inviting
   * member.
   */
  readonly link: string;
}

const MINUTES = LIMITS.invitationDays * 24 * 60;

/** Creates an invitation. Inviting the same address again replaces the earlier link. */
export async function inviteMember(
  context: Context,
  { email: given, role }: InviteMemberInput,
  { mailed }: { readonly mailed: boolean },
): Promise<Invited> {
  const { db, caller, secretKey, policy, hints } = context;
  const { organisationId, actor } = caller;
  requireValid(validateEmail('email', given));
  const email = normaliseEmail(given);
  const token = makeToken();
  const link = `${policy.publicUrl}/invitation#token=${token}`;
  const invitedBy = actor.name;
  const wanted = {
    id: newId(),
    email,
    role,
    token_hash: hashToken(secretKey, 'invitation', token),
    invited_by: invitedBy,
    days: LIMITS.invitationDays,
  };
  const invitation = await db.inOrganisation(organisationId, async (tx) => {
    const change = await lockForMemberChange(tx, caller);
    refuseHigherRole(change, role);
    const put = await invite(tx, caller, change, wanted);
    const mail = invitationMail({ to: email, organisation: change.organisationName, invitedBy, role, link });
    if (mailed) await writeMail(tx, context, mail, MINUTES);
    return put;
  });
  if (mailed) hints.nudge({ job: 'mails' });
  return { invitation, link };
}

async function invite(
  tx: OrganisationTx,
  caller: Caller,
  change: MemberChange,
  wanted: NewInvitation,
): Promise<InvitationRow> {
  const { email, role } = wanted;
  if (await isMember(tx, email)) throw invalidInput([ALREADY_MEMBER]);
  const before = await findInvitationTo(tx, email);
  const replaced = before && !before.expired ? before : null;
  if (replaced) refuseHigherRole(change, replaced.role);
  if ((await countSeats(tx, email)) >= LIMITS.membersPerOrganisation) throw tooManyMembers();
  const invitation = await putInvitation(tx, wanted);
  await recordAudit(tx, caller, {
    action: 'invitation.created',
    subjectId: invitation.id,
    before: replaced && { email, role: replaced.role },
    after: { email, role },
  });
  return invitation;
}

const ALREADY_MEMBER = fieldError('email', 'already_member', 'A person with this address is a member already.');

const tooManyMembers = () =>
  new PostriderError(
    'too_many',
    `An organisation may have ${LIMITS.membersPerOrganisation} members, including open invitations.`,
  );

/** The link is invalid at once. */
export function revokeInvitation({ db, caller }: Context, { invitationId }: { readonly invitationId: string }) {
  const { organisationId } = caller;
  return db.inOrganisation(organisationId, async (tx): Promise<InvitationRow> => {
    const change = await lockForMemberChange(tx, caller);
    const invitation = await findInvitation(tx, invitationId);
    if (!invitation) throw notFound('Invitation');
    const { email, role } = invitation;
    refuseHigherRole(change, role);
    await deleteInvitation(tx, invitationId);
    await recordAudit(tx, caller, { action: 'invitation.revoked', subjectId: invitationId, before: { email, role } });
    return invitation;
  });
}
