import { Field, InputType } from 'type-graphql';
import type { Role } from '../../../domain/vocabulary.js';
import { MemberRole } from '../kernel/enums.js';

@InputType({ description: 'What `inviteMember` takes.' })
export class InviteMemberInput {
  @Field(() => String, { description: 'Where the link is mailed to.' })
  email!: string;

  @Field(() => MemberRole, { description: 'What they may do once they have accepted; not more than you.' })
  role!: Role;
}

@InputType({ description: 'What `acceptInvitation` takes.' })
export class AcceptInvitationInput {
  @Field(() => String, { description: 'From the link in the mail.' })
  token!: string;

  @Field(() => String, { nullable: true, description: 'What you are called, when you have no account yet.' })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Without an account: one to be made, at least ten characters. With one: its password, unless you have signed in.',
  })
  password?: string | null;
}
