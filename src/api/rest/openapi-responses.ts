import { ERROR_CODES, ERRORS, type ErrorCode, type ErrorRow, HTTP_STATUS } from '../../domain/error-codes.js';
import { EventsExpiredError, type PreviewChange, PreviewChangedError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { PREVIEW_FIGURES } from '../../domain/vocabulary.js';
import type { Route } from './route.js';

type Json = Readonly<Record<string, unknown>>;

/** The headers of every response to a counted call. */
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
  'X-Request-Id': header(
    'string',
    'The X-Request-Id of the call if it had one, otherwise a new id. Quote it to support.',
  ),
  'RateLimit-Policy': header('string', 'The rate limit that the call counted against.'),
  RateLimit: header('string', 'What is left of the rate limit (`r`), and the seconds until more is allowed (`t`).'),
  'X-RateLimit-Limit': header('integer', 'The number of calls allowed in any 60 seconds.'),
  'X-RateLimit-Remaining': header('integer', 'The number of calls that are allowed now.'),
  'X-RateLimit-Reset': header('integer', 'Seconds until the oldest calls leave the window, so that more are allowed.'),
  'Retry-After': header('integer', 'Seconds to wait before the next call.'),
  'X-Ignored-Fields': header(
    'string',
    'Names in the body or query that were ignored because they are unknown, such as `colour, ' +
      'recipients[].shade`: percent-encoded, at most 20, followed by `...` if there are more. Absent if there ' +
      'are none.',
  ),
  'X-Export-Rows': header('integer', 'The number of rows of an export, after `after` if the call has it.'),
  'X-Export-Rows-Exact': header('boolean', '`true` if the rows were counted, `false` if their number is an estimate.'),
  'Idempotency-Replayed': header(
    'boolean',
    '`true` if an earlier call with this key did the work, and this call returned its result.',
  ),
};

/** References to components, by their names. */
export function refer(kind: string, names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]));
}

/** The error codes that REST uses. */
const REST_CODES = ERROR_CODES.filter((code) => ERRORS[code].only !== 'graphql');

/** The error codes as a Markdown list: viewers squeeze the columns of a table. */
export const CODE_LIST = REST_CODES.map(
  (code) => `- \`${code}\` (${HTTP_STATUS[ERRORS[code].kind]}): ${ERRORS[code].meaning}`,
).join('\n');

const REQUEST_ID = '019a1f0c-9b11-7e42-a7c5-3d4e5f607182';

type Variant = '' | 'Engine' | 'Send' | 'ChatSend';

/**
 * The error statuses by kind of route: ordinary, waiting for a chat engine, sending SMS, and sending through an engine.
 */
const STATUSES: Readonly<Record<Variant, readonly string[]>> = {
  '': ['400', '401', '403', '404', '409', '410', '413', '415', '422', '429', '503'],
  Engine: ['409', '502'],
  Send: ['400', '401', '403', '409', '413', '415', '422', '429', '503'],
  ChatSend: ['400', '401', '403', '404', '409', '413', '415', '422', '429', '502', '503'],
};

/** The reference from a route to an error response. */
export function failureResponse({ asksEngine, marksFailures }: Route, status: string): Json {
  return { $ref: `#/components/responses/${variantOf(asksEngine, marksFailures, status)}${status}` };
}

function variantOf(asksEngine = false, marksFailures = false, status: string): Variant {
  if (marksFailures) return asksEngine ? 'ChatSend' : 'Send';
  return asksEngine && STATUSES.Engine.includes(status) ? 'Engine' : '';
}

const ERROR = {
  type: 'object',
  required: ['detail', 'code', 'request_id'],
  properties: {
    detail: { type: 'string', description: 'The error in one sentence, for people.' },
    code: { type: 'string', description: 'The code of the error, for programs; it never changes.' },
    request_id: { type: 'string' },
    errors: {
      type: 'object',
      description: `The errors of each field; at most ${LIMITS.fieldErrorsPerAnswer}.`,
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    oldest_sequence: {
      type: 'integer',
      description: 'With `events_expired`: the sequence of the oldest event in the log.',
    },
    changes: {
      type: 'array',
      description: 'With `preview_changed`: what has changed since the preview.',
      items: {
        type: 'object',
        required: ['what', 'gateway', 'was', 'is'],
        properties: {
          what: { type: 'string', enum: PREVIEW_FIGURES },
          gateway: {
            type: ['string', 'null'],
            description: 'The gateway whose messages have changed, with `gateway`.',
          },
          was: { type: 'integer', description: 'The number that the preview has shown.' },
          is: { type: 'integer', description: 'The number that a new preview would show.' },
        },
      },
    },
    retry_after: { type: 'integer', description: 'With `throttled`: seconds to wait before the next call.' },
  },
};

const SEND_ERROR = {
  type: 'object',
  required: ['success', ...ERROR.required],
  properties: { success: { type: 'boolean', const: false }, ...ERROR.properties },
};

export const ERROR_SCHEMAS = {
  Error: ERROR,
  SendError: SEND_ERROR,
  ChatSendError: {
    ...SEND_ERROR,
    properties: {
      ...SEND_ERROR.properties,
      message_id: {
        type: 'string',
        format: 'uuid',
        description: 'With `provider_timeout`: the id of the message, by which its status can be read.',
      },
    },
  },
};

const ENGINE_ERRORS: Readonly<Record<Variant, readonly ErrorRow['ofEngine'][]>> = {
  '': [undefined],
  Send: [undefined],
  Engine: [undefined, 'calls'],
  ChatSend: [undefined, 'calls', 'sends'],
};

/** Statuses of calls that are refused before their fields are read. */
const BEFORE_READING = ['401', '413', '415'];

const CHANGE: PreviewChange = { what: 'accepted', gateway: null, was: 9812, is: 9811 };

/** What examples add to the meaning of a code: a message with details, and further fields. */
const EXAMPLES: Partial<Record<ErrorCode, Json>> = {
  invalid: { detail: 'to: This field is required.', errors: { to: ['This field is required.'] } },
  forbidden: { detail: 'The API key lacks the scope sms:send.' },
  not_found: { detail: 'Campaign not found.' },
  events_expired: { detail: new EventsExpiredError(1201).message, oldest_sequence: 1201 },
  preview_changed: {
    detail: new PreviewChangedError([CHANGE]).message,
    changes: [CHANGE],
  },
  throttled: { detail: 'Request was throttled. Expected available in 60 seconds.', retry_after: 60 },
  provider_timeout: { message_id: '019a1f0c-6d2f-7c41-8e50-1b7d6a5c4e32' },
};

function describe(status: string, variant: Variant): Json {
  const codes = REST_CODES.filter((code) => {
    const { kind, ofEngine } = ERRORS[code];
    return String(HTTP_STATUS[kind]) === status && ENGINE_ERRORS[variant].includes(ofEngine);
  });
  const isOfSend = variant === 'Send' || variant === 'ChatSend';
  const examples = codes.map((code) => {
    const value = {
      ...(isOfSend && { success: false }),
      detail: ERRORS[code].meaning,
      code,
      request_id: REQUEST_ID,
      ...EXAMPLES[code],
    };
    return [code, { value }] as const;
  });
  const schema = { $ref: `#/components/schemas/${isOfSend ? variant : ''}Error` };
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
