import { z } from 'zod';
import { LIMITS, RATE_LIMIT_BUCKETS } from '../../domain/limits.js';
import type { Route } from './route.js';

type Json = Readonly<Record<string, unknown>>;

/** The description of the REST face, made from the table that serves it. */
export function describeRest(routes: readonly Route[], publicUrl: string, version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const operations = paths[route.path] ?? {};
    operations[route.method.toLowerCase()] = describeRoute(route);
    paths[route.path] = operations;
  }
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
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, schemas: { Error: ERROR }, headers: HEADERS, responses: FAILURES },
  };
}

const INTRODUCTION = `Send SMS to one or many, and read for every recipient what became of it.

**Authentication.** Every call carries \`Authorization: Bearer <API_KEY>\` and \`X-Organisation-Id: <uuid>\`. Keys that begin with \`pr_test_\` reach the sandbox only.

**Errors.** One shape: \`detail\` is a sentence for people, \`code\` a stable word for programs, \`request_id\` what to quote to support. When fields are at fault, \`errors\` has their names with a list of complaints each; \`recipients.17.to\` is a field of the eighteenth recipient.

**Throttling.** Per organisation and minute: ${RATE_LIMIT_BUCKETS.sms_send.points} single sends, ${RATE_LIMIT_BUCKETS.sms_send_bulk.points} bulk calls (one call counts as one, however many recipients), ${RATE_LIMIT_BUCKETS.general.points} other calls. Beyond that the answer is 429 with \`Retry-After\`.

**Idempotency.** A call that creates something may carry \`Idempotency-Key\` (1 to ${LIMITS.idempotencyKeyLength} characters, remembered for ${LIMITS.idempotencyHours} hours): sent again with the same body it is answered with the stored answer and \`Idempotency-Replayed: true\`.

**Addresses** end with \`/\`; without it they work too. Unknown fields are ignored; null counts as absent.

The same is there as GraphQL, at \`/graphql\`.`;

function describeRoute(route: Route): Json {
  const failures = ['400', '401', '403', ...ownFailures(route), '429', '503'].sort();
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    parameters: parametersOf(route),
    ...(route.body && { requestBody: requestBodyOf(route) }),
    responses: {
      [route.status]: {
        description: 'Done.',
        headers: {
          ...refer('headers', ANSWER_HEADERS),
          ...(route.creates && refer('headers', ['Idempotency-Replayed'])),
        },
        content: { 'application/json': { schema: jsonSchema(route.reply), example: route.example.answer } },
      },
      ...Object.fromEntries(failures.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  };
}

function ownFailures({ method, path, body, creates }: Route): string[] {
  const names: string[] = [];
  if (path.includes('{') || path.endsWith('/messages/') || method === 'DELETE') names.push('404');
  if (path.endsWith('/messages/{message_id}/cancel/')) names.push('409');
  if (creates) names.push('409', '422');
  if (body) names.push('413', '415');
  return names;
}

function parametersOf({ path, query, creates, example }: Route): Json[] {
  const parameters: Json[] = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }));
  const { properties = {} } = query ? (jsonSchema(query) as { properties?: Record<string, Json> }) : {};
  for (const [name, { description, ...schema }] of Object.entries(properties)) {
    const shown = example.query?.[name];
    const parameter = { name, in: 'query', required: false, schema };
    parameters.push({ ...parameter, ...(description ? { description } : {}), ...(shown ? { example: shown } : {}) });
  }
  if (creates) {
    const schema = { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyLength };
    const description = 'Makes the call safe to repeat; see the introduction.';
    parameters.push({ name: 'Idempotency-Key', in: 'header', required: false, description, schema });
  }
  return parameters;
}

function requestBodyOf({ body, example }: Route): Json {
  const schema = jsonSchema(body as z.ZodType);
  return { required: true, content: { 'application/json': { schema, example: example.body } } };
}

/** getSmsCampaignsByCampaignId: unique because method and path are. */
function operationId({ method, path }: Route): string {
  const words = path.replace('/v1/', '').split(/[/_-]/).filter(Boolean);
  const named = words.map((word) =>
    word.replace('{', 'by-{').replace(/[{}]/g, '').split('-').map(capitalised).join(''),
  );
  return method.toLowerCase() + named.join('');
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function jsonSchema(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema: made }) {
      // The expressions behind these formats fill half a screen each and say nothing more.
      if (made.format) delete made.pattern;
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
    },
  });
  return json;
}

const SECURITY_SCHEMES = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `pr_live_…` or `pr_test_…`.' },
  organisation: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Organisation-Id',
    description: 'The id of the organisation on whose behalf the call is made.',
  },
};

const ANSWER_HEADERS = [
  'X-Request-Id',
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

const header = (type: string, description: string) => ({ schema: { type }, description });

const HEADERS = {
  'X-Request-Id': header('string', 'Yours if you sent one, else a new one; quote it to support.'),
  'RateLimit-Policy': header('string', 'The limit that this call counts against.'),
  RateLimit: header('string', 'How much of the limit is left, and for how long.'),
  'X-RateLimit-Limit': header('integer', 'Calls allowed in a window.'),
  'X-RateLimit-Remaining': header('integer', 'Calls left in this window.'),
  'X-RateLimit-Reset': header('integer', 'Seconds until the window ends.'),
  'Retry-After': header('integer', 'Seconds to wait before calling again.'),
  'Idempotency-Replayed': header('boolean', 'True when this is the stored answer of an earlier call.'),
};

const ERROR = {
  type: 'object',
  required: ['detail', 'code', 'request_id'],
  properties: {
    detail: { type: 'string', description: 'One sentence for people.' },
    code: { type: 'string', description: 'A stable word for programs.' },
    request_id: { type: 'string' },
    errors: {
      type: 'object',
      description: `Complaints by field; at most ${LIMITS.fieldErrorsPerAnswer}.`,
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
};

function refer(kind: string, names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]));
}

function failure(description: string, code: string, detail: string, more: Json = {}, headers: readonly string[] = []) {
  const example = { detail, code, request_id: '019a1f0c-9b11-7e42-a7c5-3d4e5f607182', ...more };
  return {
    description,
    headers: refer('headers', ['X-Request-Id', ...headers]),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } },
  };
}

const FAILURES = {
  400: failure('Malformed, or a field is missing or wrong.', 'invalid', 'to: This field is required.', {
    errors: { to: ['This field is required.'] },
  }),
  401: failure(
    'No API key, or not a valid one for this organisation.',
    'unauthenticated',
    'The API key is missing or not valid.',
  ),
  403: failure('The API key lacks the scope for this call.', 'forbidden', 'The API key lacks the scope sms:send.'),
  404: failure('There is no such thing in the organisation.', 'not_found', 'Campaign not found.'),
  409: failure(
    '`already_dispatched`: too late to cancel. `idempotency_in_progress`: the first call with this key is still running.',
    'already_dispatched',
    'The message has already been dispatched.',
  ),
  413: failure('The body is too large.', 'body_too_large', 'The request body is too large.'),
  415: failure(
    'The body is not JSON.',
    'unsupported_media_type',
    'The request body must be JSON: send Content-Type: application/json.',
  ),
  422: failure(
    'The Idempotency-Key was used with another body.',
    'idempotency_mismatch',
    'This Idempotency-Key was used with another request body.',
  ),
  429: failure('Too many calls.', 'throttled', 'Request was throttled. Expected available in 60 seconds.', {}, [
    'Retry-After',
    ...ANSWER_HEADERS.slice(1),
  ]),
  503: failure(
    'Out of order for a moment; nothing was lost.',
    'unavailable',
    'The service is not available just now.',
    {},
    ['Retry-After'],
  ),
};
