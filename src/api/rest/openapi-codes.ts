import type { ErrorCode } from '../../domain/error-codes.js';

type Explained = readonly [status: number, meaning: string];

/** What the codes of errors say, with their statuses; null: only GraphQL has it. */
const CODES: Readonly<Record<ErrorCode, Explained | null>> = {
  invalid: [400, 'A field is missing or wrong; `errors` tells which.'],
  malformed_json: [400, 'The body is not JSON.'],
  bad_request: [400, 'This is not a valid HTTP request.'],
  bad_cursor: [400, 'The cursor is not one of this list.'],
  invalid_organisation_header: [400, '`X-Organisation-Id` is missing, or no UUID.'],
  one_at_a_time: null,
  invalid_credentials: null,
  invalid_code: null,
  sign_up_closed: null,
  set_up_over: null,
  invitation_over: null,
  unauthenticated: [401, 'There is no API key, or none that is valid for this organisation.'],
  forbidden: [403, 'The API key lacks the scope.'],
  address_not_allowed: [403, 'The API key may not be used from this address.'],
  live_for_test_key: [403, 'A test key leaves alone what belongs to live keys.'],
  not_allowed_for_key: [403, 'The API key is restricted to other phones.'],
  not_a_member: null,
  not_a_person: null,
  not_found: [404, 'There is no such thing in the organisation, or no such address.'],
  method_not_allowed: [405, '`Allow` tells which methods this address takes.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  already_dispatched: [409, 'Too late to cancel.'],
  idempotency_in_progress: [409, 'The first call with this Idempotency-Key is still running.'],
  session_not_connected: [409, 'The phone of the session is not connected.'],
  too_many: [409, 'There are as many as there may be.'],
  wrong_person: null,
  last_owner: null,
  events_expired: [410, 'Events after `after` are no longer kept; the log begins with `oldest_sequence`.'],
  length_required: null,
  body_too_large: [413, 'The body is too large.'],
  unsupported_media_type: [415, 'The body must be JSON, and not compressed.'],
  expectation_failed: [417, 'The only `Expect` that is met is `100-continue`.'],
  idempotency_mismatch: [422, 'The Idempotency-Key was used with another body.'],
  throttled: [429, 'Too many calls; `retry_after` tells how many seconds to wait.'],
  too_many_connections: null,
  too_many_subscriptions: null,
  too_slow: null,
  headers_too_large: [431, 'The headers are too large.'],
  internal_error: [500, 'Something went wrong on our side.'],
  provider_rejected: [502, 'The chat-app provider refused.'],
  provider_unavailable: [502, 'The chat-app provider could not be reached; nothing was done.'],
  provider_timeout: [502, 'The chat-app provider did not answer: the message, `message_id`, may have been sent.'],
  unavailable: [503, 'Out of order for a moment; try again after `Retry-After` seconds.'],
  database_timeout: [503, 'PostgreSQL ended a statement that took too long; try again after `Retry-After` seconds.'],
};

/** As a table of Markdown. */
export const CODE_TABLE = [
  '| `code` | status | |',
  '|---|---|---|',
  ...Object.entries(CODES).flatMap(([code, explained]) =>
    explained ? [`| \`${code}\` | ${explained[0]} | ${explained[1]} |`] : [],
  ),
].join('\n');
