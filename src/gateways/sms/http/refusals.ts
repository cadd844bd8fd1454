import type { SubmitOutcome } from '../../../domain/ports.js';
import { DEFAULT_RETRY_AFTER_MS, MAX_RETRY_AFTER_MS } from './wire.js';

/**
 * Answers that refuse a call as a whole. 501 is ours to repair: wrong secret, wrong address, or one that has moved.
 * 500 is a call that the gateway cannot read.
 */
const DELIVERY_CODES: Readonly<Record<number, number>> = {
  301: 501,
  307: 501,
  308: 501,
  400: 500,
  401: 501,
  403: 501,
  404: 501,
  405: 501,
  413: 500,
  415: 500,
  422: 500,
};

/** What an HTTP status other than 2xx says about every message of the call. */
export function refusal(status: number, retryAfterMs: number | null): SubmitOutcome {
  if (status === 429 || (status === 503 && retryAfterMs !== null)) {
    return { kind: 'throttled', retryAfterMs: Math.min(retryAfterMs ?? DEFAULT_RETRY_AFTER_MS, MAX_RETRY_AFTER_MS) };
  }
  const code = DELIVERY_CODES[status];
  // A 500 may have failed half-way, and a proxy's 502 or 504 says only that it did not hear how it ended.
  return code === undefined ? { kind: 'unknown' } : { kind: 'rejected', code };
}
