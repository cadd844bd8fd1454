import { Field, ObjectType } from 'type-graphql';
import { Organisation } from './organisation.js';
import { USER_ERRORS } from './payloads.js';
import { UserError } from './user-errors.js';

@ObjectType({ description: 'The answer to `createOrganisation`.', simpleResolvers: true })
export class CreateOrganisationPayload {
  @Field(() => Organisation, { nullable: true, description: 'The organisation, with the person as its owner.' })
  organisation!: Organisation | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `updateOrganisation`.', simpleResolvers: true })
export class UpdateOrganisationPayload {
  @Field(() => Organisation, { nullable: true, description: 'The organisation as it is now.' })
  organisation!: Organisation | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}
