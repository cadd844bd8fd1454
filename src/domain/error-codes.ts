/**
 * The table of errors. HTTP statuses, the enum and the types of GraphQL, the codes in /openapi.json and docs/errors.md
 * are derived from it. Codes are part of the public contract: a released code is neither renamed nor removed.
 */

/** Kinds of errors with their HTTP statuses. */
export const HTTP_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  gone: 410,
  length_required: 411,
  too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  idempotency_mismatch: 422,
  throttled: 429,
  headers_too_large: 431,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
} as const;
export type ErrorKind = keyof typeof HTTP_STATUS;

/** The GraphQL types of errors that a mutation returns in `userErrors`. */
export const USER_ERROR_TYPES = {
  InvalidInputError: 'A value in the input cannot be accepted.',
  NotFoundError: 'What the input names does not exist in the organisation.',
  TooManyError: 'There is no room for another one.',
  NotProvenError: 'A password, a code or a link is wrong, or no longer valid.',
  SessionNotConnectedError: 'The phone of the session is not connected.',
  ProviderError: 'The chat-app provider rejected the request, or could not be reached.',
  ProviderTimeoutError:
    'The chat-app provider may have the message, or not; the status of the message changes when that is known.',
  AlreadyDispatchedError: 'The message can no longer be cancelled.',
  CampaignEndedError: 'The campaign has ended.',
  CampaignStartedError: 'The campaign has begun.',
  NothingToRetryError: 'The campaign has no message to send again.',
  PreviewTokenError: 'The preview token is not valid, or no longer.',
  PreviewChangedError: 'Something that the preview has shown is no longer so.',
  IdempotencyMismatchError: 'The idempotency key belongs to a call with other input.',
  IdempotencyInProgressError: 'The first call with this idempotency key has not finished.',
} as const;
export type UserErrorType = keyof typeof USER_ERROR_TYPES;

export interface ErrorRow {
  readonly kind: ErrorKind;
  /** The public description, and the default message of the error. */
  readonly meaning: string;
  /** The type under which mutations return it in `userErrors`. Default: it is returned in `errors`. */
  readonly userError?: UserErrorType;
  /** The only API with this code; default: both. */
  readonly only?: 'rest' | 'graphql';
  /** Only operations that call a chat engine fail with it: all of them, or only sends. */
  readonly ofEngine?: 'calls' | 'sends';
  /** Default of Retry-After. */
  readonly retryAfterSeconds?: number;
}

const TABLE = {
  invalid: {
    kind: 'invalid',
    meaning: 'A value is missing or cannot be accepted; the message says what is expected.',
    userError: 'InvalidInputError',
  },
  malformed_json: { kind: 'invalid', meaning: 'The request body is not valid JSON.' },
  bad_request: { kind: 'invalid', meaning: 'This is not a valid HTTP request.' },
  unknown_document: {
    kind: 'invalid',
    meaning: 'This server has no document with this `documentId`. Load the page of the console again, or send `query`.',
    only: 'graphql',
  },
  bad_cursor: { kind: 'invalid', meaning: 'The cursor is not one of this list.' },
  invalid_organisation_header: {
    kind: 'invalid',
    meaning: 'The header X-Organisation-Id is missing, or is not a UUID.',
  },
  one_at_a_time: {
    kind: 'invalid',
    meaning: 'A document may have one mutation that tries a password, a code or a link, and no more.',
    only: 'graphql',
  },
  invalid_credentials: {
    kind: 'invalid',
    meaning: 'The e-mail address or the password is wrong.',
    userError: 'NotProvenError',
    only: 'graphql',
  },
  // Also for the token of another organisation or maker, so that it reveals nothing.
  preview_invalid: {
    kind: 'invalid',
    meaning: 'The preview token is not one of this server, or is for another caller or another input: preview again.',
    userError: 'PreviewTokenError',
  },
  // One error for all reasons (wrong, used, expired, tried too often, never sent), so that it reveals nothing.
  invalid_code: {
    kind: 'invalid',
    meaning: 'The code is wrong, or no longer valid. Ask for another one.',
    userError: 'NotProvenError',
    only: 'graphql',
  },
  sign_up_closed: {
    kind: 'invalid',
    meaning: 'Accounts are created by invitation: ask a member to invite you.',
    userError: 'InvalidInputError',
    only: 'graphql',
  },
  set_up_over: {
    kind: 'invalid',
    meaning: 'The set-up link is wrong, or an account exists already: sign in, or have a member invite you.',
    userError: 'NotProvenError',
    only: 'graphql',
  },
  // One error for all reasons (withdrawn, replaced, used, expired, never sent), so that it reveals nothing.
  invitation_over: {
    kind: 'invalid',
    meaning: 'The invitation was withdrawn, was used, or has expired. Ask for another one.',
    userError: 'NotProvenError',
    only: 'graphql',
  },
  // One error for all reasons, so that it does not reveal which keys exist.
  unauthenticated: {
    kind: 'unauthenticated',
    meaning:
      'The API key is missing or invalid, and no person has signed in: send the header Authorization: Bearer <API_KEY>.',
  },
  // Tells nothing that its holder does not know: the signature was right. Pages ask for another token.
  token_expired: { kind: 'unauthenticated', meaning: 'The access token has expired: ask for another one.' },
  forbidden: { kind: 'forbidden', meaning: 'The API key, or the role of the person, lacks the scope.' },
  address_not_allowed: { kind: 'forbidden', meaning: 'The API key may not be used from this address.' },
  // One error for all reasons, so that it reveals nothing to whom the link was not given.
  export_link_over: {
    kind: 'forbidden',
    meaning:
      'The link is wrong or has expired, or the API key or the member that made it may no longer read these rows: ask for another one.',
    only: 'rest',
  },
  live_for_test_key: { kind: 'forbidden', meaning: 'A test key cannot change what belongs to live keys.' },
  not_allowed_for_key: {
    kind: 'forbidden',
    meaning:
      'The API key is restricted: it may not use this phone, change what was sent as this sender, or create such a key.',
  },
  // Also for organisations that do not exist, so that it does not reveal which ones do.
  not_a_member: { kind: 'forbidden', meaning: 'You are not a member of this organisation.', only: 'graphql' },
  not_a_person: {
    kind: 'forbidden',
    meaning: 'Only people who have signed in may do this, not API keys.',
    only: 'graphql',
  },
  not_a_key: {
    kind: 'forbidden',
    meaning: 'Only an API key may do this, not an access token, and not a person who has signed in.',
  },
  not_found: {
    kind: 'not_found',
    meaning: 'The organisation has no such thing, or there is nothing at this address.',
    userError: 'NotFoundError',
  },
  method_not_allowed: {
    kind: 'method_not_allowed',
    meaning: 'The address does not take this method; the header Allow lists those that it takes.',
  },
  request_timeout: { kind: 'request_timeout', meaning: 'The request took too long to arrive.', only: 'rest' },
  already_dispatched: {
    kind: 'conflict',
    meaning: 'The message can no longer be cancelled: it was dispatched, or it has ended.',
    userError: 'AlreadyDispatchedError',
  },
  campaign_ended: {
    kind: 'conflict',
    meaning: 'The campaign has ended or was cancelled.',
    userError: 'CampaignEndedError',
  },
  campaign_started: {
    kind: 'conflict',
    meaning: 'The campaign has begun: messages of it were submitted, or are held.',
    userError: 'CampaignStartedError',
  },
  nothing_to_retry: {
    kind: 'conflict',
    meaning: 'No failed message of the campaign has one of these codes, or all of them were sent again already.',
    userError: 'NothingToRetryError',
  },
  preview_expired: {
    kind: 'conflict',
    meaning: 'The preview token has expired. Nothing was sent: preview again.',
    userError: 'PreviewTokenError',
  },
  preview_changed: {
    kind: 'conflict',
    meaning:
      'Something that the preview has shown is no longer so; the error says what. Nothing was sent: preview again.',
    userError: 'PreviewChangedError',
  },
  idempotency_in_progress: {
    kind: 'conflict',
    meaning: 'A request with this Idempotency-Key is still running.',
    userError: 'IdempotencyInProgressError',
    retryAfterSeconds: 1,
  },
  session_not_connected: {
    kind: 'conflict',
    meaning: 'The phone of this session is not connected.',
    userError: 'SessionNotConnectedError',
    ofEngine: 'calls',
  },
  too_many: {
    kind: 'conflict',
    meaning: 'The organisation has reached its limit for this resource.',
    userError: 'TooManyError',
  },
  wrong_person: {
    kind: 'conflict',
    meaning: 'The invitation is for another address than the one you have signed in with: sign out first.',
    userError: 'InvalidInputError',
    only: 'graphql',
  },
  last_owner: {
    kind: 'conflict',
    meaning: 'An organisation keeps at least one owner: make another member an owner first.',
    userError: 'InvalidInputError',
    only: 'graphql',
  },
  events_expired: {
    kind: 'gone',
    meaning: 'These events are no longer kept; the error has the sequence with which the log begins.',
  },
  length_required: {
    kind: 'length_required',
    meaning: 'A request without API key and session has to send Content-Length.',
    only: 'graphql',
  },
  body_too_large: { kind: 'too_large', meaning: 'The request body is too large.' },
  unsupported_media_type: {
    kind: 'unsupported_media_type',
    meaning: 'The request body must be JSON, not compressed: send Content-Type: application/json.',
  },
  expectation_failed: { kind: 'expectation_failed', meaning: 'The only expectation that is met is 100-continue.' },
  idempotency_mismatch: {
    kind: 'idempotency_mismatch',
    meaning: 'This Idempotency-Key was used with another request body.',
    userError: 'IdempotencyMismatchError',
  },
  throttled: { kind: 'throttled', meaning: 'Too many calls; the error says how many seconds to wait.' },
  too_many_connections: {
    kind: 'throttled',
    meaning: 'There are too many connections for subscriptions.',
    only: 'graphql',
    retryAfterSeconds: 10,
  },
  too_many_subscriptions: {
    kind: 'throttled',
    meaning: 'The connection or the organisation has too many subscriptions, or too expensive ones.',
    only: 'graphql',
    retryAfterSeconds: 10,
  },
  too_slow: {
    kind: 'throttled',
    meaning: 'Events come faster than this subscription is read; the error says after which to go on.',
    only: 'graphql',
  },
  too_many_exports: {
    kind: 'throttled',
    meaning: 'Too many exports are being downloaded.',
    only: 'rest',
    retryAfterSeconds: 10,
  },
  headers_too_large: { kind: 'headers_too_large', meaning: 'The headers are too large.', only: 'rest' },
  internal_error: { kind: 'internal', meaning: 'Something went wrong on our side.' },
  provider_rejected: {
    kind: 'bad_gateway',
    meaning: 'The chat-app provider rejected the request.',
    userError: 'ProviderError',
    ofEngine: 'calls',
  },
  provider_unavailable: {
    kind: 'bad_gateway',
    meaning: 'The chat-app provider cannot be reached. Nothing was changed; try again later.',
    userError: 'ProviderError',
    ofEngine: 'calls',
  },
  // The only error after which the operation may have had an effect.
  provider_timeout: {
    kind: 'bad_gateway',
    meaning: 'The chat-app provider did not answer in time. The message may have been sent; it is not sent again.',
    userError: 'ProviderTimeoutError',
    ofEngine: 'sends',
  },
  unavailable: {
    kind: 'unavailable',
    meaning: 'The service is temporarily unavailable. Try again in a few seconds.',
    retryAfterSeconds: 5,
  },
  database_timeout: {
    kind: 'unavailable',
    meaning: 'The database did not finish in time. Try again in a few seconds.',
    retryAfterSeconds: 5,
  },
} as const satisfies Readonly<Record<string, ErrorRow>>;

export type ErrorCode = keyof typeof TABLE;
export const ERRORS: Readonly<Record<ErrorCode, ErrorRow>> = TABLE;
export const ERROR_CODES = Object.keys(TABLE) as readonly ErrorCode[];

/** Codes of faults in one field, in addition to those of errors. REST shows `invalid` for all of them. */
export const FIELD_CODES = {
  required: 'A value is missing.',
  blank: 'The text is empty.',
  too_long: 'The text is too long.',
  malformed: 'This is not a phone number, or not a group id where one is expected.',
  unsupported_type:
    'The number is of a kind that cannot receive SMS, or the message of a kind that cannot be sent there.',
  already_exists: 'The organisation has it already.',
  sender_not_approved:
    'The organisation sends under approved sender IDs only, and this one is not approved, or not for that country.',
  already_member: 'The address belongs to a member.',
} as const;
export type FieldCode = keyof typeof FIELD_CODES;
