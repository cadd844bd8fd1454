import type { GraphQLSchema } from 'graphql';
import { readDocument } from './documents.js';
import { inputsOf } from './inputs.js';
import type { Components, JsonSchema } from './json-schema.js';
import { replyOf } from './replies.js';
import type { Route, RouteDeclaration } from './route.js';
import { ACCOUNT_ROUTES } from './routes/accounts.js';
import { AUDIT_ROUTES } from './routes/audit.js';
import { CAMPAIGN_ROUTES } from './routes/campaigns.js';
import { CHAT_ROUTES } from './routes/chat.js';
import { DELIVERY_CODE_ROUTES } from './routes/delivery-codes.js';
import { EVENT_ROUTES } from './routes/events.js';
import { MESSAGE_ROUTES } from './routes/messages.js';
import { SEND_ROUTES } from './routes/sends.js';
import { SUPPRESSION_ROUTES } from './routes/suppressions.js';
import { WEBHOOK_DELIVERY_ROUTES, WEBHOOK_ROUTES } from './routes/webhooks.js';
import { createReword } from './words.js';

/** The whole REST API. */
const DECLARATIONS: readonly RouteDeclaration[] = [
  ...CHAT_ROUTES,
  ...SEND_ROUTES,
  ...CAMPAIGN_ROUTES,
  ...MESSAGE_ROUTES,
  ...DELIVERY_CODE_ROUTES,
  ...SUPPRESSION_ROUTES,
  ...WEBHOOK_ROUTES,
  ...WEBHOOK_DELIVERY_ROUTES,
  ...EVENT_ROUTES,
  ...AUDIT_ROUTES,
  ...ACCOUNT_ROUTES,
];

export interface RestTable {
  readonly routes: readonly Route[];
  /** The schemas that their replies refer to, by name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/** Derives the table from the documents and the schema. A document that does not fit keeps the program from starting. */
export function createRestTable(schema: GraphQLSchema): RestTable {
  const components: Components = new Map();
  const reword = createReword(schema);
  const routes = DECLARATIONS.map((declaration): Route => {
    const document = readDocument(schema, declaration);
    return {
      ...declaration,
      operationId: document.operationId,
      operation: document.rootField.name,
      executed: document.executed,
      ...inputsOf(document, declaration, schema, reword),
      ...replyOf(document, components, reword),
    };
  });
  return { routes, components: Object.fromEntries(components) };
}
