import { Field, ObjectType } from 'type-graphql';
import { ApiKey } from './api-key.js';
import { USER_ERRORS } from './payloads.js';
import { UserError } from './user-errors.js';

const KEY = 'The key itself. It is shown here and never again.';

@ObjectType({ description: 'The answer to `createApiKey`.', simpleResolvers: true })
export class CreateApiKeyPayload {
  @Field(() => ApiKey, { nullable: true, description: 'What is known of the key from now on.' })
  apiKey!: ApiKey | null;

  @Field(() => String, { nullable: true, description: KEY })
  key!: string | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `rotateApiKey`.', simpleResolvers: true })
export class RotateApiKeyPayload {
  @Field(() => ApiKey, { nullable: true, description: 'The new key.' })
  apiKey!: ApiKey | null;

  @Field(() => String, { nullable: true, description: KEY })
  key!: string | null;

  @Field(() => ApiKey, { nullable: true, description: 'The old key, with the time until which it is good.' })
  replaced!: ApiKey | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `revokeApiKey`.', simpleResolvers: true })
export class RevokeApiKeyPayload {
  @Field(() => ApiKey, { nullable: true, description: 'The key as it was last.' })
  apiKey!: ApiKey | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}
