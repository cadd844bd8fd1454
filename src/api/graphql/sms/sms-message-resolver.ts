import { Arg, Args, Ctx, Field, FieldResolver, InputType, Int, Query, Resolver, Root } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { explainMessage } from '../../../domain/sms/explanation/explain-message.js';
import { routeOf } from '../../../domain/sms/routing.js';
import { isClaimable } from '../../../domain/sms/verdict.js';
import type { SmsStatus as Status } from '../../../domain/vocabulary.js';
import { findOutages, findUnconfigured } from '../../../operations/sms/gateways/gateway-states.js';
import { listAttempts, listMessages, messageHistory } from '../../../operations/sms/messages/messages.js';
import { messageCauses } from '../../../operations/sms/numbers/explain-number.js';
import { hasScope, type ResolverContext } from '../kernel/context.js';
import { loaderOf } from '../kernel/loader.js';
import { connectionOf, MAY_BE_SHORT, PageArgs } from '../kernel/paging.js';
import { DateTime, PhoneNumber, UUID } from '../kernel/scalars.js';
import { found } from '../kernel/user-errors.js';
import { AuditActor, CREATED_BY, toCreatedBy } from '../people/actor.js';
import { Campaign, loadCampaign } from './campaign.js';
import { DeliveryCode, toDeliveryCode } from './delivery-code.js';
import { InboundMessage, loadInboundMessage } from './inbound-message.js';
import { SmsExplanation } from './sms-explanation.js';
import { loadSmsMessage, SmsAttempt, SmsChange, SmsMessage, toAttempt, toSmsMessage } from './sms-message.js';
import { SmsStatus } from './sms-status.js';

const SmsMessageConnection = connectionOf('SmsMessage', 'messages', () => SmsMessage, LIMITS.itemsCounted);

@InputType({ description: 'Conditions for listed messages; all of them must hold.' })
class MessageFilter {
  @Field(() => SmsStatus, { nullable: true, description: 'Messages with this status.' })
  status?: Status | null;

  @Field(() => Int, { nullable: true, description: 'Messages with this delivery code.' })
  deliveryCode?: number | null;

  @Field(() => [SmsStatus], {
    nullable: true,
    description: 'Messages with one of these statuses; an empty list matches none.',
  })
  statuses?: Status[] | null;

  @Field(() => [Int], {
    nullable: true,
    description: 'Messages with one of these delivery codes; an empty list matches none.',
  })
  deliveryCodes?: number[] | null;

  @Field(() => PhoneNumber, { nullable: true, description: 'Messages to this number.' })
  to?: string | null;

  @Field(() => String, { nullable: true, description: 'Messages with exactly this reference.' })
  reference?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Messages accepted after this time.' })
  createdAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Messages accepted before this time.' })
  createdBefore?: Date | null;

  @Field(() => UUID, { nullable: true, description: 'Messages of the campaign with this id.' })
  campaignId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: single messages. False: messages of campaigns.',
  })
  single?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Messages with exactly this sender ID.' })
  senderId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True: messages to the sandbox. False: the others.' })
  test?: boolean | null;
}

type Parent = Pick<SmsMessage, 'row'>;

const loadAttempts = loaderOf(listAttempts, []);
const loadChanges = loaderOf(messageHistory, []);
const loadSuppressionCause = loaderOf(messageCauses, null);
/** By the names of gateways. */
const loadOutage = loaderOf(findOutages, null);
const loadUnconfigured = loaderOf<string | null>(findUnconfigured, null);

@Resolver(() => SmsMessage)
export class SmsMessageResolver {
  @Query(() => SmsMessageConnection, {
    complexity: 5,
    description: `Returns the SMS of the organisation, single ones and those of campaigns, newest first. ${MAY_BE_SHORT}`,
  })
  async messages(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => MessageFilter, { nullable: true, description: 'Conditions for the listed messages.' })
    filter?: MessageFilter | null,
  ) {
    return SmsMessageConnection.of(await listMessages(context, { ...page, conditions: filter ?? {} }), toSmsMessage);
  }

  @Query(() => SmsMessage, {
    nullable: true,
    description: 'Returns one SMS; null if the organisation has no SMS with this id.',
  })
  async message(
    @Ctx() context: ResolverContext,
    @Arg('id', () => UUID, { description: 'The id of the message.' }) id: string,
  ): Promise<SmsMessage | null> {
    return found(context, 'Message', await loadSmsMessage(context, id));
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The text as the recipient gets it. Null after redaction.',
  })
  async text(@Root() { row }: Parent, @Ctx() context: ResolverContext): Promise<string | null> {
    // Without a number it is redacted, and may have had a text that was not the campaign's.
    if (row.body !== null || row.campaign_id === null || row.mobile === null) return row.body;
    return (await loadCampaign(context, row.campaign_id))?.text ?? null;
  }

  @FieldResolver(() => DeliveryCode, {
    nullable: true,
    description: 'The delivery code with its meaning and what to do; null while `deliveryCode` is.',
  })
  deliveryCodeInfo(@Root() { row }: Parent): DeliveryCode | null {
    return toDeliveryCode(row.delivery_code);
  }

  @FieldResolver(() => AuditActor, { nullable: true, description: CREATED_BY })
  async createdBy(@Root() { row }: Parent, @Ctx() context: ResolverContext): Promise<AuditActor | null> {
    if (row.campaign_id === null) return toCreatedBy(row);
    return (await loadCampaign(context, row.campaign_id))?.createdBy ?? null;
  }

  @FieldResolver(() => InboundMessage, {
    nullable: true,
    complexity: 2,
    description:
      'The message of the recipient whose keyword this message answers automatically; null for other messages, once the ' +
      'answered message is deleted, and for callers without the scope `INBOX_READ`.',
  })
  async answers(@Root() { row }: Parent, @Ctx() context: ResolverContext): Promise<InboundMessage | null> {
    // Answers that earlier versions stored lack it.
    const id = row.answers_inbound_id ?? null;
    return id === null || !hasScope(context, 'inbox:read') ? null : loadInboundMessage(context, id);
  }

  @FieldResolver(() => Campaign, {
    nullable: true,
    complexity: 2,
    description:
      'The campaign that the message belongs to; null for a single message, and for keys without the scope ' +
      '`SMS_READ`.',
  })
  async campaign(@Root() { row }: Parent, @Ctx() context: ResolverContext): Promise<Campaign | null> {
    if (row.campaign_id === null || !hasScope(context, 'sms:read')) return null;
    return loadCampaign(context, row.campaign_id);
  }

  @FieldResolver(() => [SmsAttempt], {
    complexity: 2,
    description:
      'The submissions of the message to gateways, oldest first; empty for callers without the scope `SMS_READ`.',
  })
  async attempts(@Root() { row }: Parent, @Ctx() context: ResolverContext): Promise<SmsAttempt[]> {
    return hasScope(context, 'sms:read') ? (await loadAttempts(context, row.id)).map(toAttempt) : [];
  }

  @FieldResolver(() => [SmsChange], {
    complexity: 2,
    description:
      'The status changes of the message, oldest first; for callers without the scope `SMS_READ` the first alone.',
  })
  async history(@Root() { row }: Parent, @Ctx() context: ResolverContext): Promise<SmsChange[]> {
    const changes = hasScope(context, 'sms:read') ? await loadChanges(context, row.id) : [];
    const logged = changes.map((change) => ({
      status: change.status,
      deliveryCode: change.delivery_code,
      at: change.created_at,
      revision: change.revision,
      corrected: change.corrected,
    }));
    if (logged[0]?.revision === 1) return logged;
    // A bulk call logs one event for all of its messages, so the row alone tells their first status.
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
    description: 'Why the message has its status, which rule applies, and what happens next.',
  })
  async explanation(@Root() { row }: Parent, @Ctx() context: ResolverContext): Promise<SmsExplanation> {
    const attempts = row.phase === 'waiting_retry' ? await loadAttempts(context, row.id) : [];
    // Only a pause of the campaign matters, and only to messages that a worker would claim.
    const campaign =
      isClaimable(row.phase) && row.campaign_id !== null ? await loadCampaign(context, row.campaign_id) : null;
    return explainMessage(
      {
        status: row.status,
        phase: row.phase,
        deliveryCode: row.delivery_code,
        outcomeUnknown: row.outcome_unknown ?? false,
        expired: row.expired ?? false,
        holdReason: row.hold_reason,
        handedOver: row.handed_over,
        atLeastOnce: row.at_least_once,
        attempt: row.attempt,
        nextActionAt: row.next_action_at,
        scheduledAt: row.scheduled_at,
        // Answers that earlier versions stored lack it.
        validUntil: row.valid_until ?? null,
        isKeywordAnswer: row.answers_inbound_id != null,
        isCampaignPaused: campaign?.pausedAt != null,
        outage: await findOutage({ row }, context),
        unconfiguredGateway: isClaimable(row.phase) && !row.test ? await loadUnconfigured(context, row.id) : null,
        suppression: row.status === 'blocked' && !row.handed_over ? await loadSuppressionCause(context, row.id) : null,
      },
      attempts.at(-1)?.delivery_code ?? null,
    );
  }
}

/** The outage for which a message waits: no gateway of its route can be reached. */
async function findOutage({ row }: Parent, context: ResolverContext) {
  const { phase, id, mobile, sender_id: senderId, test } = row;
  if (phase !== 'ready' || mobile === null || test) return null;
  const route = routeOf(context.routing, context.caller.organisationId, { id, mobile, senderId });
  const [first, ...others] = await Promise.all(route.map((gateway) => loadOutage(context, gateway)));
  if (!first || others.includes(null)) return null;
  return { gateway: first.gateway, nextTryAt: first.next_try_at };
}
