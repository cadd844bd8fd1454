import { ERROR_CODES, ERRORS, type ErrorCode, type ErrorRow, HTTP_STATUS } from '../../domain/error-codes.js';
import { EventsExpiredError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import type { Route } from './route.js';

type Json = Readonly<Record<string, unknown>>;

/** On every answer to a call that was counted. */
export const ANSWER_HEADERS = [
  'X-Request-Id',
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

const header = (type: string, description: string) => ({ schema: { type }, description });

export const HEADERS = {
  'X-Request-Id': header('string', 'Yours if you sent one, else a new one; quote it to support.'),
  'RateLimit-Policy': header('string', 'The limit that this call counts against.'),
  RateLimit: header('string', 'How much of the limit is left, and for how long.'),
  'X-RateLimit-Limit': header('integer', 'Calls allowed in a window.'),
  'X-RateLimit-Remaining': header('integer', 'Calls left in this window.'),
  'X-RateLimit-Reset': header('integer', 'Seconds until the window ends.'),
  'Retry-After': header('integer', 'Seconds to wait before calling again.'),
  'X-Ignored-Fields': header(
    'string',
    'Names in the body or query that mean nothing here, such as `colour, recipients[].shade`: percent-encoded, at most ' +
      '20, and `...` when there are more. Left out when there are none.',
  ),
  'Idempotency-Replayed': header(
    'boolean',
    'True when an earlier call with this key has done it, and nothing was done again.',
  ),
};

/** References to components, by their names. */
export function refer(kind: string, names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]));
}

/** Codes that REST has. */
const REST_CODES = ERROR_CODES.filter((code) => ERRORS[code].only !== 'graphql');

/** As a table of Markdown. */
export const CODE_TABLE = [
  '| `code` | status | |',
  '|---|---|---|',
  ...REST_CODES.map((code) => `| \`${code}\` | ${HTTP_STATUS[ERRORS[code].kind]} | ${ERRORS[code].meaning} |`),
].join('\n');

const REQUEST_ID = '019a1f0c-9b11-7e42-a7c5-3d4e5f607182';

type Variant = '' | 'Engine' | 'ChatSend';

/** Statuses that routes refer to, by whether they ask a chat engine, or mark their failures as well. */
const STATUSES: Readonly<Record<Variant, readonly string[]>> = {
  '': ['400', '401', '403', '404', '409', '410', '413', '415', '422', '429', '503'],
  Engine: ['409', '502'],
  ChatSend: ['400', '401', '403', '404', '409', '413', '415', '422', '429', '502', '503'],
};

/** What a route refers to. */
export function failureResponse({ asksEngine, marksFailures }: Route, status: string): Json {
  const variant = marksFailures ? 'ChatSend' : asksEngine && STATUSES.Engine.includes(status) ? 'Engine' : '';
  return { $ref: `#/components/responses/${variant}${status}` };
}

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
    oldest_sequence: { type: 'integer', description: 'With `events_expired`: where the log begins.' },
    retry_after: { type: 'integer', description: 'With `throttled`: seconds until a call is let in again.' },
  },
};

export const ERROR_SCHEMAS = {
  Error: ERROR,
  ChatSendError: {
    type: 'object',
    required: ['success', ...ERROR.required],
    properties: {
      success: { type: 'boolean', const: false },
      ...ERROR.properties,
      message_id: {
        type: 'string',
        format: 'uuid',
        description: 'With `provider_timeout`: by which the message can be read.',
      },
    },
  },
};

const ENGINE_ERRORS: Readonly<Record<Variant, readonly ErrorRow['ofEngine'][]>> = {
  '': [undefined],
  Engine: [undefined, 'calls'],
  ChatSend: [undefined, 'calls', 'sends'],
};

/** Refusals of calls whose fields are not looked at. */
const BEFORE_READING = ['401', '413', '415'];

/** What is special about the answer with a code: a message with details, and more fields. */
const EXAMPLES: Partial<Record<ErrorCode, Json>> = {
  invalid: { detail: 'to: This field is required.', errors: { to: ['This field is required.'] } },
  forbidden: { detail: 'The API key lacks the scope sms:send.' },
  not_found: { detail: 'Campaign not found.' },
  events_expired: { detail: new EventsExpiredError(1201).message, oldest_sequence: 1201 },
  throttled: { detail: 'Request was throttled. Expected available in 60 seconds.', retry_after: 60 },
  provider_timeout: { message_id: '019a1f0c-6d2f-7c41-8e50-1b7d6a5c4e32' },
};

function describe(status: string, variant: Variant): Json {
  const codes = REST_CODES.filter((code) => {
    const { kind, ofEngine } = ERRORS[code];
    return String(HTTP_STATUS[kind]) === status && ENGINE_ERRORS[variant].includes(ofEngine);
  });
  const marks = variant === 'ChatSend' ? { success: false } : {};
  const examples = codes.map((code) => {
    const value = { ...marks, detail: ERRORS[code].meaning, code, request_id: REQUEST_ID, ...EXAMPLES[code] };
    return [code, { value }] as const;
  });
  const schema = { $ref: `#/components/schemas/${variant === 'ChatSend' ? 'ChatSendError' : 'Error'}` };
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join(' '),
    // Without a valid key, no call is counted, so there are no rate limit headers.
    headers: refer('headers', [
      ...(status === '401' ? ['X-Request-Id'] : ANSWER_HEADERS),
      ...(BEFORE_READING.includes(status) ? [] : ['X-Ignored-Fields']),
      ...(status === '429' || status === '503' ? ['Retry-After'] : []),
    ]),
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  };
}

export const FAILURE_RESPONSES: Json = Object.fromEntries(
  (Object.keys(STATUSES) as Variant[]).flatMap((variant) =>
    STATUSES[variant].map((status) => [variant + status, describe(status, variant)] as const),
  ),
);
