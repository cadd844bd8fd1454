import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { listApiKeys } from '../../../operations/people/api-keys.js';
import type { ResolverContext } from '../kernel/context.js';
import { PageArgs } from '../kernel/page-args.js';
import { ApiKey, ApiKeyConnection, toApiKey } from './api-key.js';

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @Query(() => ApiKeyConnection, {
    complexity: 5,
    description: 'The API keys of the organisation, newest first, with those that are revoked or have expired.',
  })
  async apiKeys(@Ctx() context: ResolverContext, @Args() page: PageArgs) {
    return ApiKeyConnection.of(await listApiKeys(context, page), toApiKey);
  }
}
