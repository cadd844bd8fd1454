import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import { listSenderIds } from '../../../operations/sms/senders/sender-ids.js';
import type { ResolverContext } from '../kernel/context.js';
import { PageArgs } from '../kernel/page-args.js';
import { SenderId, SenderIdConnection, SenderIdFilter, toSenderId } from './sender-id.js';

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
