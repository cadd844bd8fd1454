import type { GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { readDocument } from './documents.js';
import { inputsOf, PAGE_SIZE } from './inputs.js';
import { type Components, createReword, type JsonSchema } from './json-schema.js';
import { eventSchemasOf } from './openapi-webhooks.js';
import { listQuery } from './paging.js';
import { replyOf } from './replies.js';
import type { ByGet, Route, RouteDeclaration } from './route.js';
import { CHAT_ROUTES } from './routes/chat.js';
import { CONVERSATION_ROUTES } from './routes/conversations.js';
import { EVENT_ROUTES } from './routes/events.js';
import { EXPORT_ROUTES } from './routes/exports.js';
import { INBOX_ROUTES } from './routes/inbox.js';
import { NUMBER_ROUTES } from './routes/numbers.js';
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
  ...NUMBER_ROUTES,
  ...INBOX_ROUTES,
  ...CONVERSATION_ROUTES,
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

/** A list by POST, and the route by which its cursors lead on by GET. */
function withByGet(route: Route, byGet: ByGet): Route[] {
  const { body: carried, ...others } = route;
  if (!carried) throw new Error(`${route.operationId} has no body that its cursors could carry.`);
  const query = z.object(listQuery(route.pageSize ?? PAGE_SIZE));
  return [
    { ...route, carried },
    { ...others, ...byGet, carried, method: 'GET', query },
  ];
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
  const routes = [...DECLARATIONS, ...aliases].flatMap((declaration): Route[] => {
    const document = readDocument(schema, declaration);
    const route: Route = {
      ...declaration,
      status: declaration.status ?? 200,
      operationId: document.operationId,
      operation: document.rootField.name,
      executed: document.executed,
      ...inputsOf(document, declaration, schema, reword),
      ...replyOf(document, components, reword),
    };
    return declaration.byGet ? withByGet(route, declaration.byGet) : [route];
  });
  return { routes, components: Object.fromEntries(components), events: eventSchemasOf(schema, reword) };
}
