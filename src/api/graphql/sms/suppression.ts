import { Arg, Args, Ctx, Field, ID, InputType, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { onlyCategoryOf } from '../../../domain/sms/category.js';
import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import type { MessageCategory as Category, SuppressionSource as Source } from '../../../domain/vocabulary.js';
import { camelCased } from '../../../lib/snake-case.js';
import { addSuppressions } from '../../../operations/sms/suppressions/add-suppressions.js';
import { liftSuppression } from '../../../operations/sms/suppressions/lift-suppression.js';
import { listSuppressions, type SuppressionRow } from '../../../operations/sms/suppressions/suppressions.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { IDEMPOTENCY_KEY, list, mutation, object, replayed } from '../kernel/mutation.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import { DateTime, PhoneNumber, UUID } from '../kernel/scalars.js';
import { MessageCategory } from './sms-status.js';

export const SuppressionSource = enumOf<Source>('SuppressionSource', 'The origin of a suppression.', {
  gateway:
    `Gateway: a gateway reported delivery code ${CODE_OF.UserInBlacklist} or ${CODE_OF.DoNotDisturbRejection} ` +
    'for the number.',
  manual: 'Manual: a call of `addSuppressions`.',
  keyword: 'Keyword: the person answered `STOP`, or another word that means it.',
});

@ObjectType({
  description:
    'A suppressed number: the organisation sends it no messages, or no promotional ones, from any sender or from one.',
  simpleResolvers: true,
})
export class Suppression {
  @Field(() => ID, { description: 'The id of the suppression.' })
  id!: string;

  @Field(() => PhoneNumber, {
    description: 'The suppressed number: country code and number, digits only, without `+`. Messages have it as `to`.',
  })
  mobile!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The sender ID that may not send to the number; null: no sender may.',
  })
  senderId!: string | null;

  @Field(() => MessageCategory, {
    nullable: true,
    description: 'The category of messages that are not sent to the number; null: no message is sent.',
  })
  category!: Category | null;

  @Field(() => Int, {
    description:
      `The delivery code of messages that the suppression blocks: ${CODE_OF.UserInBlacklist} or ` +
      `${CODE_OF.DoNotDisturbRejection}.`,
  })
  deliveryCode!: number;

  @Field(() => SuppressionSource, { description: 'The origin of the suppression.' })
  source!: Source;

  @Field(() => String, { nullable: true, description: 'The reason, for people.' })
  reason!: string | null;

  @Field({
    description: 'True if the suppression comes from a test key or a test message; it then blocks test messages only.',
  })
  test!: boolean;

  @Field(() => DateTime, { description: 'The time when the number was suppressed.' })
  createdAt!: string;
}

export const toSuppression = (row: SuppressionRow): Suppression => ({
  ...camelCased(row),
  senderId: row.sender_id || null,
  category: onlyCategoryOf(row),
});

const SuppressionConnection = connectionOf('Suppression', 'suppressed numbers', () => Suppression, LIMITS.itemsCounted);

@InputType({ description: 'Conditions for listed suppressions; all of them must hold.' })
class SuppressionFilter {
  @Field(() => PhoneNumber, { nullable: true, description: 'Suppressions of this number.' })
  mobile?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Suppressions for this sender ID; if it is empty, those for every sender.',
  })
  senderId?: string | null;

  @Field(() => Int, { nullable: true, description: 'Suppressions with this delivery code.' })
  deliveryCode?: number | null;

  @Field(() => SuppressionSource, { nullable: true, description: 'Suppressions with this origin.' })
  source?: Source | null;
}

@InputType({ description: 'A number to suppress.' })
class SuppressionInput {
  @Field(() => PhoneNumber, { description: 'The phone number.' })
  mobile!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Suppress the number for this sender ID only; for every sender if omitted.',
  })
  senderId?: string | null;

  @Field(() => MessageCategory, {
    nullable: true,
    description: '`PROMOTIONAL`: suppress the number for promotional messages only; for all messages if omitted.',
  })
  category?: Category | null;

  @Field(() => String, { nullable: true, description: 'The reason, for people.' })
  reason?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time when the person opted out, not in the future; the time of the call if omitted.',
  })
  optedOutAt?: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      `Where it is proved that the person opted out, at most ${LIMITS.proofLength} characters, such as "web form 2025-03-01, ` +
      'ticket 4711". It is kept with the consent change.',
  })
  proof?: string | null;
}

@InputType({ description: 'The numbers to suppress.' })
class AddSuppressionsInput {
  @Field(() => [SuppressionInput], { description: `The numbers to suppress, from 1 to ${LIMITS.suppressionsPerCall}.` })
  numbers!: SuppressionInput[];

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

@InputType({ description: 'The suppression to lift, by its id, or by number and sender.' })
class LiftSuppressionInput {
  @Field(() => UUID, { nullable: true, description: 'The id of the suppression.' })
  id?: string | null;

  @Field(() => PhoneNumber, { nullable: true, description: 'The suppressed number, if no id is given.' })
  mobile?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Lift the suppression of the number for this sender ID; the one for every sender if omitted.',
  })
  senderId?: string | null;
}

@Resolver(() => Suppression)
export class SuppressionResolver {
  @Query(() => SuppressionConnection, {
    complexity: 5,
    description: 'Returns the suppressed numbers of the organisation, newest first.',
  })
  async suppressions(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => SuppressionFilter, { nullable: true, description: 'Conditions for the listed suppressions.' })
    filter?: SuppressionFilter | null,
  ) {
    const found = await listSuppressions(context, { ...page, conditions: filter ?? {} });
    return SuppressionConnection.of(found, toSuppression);
  }
}

export const SUPPRESSION_MUTATIONS = [
  mutation({
    name: 'addSuppressions',
    description: 'Suppresses numbers: no message is sent to them from now on.',
    input: AddSuppressionsInput,
    takes: 'The numbers to suppress.',
    payload: {
      suppressions: list(
        () => Suppression,
        'The suppressions, in the order of the call. A number that was already suppressed keeps its entry; one for promotional ' +
          'messages is widened if the call suppresses the number for all.',
      ),
      replayed,
    },
    // For as many objects as it may return: two to a document.
    complexity: 1_000,
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await addSuppressions(context, input);
      return { suppressions: result.map(toSuppression), replayed };
    },
  }),
  mutation({
    name: 'liftSuppression',
    description: 'Lifts a suppression: messages may be sent to the number again.',
    input: LiftSuppressionInput,
    takes: 'The suppression to lift.',
    payload: { suppression: object(() => Suppression, 'The lifted suppression.') },
    resolve: async (context: ResolverContext, input) => ({
      suppression: toSuppression(await liftSuppression(context, input)),
    }),
  }),
];
