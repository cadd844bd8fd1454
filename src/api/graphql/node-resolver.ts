import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { toChatMessage } from './chat/chat-message.js';
import { toSession } from './chat/session.js';
import { toConversation } from './conversations/conversation.js';
import { batchesOf } from './kernel/batches.js';
import { hasScope, type ResolverContext } from './kernel/context.js';
import { Node } from './kernel/node.js';
import { UUID } from './kernel/scalars.js';
import { ownOrganisation } from './people/organisation.js';
import { toCampaign } from './sms/campaign.js';
import { toInboundMessage } from './sms/inbound-message.js';
import { toSmsMessage } from './sms/sms-message.js';
import { toWebhook } from './webhooks/webhook.js';

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description:
      'Returns a campaign, an SMS, what a person sent, a conversation, a session, a chat message, a webhook or the organisation by its id. Null ' +
      'if no such object exists, or if the scopes of the key do not cover it.',
  })
  async node(
    @Ctx() context: ResolverContext,
    @Arg('id', () => UUID, { description: 'The id of the object.' }) id: string,
  ): Promise<Node | null> {
    if (id === context.caller.organisationId) return ownOrganisation(context);
    return (
      (hasScope(context, 'sms:read') ? await smsNode(context, id) : null) ??
      (hasScope(context, 'inbox:read') ? await inboundNode(context, id) : null) ??
      (hasScope(context, 'chat:read') ? await chatNode(context, id) : null) ??
      (hasScope(context, 'webhooks:manage') ? await webhookNode(context, id) : null)
    );
  }
}

async function smsNode(context: ResolverContext, id: string): Promise<Node | null> {
  const batches = batchesOf(context);
  const [campaign, message] = await Promise.all([batches.campaign(id), batches.message(id)]);
  if (campaign) return toCampaign(campaign);
  return message && toSmsMessage(message);
}

async function inboundNode(context: ResolverContext, id: string): Promise<Node | null> {
  const batches = batchesOf(context);
  const [message, conversation] = await Promise.all([batches.inboundMessage(id), batches.conversation(id)]);
  if (message) return toInboundMessage(message);
  return conversation && toConversation(conversation);
}

async function chatNode(context: ResolverContext, id: string): Promise<Node | null> {
  const batches = batchesOf(context);
  const [session, message] = await Promise.all([batches.session(id), batches.chatMessage(id)]);
  if (session) return toSession(session);
  return message && toChatMessage(message);
}

async function webhookNode(context: ResolverContext, id: string): Promise<Node | null> {
  const webhook = await batchesOf(context).webhook(id);
  return webhook && toWebhook(webhook);
}
