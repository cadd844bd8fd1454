import { Field, ObjectType } from 'type-graphql';
import { Invitation } from './invitation.js';
import { Organisation } from './organisation.js';
import { USER_ERRORS } from './payloads.js';
import { UserError } from './user-errors.js';
import { Person } from './viewer.js';

@ObjectType({ description: 'The answer to `inviteMember`.', simpleResolvers: true })
export class InviteMemberPayload {
  @Field(() => Invitation, { nullable: true, description: 'The invitation; its link is in the mail alone.' })
  invitation!: Invitation | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `revokeInvitation`.', simpleResolvers: true })
export class RevokeInvitationPayload {
  @Field(() => Invitation, { nullable: true, description: 'The invitation, whose link is of no use any more.' })
  invitation!: Invitation | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({
  description: 'The answer to `acceptInvitation`; the session is in a cookie.',
  simpleResolvers: true,
})
export class AcceptInvitationPayload {
  @Field(() => Person, { nullable: true, description: 'Who has become a member, and is signed in.' })
  person!: Person | null;

  @Field(() => Organisation, { nullable: true, description: 'Of what.' })
  organisation!: Organisation | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

export type InvitationPayload = InviteMemberPayload & RevokeInvitationPayload;
