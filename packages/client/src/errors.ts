import type { ErrorCode, SendError } from './generated/rest.js';

/** Codes of failures that no server has told. */
export type LocalErrorCode =
  /** No response came: the connection could not be made, or broke. */
  | 'connection'
  /** No response came in time. */
  | 'timeout'
  /** The caller's own signal ended the call. */
  | 'aborted'
  /** The response is not Postrider's: a proxy in front responded, or the address is another server's. */
  | 'unexpected_response'
  /** A webhook without a valid signature, or an old one. */
  | 'invalid_webhook';

interface Details {
  readonly code: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly retryable?: boolean;
  readonly idempotencyKey?: string | undefined;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/** The only error of this client: a refusal of the server, or no response at all. */
export class PostriderError extends Error {
  override readonly name = 'PostriderError';
  /** What went wrong, for programs. A later version of the server may have further codes. */
  readonly code: ErrorCode | LocalErrorCode | (string & {});
  /** The HTTP status; undefined if no response came. */
  readonly status: number | undefined;
  /** The id to quote to the operator. */
  readonly requestId: string | undefined;
  /** Seconds that the server asks to wait. */
  readonly retryAfter: number | undefined;
  /** The complaints about each field, by its name. Empty if no field is at fault. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The same call, with the same `idempotencyKey`, may succeed later and can do nothing twice. */
  readonly retryable: boolean;
  /** The key of the call. Repeat the call with it to learn what became of it, or to go on with it. */
  readonly idempotencyKey: string | undefined;
  /** The id of a message that may have been sent (`provider_timeout`). */
  readonly messageId: string | undefined;
  /** Where the event log begins (`events_expired`). */
  readonly oldestSequence: number | undefined;
  /** What has changed since a preview (`preview_changed`). */
  readonly changes: NonNullable<SendError['changes']>;
  /** The body of the response, as it came. */
  readonly body: unknown;

  constructor(message: string, details: Details) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    const body = (typeof details.body === 'object' ? details.body : null) as RefusalBody | null;
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId ?? body?.request_id;
    this.retryAfter = details.retryAfter;
    this.errors = body?.errors && !Array.isArray(body.errors) ? body.errors : {};
    this.retryable = details.retryable ?? false;
    this.idempotencyKey = details.idempotencyKey;
    this.messageId = body?.message_id;
    this.oldestSequence = body?.oldest_sequence;
    this.changes = body?.changes ?? [];
    this.body = details.body;
  }
}

interface RefusalBody {
  readonly request_id?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly message_id?: string;
  readonly oldest_sequence?: number;
  readonly changes?: NonNullable<SendError['changes']>;
}
