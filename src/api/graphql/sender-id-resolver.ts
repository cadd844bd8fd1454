import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { createSenderId } from '../../operations/senders/create-sender-id.js';
import { deleteSenderId } from '../../operations/senders/delete-sender-id.js';
import { listSenderIds } from '../../operations/senders/list-sender-ids.js';
import type { ResolverContext } from './context.js';
import { PageArgs } from './page-args.js';
import { NULL_ONLY } from './payloads.js';
import {
  CreateSenderIdInput,
  CreateSenderIdPayload,
  DeleteSenderIdInput,
  DeleteSenderIdPayload,
  SenderId,
  SenderIdConnection,
  SenderIdFilter,
  toSenderId,
} from './sender-id.js';
import { payloadOf } from './user-errors.js';

/** Nothing here approves: that is the operator's, at the command line. */
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

  @Mutation(() => CreateSenderIdPayload, {
    nullable: true,
    description: `Registers a sender ID, which waits for the approval of whoever runs the installation. ${NULL_ONLY}`,
  })
  createSenderId(
    @Ctx() context: ResolverContext,
    @Arg('input', () => CreateSenderIdInput, { description: 'The sender ID.' }) input: CreateSenderIdInput,
  ): Promise<CreateSenderIdPayload> {
    return payloadOf<CreateSenderIdPayload>(
      async () => {
        const { result, replayed } = await createSenderId(context, input);
        return { senderId: toSenderId(result), replayed, userErrors: [] };
      },
      (userErrors) => ({ senderId: null, replayed: false, userErrors }),
    );
  }

  @Mutation(() => DeleteSenderIdPayload, {
    nullable: true,
    description:
      'Takes a sender ID away. What was accepted under it still leaves under it. To change its countries, delete it and ' +
      `create it again. ${NULL_ONLY}`,
  })
  deleteSenderId(
    @Ctx() context: ResolverContext,
    @Arg('input', () => DeleteSenderIdInput, { description: 'The sender ID.' }) input: DeleteSenderIdInput,
  ): Promise<DeleteSenderIdPayload> {
    return payloadOf<DeleteSenderIdPayload>(
      async () => ({ senderId: toSenderId(await deleteSenderId(context, input)), userErrors: [] }),
      (userErrors) => ({ senderId: null, userErrors }),
    );
  }
}
