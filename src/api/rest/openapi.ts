import { RECEIVED_MEDIA_PATH } from '../../domain/chat/media.js';
import { LIMITS } from '../../domain/limits.js';
import { capitalised, pascalCase } from '../../lib/snake-case.js';
import { POLICIES } from '../guard/policies.js';
import { jsonSchema } from './checks.js';
import { codeSamplesOf } from './code-samples.js';
import { FOREIGN_NAME_LIST } from './foreign-names.js';
import type { JsonSchema } from './json-schema.js';
import { describeDownload, EXPORT_PATH } from './openapi-exports.js';
import { describeReceivedMedia } from './openapi-media.js';
import {
  ANSWER_HEADERS,
  CODE_LIST,
  ERROR_SCHEMAS,
  FAILURE_RESPONSES,
  failureResponse,
  HEADERS,
  refer,
} from './openapi-responses.js';
import { describeWebhooks, WEBHOOK_HEADERS } from './openapi-webhooks.js';
import { type Route, TAGS } from './route.js';
import type { RestTable } from './routes.js';

type Json = Readonly<Record<string, unknown>>;

/** Makes the OpenAPI description from the routes that serve the API. */
export function describeRest({ routes, components, events }: RestTable, publicUrl: string, version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const operations = paths[route.path] ?? {};
    operations[route.method.toLowerCase()] = describeRoute(route, components, publicUrl);
    paths[route.path] = operations;
  }
  paths[RECEIVED_MEDIA_PATH] = { get: describeReceivedMedia(publicUrl) as Json };
  paths[EXPORT_PATH] = { get: describeDownload(publicUrl) as Json };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Postrider',
      version,
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [], organisation: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: describeWebhooks(events),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { ...components, ...events, ...bodiesOf(routes), ...ERROR_SCHEMAS },
      parameters: WEBHOOK_HEADERS,
      headers: HEADERS,
      responses: FAILURE_RESPONSES,
    },
  };
}

const INTRODUCTION = `Send SMS to one or many numbers, send messages of a chat app to a person or a group, and read the status of every message.

## Authentication

Every call carries \`Authorization: Bearer <API_KEY>\` and \`X-Organisation-Id: <uuid>\`. Keys that begin with \`pr_test_\` reach the sandbox only. A web page carries an access token in place of the key; see \`/v1/access-tokens/\`.

## Errors

All errors have one shape: \`detail\` is a sentence for people, \`code\` a stable code for programs, and \`request_id\` the id to quote to support. If fields are invalid, \`errors\` lists the errors of each field by its name; \`recipients.17.to\` is a field of the eighteenth recipient. Errors of sends also have \`success: false\`.

${CODE_LIST}

## Lists

Lists are paged: \`next\` is the URL of the next page, and \`page_size\` sets the length of a page. Only the messages of a campaign also have page numbers; other lists refuse \`page\`.

## Chat app

Messages are sent through a connected phone: \`chat_id\` in the list of phones is the \`session_id\` of the other calls. A send returns when the provider has accepted or refused the message. After a 502 \`provider_timeout\` the message may have been sent; read its status by the \`message_id\` of the error.

## Events

Every change is recorded in an event log, in order and without gaps. \`/v1/events/\` reads the log; webhooks post it to your server, signed as specified by [Standard Webhooks](https://www.standardwebhooks.com).

## Throttling

Single sends, bulk sends (one call counts as one, however many recipients) and other calls have a limit each: so many calls of an organisation in any 60 seconds. The operator sets the limits, and \`/v1/rate-limits/\` lists them. Calls beyond a limit get 429 with \`Retry-After\`. The response to a counted call shows what is left of the limit in \`RateLimit\` and \`X-RateLimit-Remaining\`; a call without a valid key counts against none of these limits.

## Idempotency

A call that creates something may carry \`Idempotency-Key\` (1 to ${LIMITS.idempotencyKeyLength} characters, valid for ${LIMITS.idempotencyHours} hours). If the call is repeated with the same key and body, nothing is created twice: the response is the first result with \`Idempotency-Replayed: true\`, a message or campaign as it was stored, a webhook in its present state.

## Fields

An unknown field is ignored and listed in \`X-Ignored-Fields\`: \`colour, recipients[].shade\`. A name that differs from a known one only in case, \`_\` or \`-\`, such as \`scheduledAt\`, is refused with 400, because ignoring it would send the message at once. So is what other services call something that changes what the call does, where it would:

${FOREIGN_NAME_LIST}

If such a name has no value, or the same as ours beside it, it is ignored. With \`Prefer: handling=strict\` every unknown name is refused.

Query parameters follow the same rules. An optional field that is null counts as absent. So does an optional field with a single value that is \`""\`, except the \`description\` of a webhook, which \`""\` removes. Lists and objects cannot be \`""\`. A number may also be a string of digits: \`"1000"\`.

## URLs

URLs end with \`/\`, and also work without it.

The GraphQL API at \`/graphql\` offers the same operations and more.`;

function describeRoute(route: Route, components: RestTable['components'], publicUrl: string): Json {
  const example = exampleOf(route.reply, route.example?.reply, components);
  const isForAnybody = POLICIES[route.operation]?.for === 'anybody';
  const ofKeys = isForAnybody ? [] : ['401', '403'];
  const failures = [...new Set(['400', ...ofKeys, ...ownFailures(route), '429', '503'])].sort();
  return {
    operationId: route.alias ? `${route.operationId}At${pascalCase(route.alias)}` : route.operationId,
    tags: [route.tag],
    summary: route.alias ? `${route.summary} (${route.alias})` : route.summary,
    description: route.alias ? `The same as \`${route.operationId}\`, by the name of this server.` : route.description,
    ...(isForAnybody && { security: [] }),
    parameters: parametersOf(route),
    'x-codeSamples': codeSamplesOf(route, publicUrl + filledPath(route), !isForAnybody),
    ...(route.body && { requestBody: requestBodyOf(route) }),
    responses: {
      [route.status]: {
        description: 'The call succeeded.',
        headers: {
          ...refer('headers', ANSWER_HEADERS),
          ...refer('headers', ['X-Ignored-Fields', ...(route.creates ? ['Idempotency-Replayed'] : [])]),
        },
        content: { 'application/json': { schema: route.reply, example } },
      },
      ...Object.fromEntries(failures.map((status) => [status, failureResponse(route, status)])),
    },
  };
}

/** Changes that the state of a message or campaign may not allow any more. */
const COMES_TOO_LATE = /\/messages\/\{message_id\}\/cancel\/$|\/campaigns\/\{campaign_id\}\/(?:pause|reschedule)\/$/;

/** Any number has an explanation, one that is malformed too. */
const ALWAYS_FOUND = '/v1/numbers/{mobile}/';

function ownFailures({ method, path, creates, asksEngine }: Route): string[] {
  const names: string[] = [];
  if ((path.includes('{') && path !== ALWAYS_FOUND) || path === '/v1/sms/campaigns/messages/' || method === 'DELETE')
    names.push('404');
  if (COMES_TOO_LATE.test(path)) names.push('409');
  if (path === '/v1/events/') names.push('410');
  // Name phones, or a campaign, in their bodies.
  if (path === '/v1/access-tokens/' || (path === '/v1/exports/' && method === 'POST')) names.push('404');
  if (creates) names.push('409', '422');
  if (asksEngine) names.push('409', '502');
  // Also for routes that need no body: one that is sent must be JSON.
  if (method !== 'GET') names.push('413', '415');
  return names;
}

function parametersOf({ pathParameters, query, creates, example }: Route): Json[] {
  const parameters: Json[] = pathParameters.map(({ name, schema }) => ({
    name,
    in: 'path',
    required: true,
    schema,
    example: pathExample(name, schema, example),
  }));
  const { properties = {} } = query ? (jsonSchema(query) as { properties?: Record<string, Json> }) : {};
  for (const [name, { description, ...schema }] of Object.entries(properties)) {
    const written = example?.query?.[name];
    const shown = schema.type === 'integer' && written !== undefined ? Number(written) : written;
    const parameter = { name, in: 'query', required: false, schema };
    parameters.push({
      ...parameter,
      ...(description ? { description } : {}),
      ...(shown !== undefined && { example: shown }),
    });
  }
  if (creates) {
    const schema = { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyLength };
    const description = 'Makes the call safe to repeat; see the introduction.';
    parameters.push({ name: 'Idempotency-Key', in: 'header', required: false, description, schema });
  }
  return parameters;
}

/** Taken from the example of the reply, so that the two agree. */
function pathExample(name: string, schema: JsonSchema, example: Route['example']): unknown {
  return example?.reply?.[name] ?? (schema.type === 'integer' ? 1201 : PLAIN[(schema.format ?? schema.type) as string]);
}

function filledPath({ path, pathParameters, example }: Route): string {
  const values = new Map(pathParameters.map(({ name, schema }) => [name, pathExample(name, schema, example)]));
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(values.get(name)));
}

const bodyName = ({ operationId }: Route) => `${capitalised(operationId)}Body`;

/** The schemas of request bodies, by name. */
function bodiesOf(routes: readonly Route[]): Json {
  return Object.fromEntries(routes.flatMap((route) => (route.body ? [[bodyName(route), jsonSchema(route.body)]] : [])));
}

function requestBodyOf(route: Route): Json {
  const schema = { $ref: `#/components/schemas/${bodyName(route)}` };
  return { required: !route.bodyIsOptional, content: { 'application/json': { schema, example: route.example?.body } } };
}

const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, `pr_live_…` or `pr_test_…`, or an access token, `pr_at_…`.',
  },
  organisation: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Organisation-Id',
    description: 'The id of the organisation that the call is made for.',
  },
};

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly string[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
}

const PLAIN: Readonly<Record<string, unknown>> = {
  boolean: false,
  'date-time': '2026-11-20T09:00:00.000Z',
  integer: 0,
  object: {},
  string: 'Text',
  uuid: '019a1f0c-5b07-7a90-8c12-6f1e2d3c4b5a',
};

/** Makes an example of a schema, with plain values for properties that are not given. */
export function exampleOf(
  schema: JsonSchema,
  given: unknown,
  components: Readonly<Record<string, JsonSchema>>,
): unknown {
  const { $ref, anyOf, const: fixed, examples, enum: words, type, format, properties, items } = schema as Schema;
  if ($ref) return exampleOf(components[$ref.split('/').at(-1) as string] as JsonSchema, given, components);
  if (properties) {
    const values = (given ?? {}) as Readonly<Record<string, unknown>>;
    const required = new Set((schema as Schema).required);
    const shown = Object.entries(properties).filter(([name]) => required.has(name) || name in values);
    return Object.fromEntries(shown.map(([name, inner]) => [name, exampleOf(inner, values[name], components)]));
  }
  if (items) return ((given ?? [undefined]) as unknown[]).map((item) => exampleOf(items, item, components));
  if (anyOf?.[0] && given !== undefined) return exampleOf(anyOf[0], given, components);
  if (given !== undefined) return given;
  if (anyOf || Array.isArray(type)) return null;
  return fixed ?? examples?.[0] ?? words?.[0] ?? PLAIN[format ?? (type as string)];
}
