import { LIMITS } from '../../domain/limits.js';
import { ANSWER_HEADERS, refer } from './openapi-headers.js';
import type { Route } from './route.js';

type Json = Readonly<Record<string, unknown>>;

interface Failure {
  readonly description: string;
  readonly code: string;
  readonly detail: string;
  readonly more?: Json;
  readonly headers?: readonly string[];
}

const FAILURES: Readonly<Record<string, Failure>> = {
  400: {
    description: 'Malformed, or a field is missing or wrong.',
    code: 'invalid',
    detail: 'to: This field is required.',
    more: { errors: { to: ['This field is required.'] } },
  },
  401: {
    description: 'No API key, or not a valid one for this organisation.',
    code: 'unauthenticated',
    detail: 'The API key is missing or not valid, and nobody has signed in.',
  },
  403: {
    description:
      '`forbidden`: the API key lacks the scope for this call. `live_for_test_key`: a test key leaves alone what belongs ' +
      'to live keys. `not_allowed_for_key`: the key is restricted to other phones. `address_not_allowed`: the key may not be ' +
      'used from this address.',
    code: 'forbidden',
    detail: 'The API key lacks the scope sms:send.',
  },
  404: {
    description: 'There is no such thing in the organisation.',
    code: 'not_found',
    detail: 'Campaign not found.',
  },
  409: {
    description:
      '`already_dispatched`: too late to cancel. `too_many`: there are as many as there may be. ' +
      '`idempotency_in_progress`: the first call with this key is still running.',
    code: 'already_dispatched',
    detail: 'The message has already been dispatched.',
  },
  410: {
    description:
      '`events_expired`: events after `after` are no longer kept. The log begins with `oldest_sequence` now.',
    code: 'events_expired',
    detail:
      'Events before 1201 are no longer kept. Go on after 1200, and read again what you keep of messages and campaigns.',
    more: { oldest_sequence: 1201 },
  },
  413: { description: 'The body is too large.', code: 'body_too_large', detail: 'The request body is too large.' },
  415: {
    description: 'The body is not JSON, or compressed.',
    code: 'unsupported_media_type',
    detail: 'The request body must be JSON: send Content-Type: application/json.',
  },
  422: {
    description: 'The Idempotency-Key was used with another body.',
    code: 'idempotency_mismatch',
    detail: 'This Idempotency-Key was used with another request body.',
  },
  429: {
    description: 'Too many calls.',
    code: 'throttled',
    detail: 'Request was throttled. Expected available in 60 seconds.',
    more: { retry_after: 60 },
    headers: ['Retry-After'],
  },
  503: {
    description:
      '`unavailable`: out of order for a moment; nothing was lost. `database_timeout`: PostgreSQL ended a statement that ' +
      'took too long.',
    code: 'unavailable',
    detail: 'The service is temporarily unavailable. Try again in a few seconds.',
    headers: ['Retry-After'],
  },
};

/** Where a chat engine has a say. */
const ENGINE_FAILURES: Readonly<Record<string, Failure>> = {
  404: {
    description: 'There is no such session in the organisation.',
    code: 'not_found',
    detail: 'Session not found.',
  },
  409: {
    description: '`session_not_connected`: the phone of the session is not connected.',
    code: 'session_not_connected',
    detail: 'The phone of this session is not connected.',
  },
  502: {
    description: '`provider_rejected`: the provider refused. `provider_unavailable`: it could not be reached.',
    code: 'provider_rejected',
    detail: 'The chat-app provider rejected the request.',
  },
};

const CHAT_SEND_FAILURES: Readonly<Record<string, Failure>> = {
  ...FAILURES,
  ...ENGINE_FAILURES,
  403: { ...(FAILURES[403] as Failure), detail: 'The API key lacks the scope chat:send.' },
  409: {
    ...(ENGINE_FAILURES[409] as Failure),
    description:
      '`session_not_connected`: the phone of the session is not connected. `idempotency_in_progress`: the first call ' +
      'with this key is still running.',
  },
  502: {
    description:
      '`provider_rejected`: the provider refused the message. `provider_unavailable`: it could not be reached, or has ' +
      'left the last sends of this phone without an answer; nothing was sent. `provider_timeout`: it did not answer, so ' +
      'the message, `message_id`, may have been sent.',
    code: 'provider_timeout',
    detail: 'The chat-app provider did not answer in time. The message may have been sent; it is not sent again.',
    more: { message_id: '019a1f0c-6d2f-7c41-8e50-1b7d6a5c4e32' },
  },
};

const ENGINE = 'Engine';
const CHAT_SEND = 'ChatSend';

/** What a route refers to. */
export function failureResponse({ asksEngine, marksFailures }: Route, status: string): Json {
  const variant = marksFailures ? CHAT_SEND : asksEngine && status in ENGINE_FAILURES ? ENGINE : '';
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
      success: { const: false },
      ...ERROR.properties,
      message_id: {
        type: 'string',
        format: 'uuid',
        description: 'With `provider_timeout`: by which the message can be read.',
      },
    },
  },
};

/** Refusals of calls whose fields are not looked at. */
const BEFORE_READING = ['401', '413', '415'];

function describe(failures: Readonly<Record<string, Failure>>, variant: string, schema: string, marks: Json) {
  const described = Object.entries(failures).map(([status, { description, code, detail, more, headers = [] }]) => {
    const example = { ...marks, detail, code, request_id: '019a1f0c-9b11-7e42-a7c5-3d4e5f607182', ...more };
    const json = { schema: { $ref: `#/components/schemas/${schema}` }, example };
    const response = {
      description,
      // Only what has a key is counted.
      headers: refer('headers', [
        ...(status === '401' ? ['X-Request-Id'] : ANSWER_HEADERS),
        ...(BEFORE_READING.includes(status) ? [] : ['X-Ignored-Fields']),
        ...headers,
      ]),
      content: { 'application/json': json },
    };
    return [variant + status, response] as const;
  });
  return Object.fromEntries(described);
}

export const FAILURE_RESPONSES: Json = {
  ...describe(FAILURES, '', 'Error', {}),
  ...describe(ENGINE_FAILURES, ENGINE, 'Error', {}),
  ...describe(CHAT_SEND_FAILURES, CHAT_SEND, 'ChatSendError', { success: false }),
};
