import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../domain/limits.js';
import { createApiKey } from '../../operations/keys/create-api-key.js';
import { listApiKeys } from '../../operations/keys/list-api-keys.js';
import { revokeApiKey } from '../../operations/keys/revoke-api-key.js';
import { rotateApiKey } from '../../operations/keys/rotate-api-key.js';
import {
  ApiKey,
  ApiKeyConnection,
  CreateApiKeyInput,
  RevokeApiKeyInput,
  RotateApiKeyInput,
  toApiKey,
} from './api-key.js';
import { CreateApiKeyPayload, RevokeApiKeyPayload, RotateApiKeyPayload } from './api-key-payloads.js';
import type { ResolverContext } from './context.js';
import { PageArgs } from './page-args.js';
import { NULL_ONLY } from './payloads.js';
import { payloadOf } from './user-errors.js';

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @Query(() => ApiKeyConnection, {
    complexity: 5,
    description: 'The API keys of the organisation, newest first, with those that are revoked or have expired.',
  })
  async apiKeys(@Ctx() context: ResolverContext, @Args() page: PageArgs) {
    return ApiKeyConnection.of(await listApiKeys(context, page), toApiKey);
  }

  @Mutation(() => CreateApiKeyPayload, {
    nullable: true,
    description:
      'Makes an API key. Nobody gives one more than they have: no scope that they lack, no life longer than that of the ' +
      'key they call with; and a restricted key makes none. ' +
      `${LIMITS.keysPerOrganisation} may be in force at a time. ${NULL_ONLY}`,
  })
  createApiKey(
    @Ctx() context: ResolverContext,
    @Arg('input', () => CreateApiKeyInput, { description: 'The key.' }) input: CreateApiKeyInput,
  ): Promise<CreateApiKeyPayload> {
    return payloadOf<CreateApiKeyPayload>(
      async () => {
        const { key, apiKey } = await createApiKey(context, { ...input, by: context.caller });
        return { apiKey: toApiKey(apiKey), key, userErrors: [] };
      },
      (userErrors) => ({ apiKey: null, key: null, userErrors }),
    );
  }

  @Mutation(() => RotateApiKeyPayload, {
    nullable: true,
    description:
      'Gives an API key a successor that is alike: name, mode, scopes, restrictions and end. The old one is good for some ' +
      'hours more. A key has one successor; when that was lost, revoke it, and the old one can be rotated again. ' +
      NULL_ONLY,
  })
  rotateApiKey(
    @Ctx() context: ResolverContext,
    @Arg('input', () => RotateApiKeyInput, { description: 'The key.' }) { apiKeyId, overlapHours }: RotateApiKeyInput,
  ): Promise<RotateApiKeyPayload> {
    return payloadOf<RotateApiKeyPayload>(
      async () => {
        const asked = { by: context.caller, id: apiKeyId, overlapHours };
        const { key, apiKey, replaced } = await rotateApiKey(context, asked);
        return { apiKey: toApiKey(apiKey), key, replaced: toApiKey(replaced), userErrors: [] };
      },
      (userErrors) => ({ apiKey: null, key: null, replaced: null, userErrors }),
    );
  }

  @Mutation(() => RevokeApiKeyPayload, {
    nullable: true,
    description: `Makes an API key useless within five seconds, for good. Doing it again changes nothing. ${NULL_ONLY}`,
  })
  revokeApiKey(
    @Ctx() context: ResolverContext,
    @Arg('input', () => RevokeApiKeyInput, { description: 'The key.' }) { apiKeyId }: RevokeApiKeyInput,
  ): Promise<RevokeApiKeyPayload> {
    return payloadOf<RevokeApiKeyPayload>(
      async () => ({
        apiKey: toApiKey(await revokeApiKey(context, { by: context.caller, id: apiKeyId })),
        userErrors: [],
      }),
      (userErrors) => ({ apiKey: null, userErrors }),
    );
  }
}
