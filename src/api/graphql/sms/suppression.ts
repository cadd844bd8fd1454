import { Arg, Args, Ctx, Field, InputType, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { SuppressionSource as Source } from '../../../domain/vocabulary.js';
import { addSuppressions } from '../../../operations/sms/suppressions/add-suppressions.js';
import { liftSuppression } from '../../../operations/sms/suppressions/lift-suppression.js';
import { listSuppressions } from '../../../operations/sms/suppressions/list-suppressions.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { IDEMPOTENCY_KEY, list, mutation, object, replayed } from '../kernel/mutation.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import type { SuppressionRow } from '../kernel/rows.js';
import { DateTime, PhoneNumber, UUID } from '../kernel/scalars.js';

const SuppressionSource = enumOf<Source>('SuppressionSource', 'Who suppressed a number.', {
  gateway: 'A gateway reported 406 or 409 for it.',
  manual: 'A call of `addSuppressions`.',
});

@ObjectType({
  description: 'A number that is not written to: by no sender of the organisation, or not by one of them.',
  simpleResolvers: true,
})
class Suppression {
  @Field(() => UUID, { description: 'Identifies the entry.' })
  id!: string;

  @Field(() => PhoneNumber, { description: 'The number, digits only.' })
  mobile!: string;

  @Field(() => String, { nullable: true, description: 'The sender that must not write to it; null: every sender.' })
  senderId!: string | null;

  @Field(() => Int, { description: 'The delivery code that messages to it are blocked with: 406 or 409.' })
  deliveryCode!: number;

  @Field(() => SuppressionSource, { description: 'Who suppressed it.' })
  source!: Source;

  @Field(() => String, { nullable: true, description: 'Why, for humans.' })
  reason!: string | null;

  @Field({ description: 'Only test messages are kept from it: it came from a test key, or of a test message.' })
  test!: boolean;

  @Field(() => DateTime, { description: 'Since when.' })
  createdAt!: string;
}

function toSuppression(row: SuppressionRow): Suppression {
  return {
    id: row.id,
    mobile: row.mobile,
    senderId: row.sender_id === '' ? null : row.sender_id,
    deliveryCode: row.delivery_code,
    source: row.source,
    reason: row.reason,
    test: row.test,
    createdAt: row.created_at,
  };
}

const SuppressionConnection = connectionOf('Suppression', 'suppressed numbers', () => Suppression);

@InputType({ description: 'Which suppressions to list; all conditions must hold.' })
class SuppressionFilter {
  @Field(() => PhoneNumber, { nullable: true, description: 'Of this number.' })
  mobile?: string | null;

  @Field(() => SuppressionSource, { nullable: true, description: 'Made by this source.' })
  source?: Source | null;
}

@InputType({ description: 'A number that is not to be written to.' })
class SuppressionInput {
  @Field(() => PhoneNumber, { description: 'The number.' })
  mobile!: string;

  @Field(() => String, { nullable: true, description: 'Suppress it for this sender only; left out: for every sender.' })
  senderId?: string | null;

  @Field(() => String, { nullable: true, description: 'Why, for humans.' })
  reason?: string | null;
}

@InputType({ description: 'Numbers that are not to be written to.' })
class AddSuppressionsInput {
  @Field(() => [SuppressionInput], { description: 'From 1 to 1,000.' })
  numbers!: SuppressionInput[];

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

@InputType({ description: 'Which suppression to lift: by its id, or by number and sender.' })
class LiftSuppressionInput {
  @Field(() => UUID, { nullable: true, description: 'The entry.' })
  id?: string | null;

  @Field(() => PhoneNumber, { nullable: true, description: 'The number, where no id is given.' })
  mobile?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'With a number: lift the entry for this sender; left out: the one for every sender.',
  })
  senderId?: string | null;
}

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

export const SUPPRESSION_MUTATIONS = [
  mutation({
    name: 'addSuppressions',
    description: 'From now on no message is sent to these numbers.',
    input: AddSuppressionsInput,
    takes: 'The numbers.',
    payload: {
      suppressions: list(
        () => Suppression,
        'In the order of the call. A number that was suppressed before keeps its entry.',
      ),
      replayed,
    },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await addSuppressions(context, input);
      return { suppressions: result.map(toSuppression), replayed };
    },
  }),
  mutation({
    name: 'liftSuppression',
    description: 'Allows messages to a number again.',
    input: LiftSuppressionInput,
    takes: 'The suppression.',
    payload: { suppression: object(() => Suppression, 'What was lifted.') },
    resolve: async (context: ResolverContext, input) => ({
      suppression: toSuppression(await liftSuppression(context, input)),
    }),
  }),
];
