import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { type DescribedEvent, kindOf } from '../../../domain/events/event.js';
import { ChatMessage, loadChatMessage } from '../chat/chat-message.js';
import { loadSession, Session } from '../chat/session.js';
import { hasScope, type ResolverContext } from '../kernel/context.js';
import { Campaign, loadCampaign } from '../sms/campaign.js';
import { ConsentChange, loadConsentChange } from '../sms/consent-change.js';
import { InboundMessage, loadInboundMessage } from '../sms/inbound-message.js';
import { loadSmsMessage, SmsMessage } from '../sms/sms-message.js';
import { loadWebhook, Webhook } from '../webhooks/webhook.js';
import { LogEvent } from './event.js';

/** What of an event leads to its subject; `subjectId` is no field of the API. */
type Parent = Pick<DescribedEvent, 'type' | 'subjectId' | 'campaignId' | 'sessionId' | 'webhookId'>;

const nowOf = (what: string, scope: string) =>
  `${what} as it is now; null if the event is not about one, if it was deleted, and for keys without the scope \`${scope}\`.`;

/** The subjects of events, so that a list of events updates what a front end has of them. */
@Resolver(() => LogEvent)
export class EventSubjectResolver {
  @FieldResolver(() => SmsMessage, { nullable: true, complexity: 2, description: nowOf('The SMS', 'SMS_READ') })
  async message(@Root() { type, subjectId }: Parent, @Ctx() context: ResolverContext): Promise<SmsMessage | null> {
    if (kindOf(type) !== 'sms' || !hasScope(context, 'sms:read')) return null;
    return loadSmsMessage(context, subjectId);
  }

  @FieldResolver(() => InboundMessage, {
    nullable: true,
    complexity: 2,
    description: nowOf('What the person sent,', 'INBOX_READ'),
  })
  async inboundMessage(
    @Root() { type, subjectId }: Parent,
    @Ctx() context: ResolverContext,
  ): Promise<InboundMessage | null> {
    const isInbound = kindOf(type) === 'inbound' || kindOf(type) === 'inbound_chat';
    if (!isInbound || !hasScope(context, 'inbox:read')) return null;
    return loadInboundMessage(context, subjectId);
  }

  @FieldResolver(() => ConsentChange, {
    nullable: true,
    complexity: 2,
    description: nowOf('The consent change', 'SUPPRESSIONS_MANAGE'),
  })
  async consentChange(
    @Root() { type, subjectId }: Parent,
    @Ctx() context: ResolverContext,
  ): Promise<ConsentChange | null> {
    if (kindOf(type) !== 'consent' || !hasScope(context, 'suppressions:manage')) return null;
    return loadConsentChange(context, subjectId);
  }

  @FieldResolver(() => Campaign, {
    nullable: true,
    complexity: 2,
    description: nowOf('The campaign, also if one of its messages changed,', 'SMS_READ'),
  })
  async campaign(@Root() { campaignId }: Parent, @Ctx() context: ResolverContext): Promise<Campaign | null> {
    if (campaignId === null || !hasScope(context, 'sms:read')) return null;
    return loadCampaign(context, campaignId);
  }

  @FieldResolver(() => ChatMessage, {
    nullable: true,
    complexity: 2,
    description: nowOf('The chat message', 'CHAT_READ'),
  })
  async chatMessage(@Root() { type, subjectId }: Parent, @Ctx() context: ResolverContext): Promise<ChatMessage | null> {
    if (kindOf(type) !== 'chat_message' || !hasScope(context, 'chat:read')) return null;
    return loadChatMessage(context, subjectId);
  }

  @FieldResolver(() => Session, {
    nullable: true,
    complexity: 2,
    description: nowOf('The session, also if one of its messages changed,', 'CHAT_READ'),
  })
  async session(@Root() { sessionId }: Parent, @Ctx() context: ResolverContext): Promise<Session | null> {
    if (sessionId === null || !hasScope(context, 'chat:read')) return null;
    return loadSession(context, sessionId);
  }

  @FieldResolver(() => Webhook, {
    nullable: true,
    complexity: 2,
    description: nowOf('The webhook', 'WEBHOOKS_MANAGE'),
  })
  async webhook(@Root() { webhookId }: Parent, @Ctx() context: ResolverContext): Promise<Webhook | null> {
    if (webhookId === null || !hasScope(context, 'webhooks:manage')) return null;
    return loadWebhook(context, webhookId);
  }
}
