import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { Scope } from '../../domain/vocabulary.js';
import { loadChatMessage } from './chat/chat-message.js';
import { loadSession } from './chat/session.js';
import { loadConversation } from './conversations/conversation.js';
import { hasScope, type ResolverContext } from './kernel/context.js';
import type { Load } from './kernel/loader.js';
import { Node } from './kernel/node.js';
import { UUID } from './kernel/scalars.js';
import { ownOrganisation } from './people/organisation.js';
import { loadCampaign } from './sms/campaign.js';
import { loadConsentChange } from './sms/consent-change.js';
import { loadInboundMessage } from './sms/inbound-message.js';
import { loadSmsMessage } from './sms/sms-message.js';
import { loadWebhook } from './webhooks/webhook.js';

/** What finds the objects that a scope opens. */
const LOADERS: readonly (readonly [Scope, readonly Load<Node | null>[]])[] = [
  ['sms:read', [loadCampaign, loadSmsMessage]],
  ['inbox:read', [loadInboundMessage, loadConversation]],
  ['suppressions:manage', [loadConsentChange]],
  ['chat:read', [loadSession, loadChatMessage]],
  ['webhooks:manage', [loadWebhook]],
];

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description:
      'Returns a campaign, an SMS, what a person sent, a conversation, a consent change, a session, a chat message, a webhook or the ' +
      'organisation by its id. Null if no such object exists, or if the scopes of the key do not cover it.',
  })
  async node(
    @Ctx() context: ResolverContext,
    @Arg('id', () => UUID, { description: 'The id of the object.' }) id: string,
  ): Promise<Node | null> {
    if (id === context.caller.organisationId) return ownOrganisation(context);
    for (const [scope, loaders] of LOADERS) {
      const found = hasScope(context, scope) ? await Promise.all(loaders.map((load) => load(context, id))) : [];
      const node = found.find((one) => one !== null);
      if (node) return node;
    }
    return null;
  }
}
