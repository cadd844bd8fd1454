import type { OutgoingSms, SubmitOutcome, SubmitResult } from '../../domain/ports.js';
import { type Exchange, isSuccess } from '../exchange.js';
import { safeRawCode } from '../raw-words.js';

export const DEFAULT_RETRY_AFTER_MS = 1_000;
export const MAX_RETRY_AFTER_MS = 3_600_000;

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

/** The same for every message, when that is all that the exchange tells; null when the body has to be read. */
export function refusedAsWhole(messages: readonly OutgoingSms[], exchanged: Exchange): SubmitResult[] | null {
  if (exchanged.kind === 'not_sent') return sameForAll(messages, { kind: 'not_sent' }, exchanged.code);
  if (exchanged.kind === 'lost') return sameForAll(messages, { kind: 'unknown' }, exchanged.code);
  const { status, retryAfterMs } = exchanged;
  return isSuccess(status) ? null : sameForAll(messages, refusal(status, retryAfterMs), `HTTP ${status}`);
}

export function sameForAll(messages: readonly OutgoingSms[], outcome: SubmitOutcome, code: string): SubmitResult[] {
  return messages.map(({ reference }) => ({ reference, outcome, ...safeRawCode(code) }));
}

/** What an HTTP status other than 2xx says about every message of the call. */
function refusal(status: number, retryAfterMs: number | null): SubmitOutcome {
  if (status === 429 || (status === 503 && retryAfterMs !== null)) {
    return { kind: 'throttled', retryAfterMs: Math.min(retryAfterMs ?? DEFAULT_RETRY_AFTER_MS, MAX_RETRY_AFTER_MS) };
  }
  const code = DELIVERY_CODES[status];
  // A 500 may have failed half-way, and a proxy's 502 or 504 says only that it did not hear how it ended.
  return code === undefined ? { kind: 'unknown' } : { kind: 'rejected', code, wholeCall: true };
}
