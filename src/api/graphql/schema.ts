import 'reflect-metadata';
import { type GraphQLSchema, isInterfaceType } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { AccountResolver } from './account-resolver.js';
import { ApiKeyResolver } from './api-key-resolver.js';
import { AuditResolver } from './audit-resolver.js';
import { CampaignMessageResolver } from './campaign-message-resolver.js';
import { CampaignResolver } from './campaign-resolver.js';
import { ChatMessageResolver } from './chat-message-resolver.js';
import { ChatSendResolver } from './chat-send-resolver.js';
import type { ResolverContext } from './context.js';
import { DeliveryCodeResolver } from './delivery-code-resolver.js';
import { EventResolver } from './event-resolver.js';
import { InvitationResolver } from './invitation-resolver.js';
import { MemberResolver } from './member-resolver.js';
import { OrganisationControlResolver } from './organisation-control-resolver.js';
import { OrganisationResolver } from './organisation-resolver.js';
import { SendResolver } from './send-resolver.js';
import { SenderIdResolver } from './sender-id-resolver.js';
import { SessionControlResolver } from './session-control-resolver.js';
import { SessionResolver } from './session-resolver.js';
import { SmsMessageResolver } from './sms-message-resolver.js';
import { SubscriptionResolver } from './subscription-resolver.js';
import { SuppressionResolver } from './suppression-resolver.js';
import { throwingErrors } from './user-errors.js';
import { ViewerResolver } from './viewer-resolver.js';
import { WebhookControlResolver } from './webhook-control-resolver.js';
import { WebhookResolver } from './webhook-resolver.js';

/** The schema without limits; see src/api/admission.ts for what every root field goes through. */
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
      AccountResolver,
      OrganisationControlResolver,
      MemberResolver,
      InvitationResolver,
      ApiKeyResolver,
      SendResolver,
      ChatSendResolver,
      SessionControlResolver,
      WebhookControlResolver,
      SubscriptionResolver,
    ],
    // Every subscription brings its own source; type-graphql wants a bus for those that do not.
    pubSub: { publish: () => undefined, subscribe: () => [][Symbol.iterator]() as never },
    // Operations check what they are given, with errors that suit the API; decorators would only say it twice.
    validate: false,
    // A test makes sure that the schema is valid: whoever starts need not wait for that.
    skipCheck: true,
  });
  for (const type of Object.values(schema.getTypeMap())) {
    // type-graphql makes a promise of it, which compiled documents cannot wait for.
    if (isInterfaceType(type)) type.resolveType = (value: { readonly typeName: string }) => value.typeName;
  }
  takePlainInput(schema, [
    new SendResolver(),
    new ChatSendResolver(),
    new SessionControlResolver(),
    new WebhookControlResolver(),
    new SuppressionResolver(),
    new SenderIdResolver(),
    new AccountResolver(),
    new OrganisationControlResolver(),
    new MemberResolver(),
    new InvitationResolver(),
    new ApiKeyResolver(),
  ]);
  return schema;
}

type Mutations = Readonly<Record<string, (context: ResolverContext, input: unknown) => unknown>>;

/**
 * Calls mutations with the input as graphql-js has checked it. type-graphql would first copy it into instances of the
 * input classes, one for each of ten thousand recipients, which took as long as all the rest of the coercion.
 */
function takePlainInput(schema: GraphQLSchema, resolvers: readonly object[]): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolver = resolvers.find((candidate) => field.name in candidate) as Mutations | undefined;
    field.resolve = throwingErrors((_, { input }, context) => resolver?.[field.name]?.(context, input));
  }
}
