import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { explainMessage } from '../../../domain/sms/explain.js';
import { listMessages } from '../../../operations/sms/messages/list-messages.js';
import { batchesOf } from '../kernel/batches.js';
import type { ResolverContext } from '../kernel/context.js';
import { PageArgs } from '../kernel/paging.js';
import { UUID } from '../kernel/scalars.js';
import { found } from '../kernel/user-errors.js';
import { Campaign, toCampaign } from './campaign.js';
import {
  MessageFilter,
  SmsAttempt,
  SmsChange,
  SmsExplanation,
  SmsMessage,
  SmsMessageConnection,
  toAttempt,
  toSmsMessage,
} from './sms-message.js';

type Parent = Pick<SmsMessage, 'row'>;

@Resolver(() => SmsMessage)
export class SmsMessageResolver {
  @Query(() => SmsMessageConnection, {
    complexity: 5,
    description: 'All SMS of the organisation, of campaigns and single ones, newest first.',
  })
  async messages(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => MessageFilter, { nullable: true, description: 'Only messages like this.' })
    filter?: MessageFilter | null,
  ) {
    return SmsMessageConnection.of(await listMessages(context, { ...page, conditions: filter ?? {} }), toSmsMessage);
  }

  @Query(() => SmsMessage, {
    nullable: true,
    description: 'One SMS; null if the organisation has none with this id.',
  })
  async message(
    @Ctx() context: ResolverContext,
    @Arg('id', () => UUID, { description: 'The message.' }) id: string,
  ): Promise<SmsMessage | null> {
    const row = found(context, 'Message', await batchesOf(context).message(id));
    return row && toSmsMessage(row);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The text as the recipient gets it. Null once redacted.',
  })
  async text(@Root() { row }: Parent, @Ctx() context: ResolverContext): Promise<string | null> {
    if (row.body !== null || row.campaign_id === null) return row.body;
    // Where all recipients get the same text it stands in the campaign alone.
    return (await batchesOf(context).campaign(row.campaign_id))?.body ?? null;
  }

  @FieldResolver(() => Campaign, {
    nullable: true,
    complexity: 2,
    description: 'The campaign it belongs to, if any; null for keys without `sms:read`.',
  })
  async campaign(@Root() { row }: Parent, @Ctx() context: ResolverContext): Promise<Campaign | null> {
    if (row.campaign_id === null || !context.caller.scopes.includes('sms:read')) return null;
    const campaign = await batchesOf(context).campaign(row.campaign_id);
    return campaign && toCampaign(campaign);
  }

  @FieldResolver(() => [SmsAttempt], { complexity: 2, description: 'Its hand-overs to gateways, in order.' })
  async attempts(@Root() { row }: Parent, @Ctx() context: ResolverContext): Promise<SmsAttempt[]> {
    return (await batchesOf(context).attempts(row.id)).map(toAttempt);
  }

  @FieldResolver(() => [SmsChange], { complexity: 2, description: 'The changes of its status, in order.' })
  async history(@Root() { row }: Parent, @Ctx() context: ResolverContext): Promise<SmsChange[]> {
    const logged = (await batchesOf(context).changes(row.id)).map((change) => ({
      status: change.status,
      deliveryCode: change.delivery_code,
      at: change.created_at,
      revision: change.revision,
      corrected: change.corrected,
    }));
    if (logged[0]?.revision === 1) return logged;
    // A bulk call logs one event for all its messages, so their first status is known from the row alone.
    const unchanged = row.revision === 1;
    const first = {
      status: unchanged ? row.status : ('queued' as const),
      deliveryCode: unchanged ? row.delivery_code : null,
      at: row.created_at,
      revision: 1,
      corrected: false,
    };
    return [first, ...logged];
  }

  @FieldResolver(() => SmsExplanation, {
    complexity: 2,
    description: 'Why it is where it is, by which rule, and what happens next.',
  })
  async explanation(@Root() { row }: Parent, @Ctx() context: ResolverContext): Promise<SmsExplanation> {
    const attempts = row.phase === 'waiting_retry' ? await batchesOf(context).attempts(row.id) : [];
    return explainMessage(
      {
        status: row.status,
        phase: row.phase,
        deliveryCode: row.delivery_code,
        outcomeUnknown: row.outcome_unknown ?? false,
        holdReason: row.hold_reason,
        handedOver: row.handed_over,
        atLeastOnce: row.at_least_once,
        attempt: row.attempt,
        nextActionAt: row.next_action_at,
        scheduledAt: row.scheduled_at,
      },
      attempts.at(-1)?.delivery_code ?? null,
    );
  }
}
