import type { KeyObject } from 'node:crypto';
import type { Services } from '../../domain/context.js';
import { signedHeaders } from '../../domain/events/signature.js';
import { LIMITS } from '../../domain/limits.js';
import type { PostFailure, PostResult } from '../../lib/public-client.js';
import { VERSION } from '../../lib/version.js';

/** Where an event goes, and what it is signed with. */
export interface Receiver {
  readonly url: URL;
  readonly keys: readonly KeyObject[];
}

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

/** Signed at this moment. Never throws. */
export function postEvent(
  { http, policy }: Pick<Services, 'http' | 'policy'>,
  { url, keys }: Receiver,
  { id, body }: { readonly id: string; readonly body: string },
): Promise<Attempt> {
  const headers = { ...signedHeaders(keys, { id, body, sentAt: new Date() }), 'user-agent': USER_AGENT };
  const timeoutMs = policy.webhookTimeoutSeconds * 1000;
  return http.post({ url, headers, body, timeoutMs, maxAnswerBytes: LIMITS.webhookResponseBytes }).then(attemptOf);
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
