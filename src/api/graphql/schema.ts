import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { resolveInterfaces, resolveMutations, sortRootFields } from './around-type-graphql.js';
import { ChatMessageResolver, SessionMessagesResolver } from './chat/chat-message.js';
import { CHAT_MUTATIONS } from './chat/chat-message-mutations.js';
import { InboundChatResolver } from './chat/inbound-chat.js';
import { SessionResolver } from './chat/session.js';
import { SESSION_MUTATIONS } from './chat/session-mutations.js';
import { ConversationResolver, InboundConversationResolver } from './conversations/conversation.js';
import { CONVERSATION_MUTATIONS } from './conversations/conversation-mutations.js';
import { EventResolver } from './events/event.js';
import { EventSubjectResolver } from './events/event-subjects.js';
import { SubscriptionResolver } from './events/subscription-resolver.js';
import { EXPORT_MUTATIONS, ExportLinkResolver } from './exports/export-link.js';
import type { DefinedMutation } from './kernel/mutation.js';
import { NodeResolver } from './node-resolver.js';
import { ACCESS_TOKEN_MUTATIONS } from './people/access-token.js';
import { ACCOUNT_MUTATIONS } from './people/account-mutations.js';
import { AuditActorResolver } from './people/actor.js';
import { API_KEY_MUTATIONS, ApiKeyResolver } from './people/api-key.js';
import { AuditResolver } from './people/audit-log.js';
import { ERASURE_MUTATIONS } from './people/erasure.js';
import { InstallationResolver } from './people/installation.js';
import { INVITATION_MUTATIONS, InvitationResolver } from './people/invitation.js';
import { MEMBER_MUTATIONS, MemberResolver } from './people/member.js';
import { ORGANISATION_MUTATIONS, OrganisationResolver } from './people/organisation.js';
import { OWN_ACCOUNT_MUTATIONS } from './people/person-session.js';
import { ViewerResolver } from './people/viewer.js';
import { BulkPreviewResolver, PREVIEW_MUTATIONS } from './sms/bulk-preview.js';
import { CAMPAIGN_MUTATIONS } from './sms/campaign-mutations.js';
import { CampaignResolver } from './sms/campaign-resolver.js';
import { CheckedNumberResolver } from './sms/checked-number.js';
import { DeliveryCodeResolver } from './sms/delivery-code.js';
import { GatewayResolver } from './sms/gateway.js';
import { InboundMessageResolver } from './sms/inbound-message.js';
import { SEND_MUTATIONS } from './sms/send-mutations.js';
import { SENDER_ID_MUTATIONS, SenderIdResolver } from './sms/sender-id.js';
import { SmsMessageResolver } from './sms/sms-message-resolver.js';
import { StatisticsResolver } from './sms/statistics.js';
import { SUPPRESSION_MUTATIONS, SuppressionResolver } from './sms/suppression.js';
import { WebhookDeliveryResolver, WebhookResolver } from './webhooks/webhook.js';
import { WEBHOOK_MUTATIONS } from './webhooks/webhook-mutations.js';

const MUTATIONS: readonly DefinedMutation[] = [
  ...ACCESS_TOKEN_MUTATIONS,
  ...ACCOUNT_MUTATIONS,
  ...API_KEY_MUTATIONS,
  ...CHAT_MUTATIONS,
  ...CONVERSATION_MUTATIONS,
  ...ERASURE_MUTATIONS,
  ...EXPORT_MUTATIONS,
  ...INVITATION_MUTATIONS,
  ...MEMBER_MUTATIONS,
  ...ORGANISATION_MUTATIONS,
  ...OWN_ACCOUNT_MUTATIONS,
  ...PREVIEW_MUTATIONS,
  ...SEND_MUTATIONS,
  ...CAMPAIGN_MUTATIONS,
  ...SENDER_ID_MUTATIONS,
  ...SESSION_MUTATIONS,
  ...SUPPRESSION_MUTATIONS,
  ...WEBHOOK_MUTATIONS,
];

/** Builds the schema without limits; src/api/guard/admission.ts adds a check to every root field. */
export function buildPostriderSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      CampaignResolver,
      BulkPreviewResolver,
      CheckedNumberResolver,
      GatewayResolver,
      SmsMessageResolver,
      DeliveryCodeResolver,
      StatisticsResolver,
      SuppressionResolver,
      InboundMessageResolver,
      InboundChatResolver,
      ConversationResolver,
      InboundConversationResolver,
      SenderIdResolver,
      SessionResolver,
      ChatMessageResolver,
      SessionMessagesResolver,
      WebhookResolver,
      WebhookDeliveryResolver,
      EventResolver,
      EventSubjectResolver,
      AuditResolver,
      AuditActorResolver,
      NodeResolver,
      OrganisationResolver,
      ViewerResolver,
      InstallationResolver,
      MemberResolver,
      InvitationResolver,
      ExportLinkResolver,
      ApiKeyResolver,
      SubscriptionResolver,
      ...MUTATIONS.map(({ resolver }) => resolver),
    ],
    // type-graphql requires a bus, although every subscription has its own source.
    pubSub: { publish: () => undefined, subscribe: () => [][Symbol.iterator]() as never },
    // Operations validate their input, so decorators would state the same rules twice.
    validate: false,
    // A test validates the schema instead, so that the program starts faster.
    skipCheck: true,
  });
  resolveInterfaces(schema);
  sortRootFields(schema);
  return resolveMutations(schema, MUTATIONS);
}
