import 'reflect-metadata';
import { type GraphQLSchema, isInterfaceType } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { ChatMessageResolver } from './chat/chat-message-resolver.js';
import { CHAT_MUTATIONS } from './chat/chat-mutations.js';
import { SESSION_MUTATIONS } from './chat/session-mutations.js';
import { SessionResolver } from './chat/session-resolver.js';
import { EventResolver } from './events/event-resolver.js';
import { SubscriptionResolver } from './events/subscription-resolver.js';
import type { DefinedMutation } from './kernel/mutation.js';
import { ACCOUNT_MUTATIONS } from './people/account-mutations.js';
import { API_KEY_MUTATIONS } from './people/api-key-mutations.js';
import { ApiKeyResolver } from './people/api-key-resolver.js';
import { AuditResolver } from './people/audit-resolver.js';
import { INVITATION_MUTATIONS } from './people/invitation-mutations.js';
import { InvitationResolver } from './people/invitation-resolver.js';
import { MEMBER_MUTATIONS } from './people/member-mutations.js';
import { MemberResolver } from './people/member-resolver.js';
import { ORGANISATION_MUTATIONS } from './people/organisation-mutations.js';
import { OrganisationResolver } from './people/organisation-resolver.js';
import { ViewerResolver } from './people/viewer-resolver.js';
import { CampaignMessageResolver } from './sms/campaign-message-resolver.js';
import { CampaignResolver } from './sms/campaign-resolver.js';
import { DeliveryCodeResolver } from './sms/delivery-code-resolver.js';
import { SEND_MUTATIONS } from './sms/send-mutations.js';
import { SENDER_ID_MUTATIONS } from './sms/sender-id-mutations.js';
import { SenderIdResolver } from './sms/sender-id-resolver.js';
import { SmsMessageResolver } from './sms/sms-message-resolver.js';
import { SUPPRESSION_MUTATIONS } from './sms/suppression-mutations.js';
import { SuppressionResolver } from './sms/suppression-resolver.js';
import { WEBHOOK_MUTATIONS } from './webhooks/webhook-mutations.js';
import { WebhookResolver } from './webhooks/webhook-resolver.js';

const MUTATIONS: readonly DefinedMutation[] = [
  ...ACCOUNT_MUTATIONS,
  ...API_KEY_MUTATIONS,
  ...CHAT_MUTATIONS,
  ...INVITATION_MUTATIONS,
  ...MEMBER_MUTATIONS,
  ...ORGANISATION_MUTATIONS,
  ...SEND_MUTATIONS,
  ...SENDER_ID_MUTATIONS,
  ...SESSION_MUTATIONS,
  ...SUPPRESSION_MUTATIONS,
  ...WEBHOOK_MUTATIONS,
];

/** The schema without limits; see src/api/guard/admission.ts for what every root field goes through. */
export function buildPostriderSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      CampaignResolver,
      CampaignMessageResolver,
      SmsMessageResolver,
      DeliveryCodeResolver,
      SuppressionResolver,
      SenderIdResolver,
      SessionResolver,
      ChatMessageResolver,
      WebhookResolver,
      EventResolver,
      AuditResolver,
      OrganisationResolver,
      ViewerResolver,
      MemberResolver,
      InvitationResolver,
      ApiKeyResolver,
      SubscriptionResolver,
      ...MUTATIONS.map(({ resolver }) => resolver),
    ],
    // Every subscription has its own source, but type-graphql requires a bus.
    pubSub: { publish: () => undefined, subscribe: () => [][Symbol.iterator]() as never },
    // Operations check their input. Decorators would be a second place for the same rules.
    validate: false,
    // A test checks the schema, so that the program starts sooner.
    skipCheck: true,
  });
  for (const type of Object.values(schema.getTypeMap())) {
    // type-graphql's own function returns a promise, which compiled documents cannot wait for.
    if (isInterfaceType(type)) type.resolveType = (value: { readonly typeName: string }) => value.typeName;
  }
  return resolveMutations(schema, MUTATIONS);
}

/**
 * Has graphql-js call mutations with the input that it has checked. type-graphql would copy the input into instances of
 * its classes, one for each of ten thousand recipients, which takes as long as checking it.
 */
export function resolveMutations(schema: GraphQLSchema, mutations: readonly DefinedMutation[]): GraphQLSchema {
  const resolvers = new Map(mutations.map(({ name, resolve }) => [name, resolve]));
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = resolvers.get(field.name);
    if (!resolve) throw new Error(`The mutation ${field.name} has no resolver: define it by \`mutation\`.`);
    field.resolve = resolve;
  }
  return schema;
}
