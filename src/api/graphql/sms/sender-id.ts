import { Arg, Args, Ctx, Field, ID, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import type { SenderStatus as Status } from '../../../domain/vocabulary.js';
import { camelCased } from '../../../lib/snake-case.js';
import {
  createSenderId,
  deleteSenderId,
  listSenderIds,
  type SenderIdRow,
} from '../../../operations/sms/senders/sender-ids.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { IDEMPOTENCY_KEY, idInput, mutation, object, replayed } from '../kernel/mutation.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import { DateTime } from '../kernel/scalars.js';

export const SenderStatus = enumOf<Status>('SenderStatus', 'Whether messages may use a sender ID.', {
  pending: 'Pending: the operator of the installation has not decided.',
  approved: 'Approved: messages may use this sender ID.',
  rejected: 'Rejected: messages may not use this sender ID; `reason` says why.',
});

@ObjectType({
  description: 'A name or number that the organisation has registered as a sender of messages.',
  simpleResolvers: true,
})
class SenderId {
  @Field(() => ID, { description: 'The id of the entry.' })
  id!: string;

  @Field(() => String, { description: 'The sender that phones show; a number has no leading `+`.' })
  name!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'The countries for which the sender ID is registered, as ISO 3166 codes; null: all countries.',
  })
  countries!: readonly string[] | null;

  @Field(() => SenderStatus, { description: 'Whether messages may use the sender ID.' })
  status!: Status;

  @Field(() => String, { nullable: true, description: 'Why the operator rejected the sender ID.' })
  reason!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether the messages that wait with this sender ID are held until the operator approves it: so it is after a ' +
      'rejection, unless the operator lets them go.',
  })
  holdsMessages!: boolean;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The time when the operator approved or rejected the sender ID.',
  })
  decidedAt!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      `The time when a gateway last refused the sender ID with delivery code ${CODE_OF.InvalidSenderId}. The ` +
      'status stays, because another network may accept it.',
  })
  refusedAt!: string | null;

  @Field(() => String, { nullable: true, description: 'The gateway that last refused the sender ID.' })
  refusedBy!: string | null;

  @Field(() => DateTime, { description: 'The time when the sender ID was registered.' })
  createdAt!: string;
}

const toSenderId = (row: SenderIdRow): SenderId => camelCased(row);

const SenderIdConnection = connectionOf('SenderId', 'sender IDs', () => SenderId);

@InputType({ description: 'Conditions for listed sender IDs; all of them must hold.' })
export class SenderIdFilter {
  @Field(() => SenderStatus, { nullable: true, description: 'Sender IDs with this status.' })
  status?: Status | null;
}

@InputType({ description: 'A sender ID to register.' })
export class CreateSenderIdInput {
  @Field(() => String, {
    description:
      'The sender ID: a number of 3 to 15 digits, or 1 to 11 letters, digits, spaces and `.` `_` `&` `-`, ' +
      'with a letter or digit first and at least one letter.',
  })
  name!: string;

  @Field(() => [String], {
    nullable: true,
    description:
      `The countries for which to register the sender ID: up to ${LIMITS.countriesPerSenderId} ISO 3166 codes, ` +
      'such as KE; all countries if omitted.',
  })
  countries?: string[] | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

@Resolver(() => SenderId)
export class SenderIdResolver {
  @Query(() => SenderIdConnection, {
    complexity: 5,
    description: 'Returns the sender IDs of the organisation, newest first.',
  })
  async senderIds(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => SenderIdFilter, { nullable: true, description: 'Conditions for the listed sender IDs.' })
    filter?: SenderIdFilter | null,
  ) {
    const found = await listSenderIds(context, { ...page, conditions: filter ?? {} });
    return SenderIdConnection.of(found, toSenderId);
  }
}

/** No mutation approves a sender ID: the operator does that at the command line. */
export const SENDER_ID_MUTATIONS = [
  mutation({
    name: 'createSenderId',
    description:
      'Registers a sender ID. The operator of the installation has to approve it before messages may use it.',
    input: CreateSenderIdInput,
    takes: 'The sender ID.',
    payload: { senderId: object(() => SenderId, 'The registered sender ID, which is pending.'), replayed },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await createSenderId(context, input);
      return { senderId: toSenderId(result), replayed };
    },
  }),
  mutation({
    name: 'deleteSenderId',
    description:
      'Deletes a sender ID, unless it holds messages (`holdsMessages`). Messages that were accepted with it are still ' +
      'sent with it. To change its countries, delete it and create it again.',
    input: idInput('DeleteSenderIdInput', 'The sender ID to delete.', 'senderIdId', 'The `id` of the sender ID.'),
    takes: 'The sender ID.',
    payload: { senderId: object(() => SenderId, 'The deleted sender ID.') },
    resolve: async (context: ResolverContext, input) => ({
      senderId: toSenderId(await deleteSenderId(context, input)),
    }),
  }),
];
