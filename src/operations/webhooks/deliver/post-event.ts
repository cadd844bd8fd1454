import type { KeyObject } from 'node:crypto';
import type { EventBody } from '../../../domain/events/event.js';
import { signedHeaders } from '../../../domain/events/signature.js';
import { LIMITS } from '../../../domain/limits.js';
import type { Destination, PostFailure, PostResult } from '../../../lib/net/public-client.js';
import { VERSION } from '../../../lib/version.js';
import type { Services } from '../../context.js';

/** What came of one attempt. */
export interface Attempt {
  readonly delivered: boolean;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  /** Why there was no answer. */
  readonly error: PostFailure | null;
  /** It wants to be left alone for so long. */
  readonly retryAfterSeconds: number | null;
  readonly durationMs: number;
}

const USER_AGENT = `Postrider/${VERSION}`;

/** An event as it goes over the wire. */
export interface SignedEvent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Signed at this moment. */
export function signEvent(keys: readonly KeyObject[], id: string, content: EventBody): SignedEvent {
  const body = JSON.stringify(content);
  return { headers: { ...signedHeaders(keys, { id, body, sentAt: new Date() }), 'user-agent': USER_AGENT }, body };
}

/** Never throws. */
export function postEvent(
  { http, policy }: Pick<Services, 'http' | 'policy'>,
  to: Destination,
  { headers, body }: SignedEvent,
): Promise<Attempt> {
  const timeoutMs = policy.webhookTimeoutSeconds * 1000;
  return http.post({ to, headers, body, timeoutMs, maxAnswerBytes: LIMITS.webhookResponseBytes }).then(attemptOf);
}

function attemptOf(result: PostResult): Attempt {
  const durationMs = Math.round(result.durationMs);
  if (result.kind === 'failed') {
    const nothing = { responseStatus: null, responseBody: null, retryAfterSeconds: null };
    return { delivered: false, ...nothing, error: result.reason, durationMs };
  }
  const { status, body: responseBody } = result;
  const delivered = status >= 200 && status < 300;
  const retryAfterSeconds = delivered ? null : result.retryAfterSeconds;
  // PostgreSQL takes no NUL in a text.
  const storable = responseBody.replaceAll('\u0000', '');
  return { delivered, responseStatus: status, responseBody: storable, error: null, retryAfterSeconds, durationMs };
}

/** The endpoint says that it will not be back. */
export function isGone({ responseStatus }: Attempt): boolean {
  return responseStatus === 410;
}
