import 'reflect-metadata';
import { type GraphQLSchema, isInterfaceType } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { CampaignMessageResolver } from './campaign-message-resolver.js';
import { CampaignResolver } from './campaign-resolver.js';
import { DeliveryCodeResolver } from './delivery-code-resolver.js';
import { OrganisationResolver } from './organisation-resolver.js';
import { SendResolver } from './send-resolver.js';
import { SmsMessageResolver } from './sms-message-resolver.js';
import { SuppressionResolver } from './suppression-resolver.js';

/** The schema without limits; see src/api/admission.ts for what every root field goes through. */
export function buildPostriderSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      CampaignResolver,
      CampaignMessageResolver,
      SmsMessageResolver,
      DeliveryCodeResolver,
      SuppressionResolver,
      OrganisationResolver,
      SendResolver,
    ],
    // Operations check what they are given, with errors that suit the API; decorators would only say it twice.
    validate: false,
  });
  for (const type of Object.values(schema.getTypeMap())) {
    // type-graphql makes a promise of it, which compiled documents cannot wait for.
    if (isInterfaceType(type)) type.resolveType = (value: TypedNode) => value.typeName;
  }
  return schema;
}

interface TypedNode {
  readonly typeName: string;
}
