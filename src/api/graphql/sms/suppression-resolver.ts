import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import { listSuppressions } from '../../../operations/sms/suppressions/suppressions.js';
import type { ResolverContext } from '../kernel/context.js';
import { PageArgs } from '../kernel/page-args.js';
import { Suppression, SuppressionConnection, SuppressionFilter, toSuppression } from './suppression.js';

@Resolver(() => Suppression)
export class SuppressionResolver {
  @Query(() => SuppressionConnection, { complexity: 5, description: 'Numbers that are not written to, newest first.' })
  async suppressions(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => SuppressionFilter, { nullable: true, description: 'Only suppressions like this.' })
    filter?: SuppressionFilter | null,
  ) {
    const found = await listSuppressions(context, { ...page, conditions: filter ?? {} });
    return SuppressionConnection.of(found, toSuppression);
  }
}
