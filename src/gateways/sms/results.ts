import type { z } from 'zod';
import { CODE_OF } from '../../domain/sms/delivery-codes.js';
import type { OutgoingSms, SubmitOutcome, SubmitResult } from '../../domain/sms/gateway.js';
import { type Exchange, isSuccess } from '../wire/calls.js';
import { safeRawCode } from '../wire/raw-words.js';

export const DEFAULT_RETRY_AFTER_MS = 1_000;
export const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * HTTP statuses that refuse a whole call. GatewayError means that the operator must act: the secret or the URL is
 * wrong, or the gateway has moved. InternalServerError means that the gateway cannot read the call.
 */
const DELIVERY_CODES: Readonly<Record<number, number>> = {
  301: CODE_OF.GatewayError,
  307: CODE_OF.GatewayError,
  308: CODE_OF.GatewayError,
  400: CODE_OF.InternalServerError,
  401: CODE_OF.GatewayError,
  403: CODE_OF.GatewayError,
  404: CODE_OF.GatewayError,
  405: CODE_OF.GatewayError,
  413: CODE_OF.InternalServerError,
  415: CODE_OF.InternalServerError,
  422: CODE_OF.InternalServerError,
};

/**
 * The same result for every message if the call failed as a whole; null if the caller has to read the answer's body.
 */
export function refusedAsWhole(messages: readonly OutgoingSms[], exchanged: Exchange): SubmitResult[] | null {
  if (exchanged.kind === 'not_sent') return sameForAll(messages, { kind: 'not_sent' }, exchanged.code);
  if (exchanged.kind === 'lost') return sameForAll(messages, { kind: 'unknown' }, exchanged.code);
  const { status, retryAfterMs } = exchanged;
  return isSuccess(status) ? null : sameForAll(messages, refusal(status, retryAfterMs), `HTTP ${status}`);
}

function sameForAll(messages: readonly OutgoingSms[], outcome: SubmitOutcome, code: string): SubmitResult[] {
  return messages.map(({ reference }) => ({ reference, outcome, ...safeRawCode(code) }));
}

/** The outcome of every message of a call that was answered with this status, which is not 2xx. */
function refusal(status: number, retryAfterMs: number | null): SubmitOutcome {
  if (status === 429 || (status === 503 && retryAfterMs !== null)) {
    return { kind: 'throttled', retryAfterMs: Math.min(retryAfterMs ?? DEFAULT_RETRY_AFTER_MS, MAX_RETRY_AFTER_MS) };
  }
  const code = DELIVERY_CODES[status];
  // With a 500 the gateway may have sent some messages; with a proxy's 502 or 504 the gateway may have sent all.
  return code === undefined ? { kind: 'unknown' } : { kind: 'rejected', code, wholeCall: true };
}

export function rejected(code: number): SubmitOutcome {
  return { kind: 'rejected', code };
}

/**
 * The entries of an answer that `wire` can parse, by their key. An entry with null has two results, which contradict
 * each other, and counts as unanswered.
 */
export function entriesBy<Entry>(
  keyOf: (entry: Entry) => string,
  wire: z.ZodType<Entry>,
  answer: readonly unknown[],
): ReadonlyMap<string, Entry | null> {
  const entries = new Map<string, Entry | null>();
  for (const { data } of answer.map((given) => wire.safeParse(given))) {
    if (data !== undefined) entries.set(keyOf(data), entries.has(keyOf(data)) ? null : data);
  }
  return entries;
}
