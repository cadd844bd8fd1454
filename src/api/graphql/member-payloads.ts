import { Field, ObjectType } from 'type-graphql';
import { Member } from './member.js';
import { USER_ERRORS } from './payloads.js';
import { UserError } from './user-errors.js';

@ObjectType({ description: 'The answer to `changeMemberRole`.', simpleResolvers: true })
export class ChangeMemberRolePayload {
  @Field(() => Member, {
    nullable: true,
    description: 'The member with the new role, which is in force within seconds.',
  })
  member!: Member | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `removeMember`.', simpleResolvers: true })
export class RemoveMemberPayload {
  @Field(() => Member, { nullable: true, description: 'Who was a member, and is let in nowhere within seconds.' })
  member!: Member | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `leaveOrganisation`.', simpleResolvers: true })
export class LeaveOrganisationPayload {
  @Field(() => Boolean, { description: 'You are no member any more.' })
  left!: boolean;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

export type MemberPayload = ChangeMemberRolePayload & RemoveMemberPayload;
