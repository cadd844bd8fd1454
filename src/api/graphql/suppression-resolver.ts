import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { addSuppressions } from '../../operations/add-suppressions.js';
import { liftSuppression } from '../../operations/lift-suppression.js';
import { listSuppressions } from '../../operations/list-suppressions.js';
import type { ResolverContext } from './context.js';
import { AddSuppressionsInput, LiftSuppressionInput } from './inputs.js';
import { PageArgs } from './page-args.js';
import { AddSuppressionsPayload, LiftSuppressionPayload, NULL_ONLY } from './payloads.js';
import { Suppression, SuppressionConnection, SuppressionFilter, toSuppression } from './suppression.js';
import { payloadOf } from './user-errors.js';

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

  @Mutation(() => AddSuppressionsPayload, {
    nullable: true,
    description: `From now on these numbers are not written to. ${NULL_ONLY}`,
  })
  addSuppressions(
    @Ctx() context: ResolverContext,
    @Arg('input', () => AddSuppressionsInput, { description: 'The numbers.' }) input: AddSuppressionsInput,
  ): Promise<AddSuppressionsPayload> {
    return payloadOf<AddSuppressionsPayload>(
      async () => {
        const { result, replayed } = await addSuppressions(context, input);
        return { suppressions: result.map(toSuppression), replayed, userErrors: [] };
      },
      (userErrors) => ({ suppressions: [], replayed: false, userErrors }),
    );
  }

  @Mutation(() => LiftSuppressionPayload, {
    nullable: true,
    description: `Allows a number to be written to again. ${NULL_ONLY}`,
  })
  liftSuppression(
    @Ctx() context: ResolverContext,
    @Arg('input', () => LiftSuppressionInput, { description: 'The suppression.' }) input: LiftSuppressionInput,
  ): Promise<LiftSuppressionPayload> {
    return payloadOf<LiftSuppressionPayload>(
      async () => ({ suppression: toSuppression(await liftSuppression(context, input)), userErrors: [] }),
      (userErrors) => ({ suppression: null, userErrors }),
    );
  }
}
