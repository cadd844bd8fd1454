import { Field, ObjectType } from 'type-graphql';
import type { Role } from '../../../domain/vocabulary.js';
import { connectionOf } from '../kernel/connection.js';
import { MemberRole } from '../kernel/enums.js';
import type { InvitationRow, OpenInvitationRow } from '../kernel/rows.js';
import { DateTime, UUID } from '../kernel/scalars.js';

const EMAIL = 'The address that the link was made for.';
const ROLE = 'What they may do once they have accepted.';
const INVITED_BY = 'Who has invited them: the address of a person, or the name of an API key.';
const EXPIRES_AT = 'Until when the link is good.';

@ObjectType({ description: 'A link with which somebody can become a member.', simpleResolvers: true })
export class Invitation {
  @Field(() => UUID, { description: 'Identifies the invitation. Inviting the same address again keeps it.' })
  id!: string;

  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => MemberRole, { description: ROLE })
  role!: Role;

  @Field(() => String, { description: INVITED_BY })
  invitedBy!: string;

  @Field(() => DateTime, { description: 'When the link was made.' })
  createdAt!: string;

  @Field(() => DateTime, { description: EXPIRES_AT })
  expiresAt!: string;

  @Field(() => Boolean, { description: 'The link is good no more: invite them again, or revoke the invitation.' })
  expired!: boolean;
}

export function toInvitation({ id, email, role, expired, ...row }: InvitationRow): Invitation {
  const { invited_by: invitedBy, created_at: createdAt, expires_at: expiresAt } = row;
  return { id, email, role, invitedBy, createdAt, expiresAt, expired };
}

export const InvitationConnection = connectionOf('Invitation', 'invitations', () => Invitation);

@ObjectType({ description: 'What whoever has the link of an invitation gets to see of it.', simpleResolvers: true })
export class OpenInvitation {
  @Field(() => String, { description: 'What the organisation is called.' })
  organisationName!: string;

  @Field(() => String, { description: EMAIL })
  email!: string;

  @Field(() => MemberRole, { description: ROLE })
  role!: Role;

  @Field(() => String, { description: INVITED_BY })
  invitedBy!: string;

  @Field(() => DateTime, { description: EXPIRES_AT })
  expiresAt!: string;

  @Field(() => Boolean, {
    description: 'The address has an account: sign in, or accept with its password. Else accepting makes one.',
  })
  hasAccount!: boolean;
}

export function toOpenInvitation({ email, role, ...row }: OpenInvitationRow): OpenInvitation {
  const { organisation_name: organisationName, invited_by: invitedBy, expires_at: expiresAt } = row;
  return { organisationName, email, role, invitedBy, expiresAt, hasAccount: row.has_account };
}
