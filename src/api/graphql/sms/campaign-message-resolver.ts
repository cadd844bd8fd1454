import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { batchesOf } from '../kernel/batches.js';
import type { ResolverContext } from '../kernel/context.js';
import { CampaignMessage } from './campaign-message.js';
import { SmsMessage, toSmsMessage } from './sms-message.js';

@Resolver(() => CampaignMessage)
export class CampaignMessageResolver {
  @FieldResolver(() => SmsMessage, {
    nullable: true,
    complexity: 2,
    description: 'All there is to know about the message.',
  })
  async message(
    @Root() line: Pick<CampaignMessage, 'id'>,
    @Ctx() context: ResolverContext,
  ): Promise<SmsMessage | null> {
    const row = await batchesOf(context).message(line.id);
    return row && toSmsMessage(row);
  }
}
