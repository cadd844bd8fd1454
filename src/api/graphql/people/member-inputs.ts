import { Field, InputType } from 'type-graphql';
import type { Role } from '../../../domain/vocabulary.js';
import { MemberRole } from '../kernel/enums.js';
import { UUID } from '../kernel/scalars.js';

const PERSON = 'The member, by the id of the person.';

@InputType({ description: 'What `changeMemberRole` takes.' })
export class ChangeMemberRoleInput {
  @Field(() => UUID, { description: PERSON })
  personId!: string;

  @Field(() => MemberRole, { description: 'What they may do from now on; not more than you.' })
  role!: Role;
}
