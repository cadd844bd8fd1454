import type { GraphQLSchema } from 'graphql';
import { readDocument } from './documents.js';
import { inputsOf } from './inputs.js';
import { type Components, createReword, type JsonSchema } from './json-schema.js';
import { eventSchemasOf } from './openapi-webhooks.js';
import { replyOf } from './replies.js';
import type { Route, RouteDeclaration } from './route.js';
import { CHAT_ROUTES } from './routes/chat.js';
import { EVENT_ROUTES } from './routes/events.js';
import { EXPORT_ROUTES } from './routes/exports.js';
import { INBOX_ROUTES } from './routes/inbox.js';
import { PEOPLE_ROUTES } from './routes/people.js';
import { SMS_ROUTES } from './routes/sms.js';
import { CAMPAIGN_ROUTES } from './routes/sms-campaigns.js';
import { SMS_GATEWAY_ROUTES } from './routes/sms-gateways.js';
import { SUPPRESSION_ROUTES } from './routes/suppressions.js';
import { WEBHOOK_ROUTES } from './routes/webhooks.js';

/** All routes of the REST API. */
const DECLARATIONS: readonly RouteDeclaration[] = [
  ...CHAT_ROUTES,
  ...SMS_ROUTES,
  ...CAMPAIGN_ROUTES,
  ...SUPPRESSION_ROUTES,
  ...INBOX_ROUTES,
  ...SMS_GATEWAY_ROUTES,
  ...WEBHOOK_ROUTES,
  ...EVENT_ROUTES,
  ...EXPORT_ROUTES,
  ...PEOPLE_ROUTES,
];

/** A route of its own, so that the links in its answers keep the segment that the caller used. */
function aliasOf(route: RouteDeclaration, alias: string): RouteDeclaration {
  return { ...route, path: route.path.replace('/chatapp/', `/${alias}/`) as RouteDeclaration['path'], alias };
}

export interface RestTable {
  readonly routes: readonly Route[];
  /** The component schemas that the replies refer to, by name. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** The component schemas of webhooks. */
  readonly events: Readonly<Record<string, JsonSchema>>;
}

/**
 * Derives the routes from their documents and the schema. It throws at start-up if a document does not fit the schema.
 */
export function createRestTable(schema: GraphQLSchema, chatPathSegment?: string): RestTable {
  const components: Components = new Map();
  const reword = createReword(schema);
  const aliases = chatPathSegment === undefined ? [] : CHAT_ROUTES.map((route) => aliasOf(route, chatPathSegment));
  const routes = [...DECLARATIONS, ...aliases].map((declaration): Route => {
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
  return { routes, components: Object.fromEntries(components), events: eventSchemasOf(schema, reword) };
}
