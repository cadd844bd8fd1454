import { Arg, Args, Ctx, Field, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import type { SenderStatus as Status } from '../../../domain/vocabulary.js';
import { createSenderId } from '../../../operations/sms/senders/create-sender-id.js';
import { deleteSenderId } from '../../../operations/sms/senders/delete-sender-id.js';
import { listSenderIds } from '../../../operations/sms/senders/list-sender-ids.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { IDEMPOTENCY_KEY, idInput, mutation, object, replayed } from '../kernel/mutation.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import type { SenderIdRow } from '../kernel/rows.js';
import { DateTime, UUID } from '../kernel/scalars.js';

export const SenderStatus = enumOf<Status>('SenderStatus', 'Whether messages may leave under a sender ID.', {
  pending: 'The operator of the installation has yet to decide.',
  approved: 'They may.',
  rejected: 'They may not; the reason says why.',
});

@ObjectType({
  description: 'A name or number that the organisation wants its messages to come from.',
  simpleResolvers: true,
})
class SenderId {
  @Field(() => UUID, { description: 'Identifies the entry.' })
  id!: string;

  @Field(() => String, { description: 'What phones show; a number without its plus.' })
  name!: string;

  @Field(() => [String], { nullable: true, description: 'Where it is used, after ISO 3166; null: everywhere.' })
  countries!: readonly string[] | null;

  @Field(() => SenderStatus, { description: 'Whether messages may leave under it.' })
  status!: Status;

  @Field(() => String, { nullable: true, description: 'Why it was rejected.' })
  reason!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was approved or rejected.' })
  decidedAt!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When a gateway last refused it with 402. Its status stays: another network may take it.',
  })
  refusedAt!: string | null;

  @Field(() => String, { nullable: true, description: 'The gateway that last refused it.' })
  refusedBy!: string | null;

  @Field(() => DateTime, { description: 'When it was registered.' })
  createdAt!: string;
}

function toSenderId(row: SenderIdRow): SenderId {
  return {
    id: row.id,
    name: row.name,
    countries: row.countries,
    status: row.status,
    reason: row.reason,
    decidedAt: row.decided_at,
    refusedAt: row.refused_at,
    refusedBy: row.refused_by,
    createdAt: row.created_at,
  };
}

const SenderIdConnection = connectionOf('SenderId', 'sender IDs', () => SenderId);

@InputType({ description: 'Which sender IDs to list; all conditions must hold.' })
export class SenderIdFilter {
  @Field(() => SenderStatus, { nullable: true, description: 'With this status.' })
  status?: Status | null;
}

@InputType({ description: 'A sender ID to register.' })
export class CreateSenderIdInput {
  @Field(() => String, {
    description:
      'A number of 3 to 15 digits, or 1 to 11 letters, digits, spaces and `.` `_` `&` `-`, with a letter or digit first and at least one letter.',
  })
  name!: string;

  @Field(() => [String], {
    nullable: true,
    description: `Where it is to be used: up to ${LIMITS.countriesPerSenderId} codes after ISO 3166, such as KE; left out: everywhere.`,
  })
  countries?: string[] | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

@Resolver(() => SenderId)
export class SenderIdResolver {
  @Query(() => SenderIdConnection, { complexity: 5, description: 'The registered sender IDs, newest first.' })
  async senderIds(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => SenderIdFilter, { nullable: true, description: 'Only sender IDs like this.' })
    filter?: SenderIdFilter | null,
  ) {
    const found = await listSenderIds(context, { ...page, conditions: filter ?? {} });
    return SenderIdConnection.of(found, toSenderId);
  }
}

/** None of them approves a sender ID: the operator does that at the command line. */
export const SENDER_ID_MUTATIONS = [
  mutation({
    name: 'createSenderId',
    description: 'Registers a sender ID, which waits for the approval of the operator of the installation.',
    input: CreateSenderIdInput,
    takes: 'The sender ID.',
    payload: { senderId: object(() => SenderId, 'The sender ID, which waits for approval.'), replayed },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await createSenderId(context, input);
      return { senderId: toSenderId(result), replayed };
    },
  }),
  mutation({
    name: 'deleteSenderId',
    description:
      'Takes a sender ID away. What was accepted under it still leaves under it. To change its countries, delete it and ' +
      'create it again.',
    input: idInput('DeleteSenderIdInput', 'Which sender ID to delete.', 'senderIdId', 'The `id` of its entry.'),
    takes: 'The sender ID.',
    payload: { senderId: object(() => SenderId, 'The sender ID as it was.') },
    resolve: async (context: ResolverContext, input) => ({
      senderId: toSenderId(await deleteSenderId(context, input)),
    }),
  }),
];
