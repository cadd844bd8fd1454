import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { isSameSecret } from '../../../domain/secret-keys.js';
import { CODE_OF, knownDeliveryCode } from '../../../domain/sms/delivery-codes.js';
import type { OutgoingSms, ReportOutcome, SubmitOutcome } from '../../../domain/sms/gateway.js';
import { isStorable } from '../../../domain/text.js';
import { DEFAULT_RETRY_AFTER_MS, MAX_RETRY_AFTER_MS } from '../results.js';

/**
 * The contract for a gateway of the operator's own, in any language. Postrider calls, below the configured url:
 *
 *   POST /messages  {"messages": [{"reference", "to", "text", "sender_id", "segments", "attempt"}]}
 *                   200 {"results": [{"reference", "result", "delivery_code"?, "provider_id"?, "retry_after_ms"?,
 *                                     "scope"?, "raw_code"?, "raw_reason"?}]}
 *                   result: accepted | queued | held | rejected | no_credit | throttled; scope (of no_credit):
 *                   account | message. A reference without a result counts as a lost answer.
 *   POST /lookup    {"references": [...]}   200 {"results": [{"reference", "result": as above or null, ...}]}
 *                   null: never seen; a reference that is left out: unknown. Only if configured.
 *   GET  /balance   200 {"balance": number}   Optional.
 *
 * The gateway calls the callback address with POST and
 *   {"reports": [{"reference"? or "provider_id"?, "status", "delivery_code"?, "raw_code"?}]}   at most 1000, else 413
 *   status: sent | queued | held | delivered | failed.
 *   {"messages": [{"id", "from", "to", "text", "sent_at"?, "part"?: {"reference", "total", "number"}}]}
 *   what people have sent; both may stand in one call. Postrider joins parts of a long text.
 *   After a 2xx answer, which counts what was accepted, the gateway need not repeat the call.
 *
 * Both sides sign, see below. An entry that breaks the contract is ignored; the others of the call count.
 */

export const MAX_REPORTS_PER_CALLBACK = 1_000;

const id = z.string().min(1).refine(isStorable);
const code = z.number().int();
const words = z.string().optional().catch(undefined);

const resultDetails = {
  delivery_code: code.optional().catch(undefined),
  provider_id: id.optional().catch(undefined),
  retry_after_ms: z.number().min(0).optional().catch(undefined),
  scope: z.enum(['account', 'message']).optional().catch(undefined),
  raw_code: words,
  raw_reason: words,
};

export const resultWire = z.object({
  reference: id,
  result: z.enum(['accepted', 'queued', 'held', 'rejected', 'no_credit', 'throttled']),
  ...resultDetails,
});
export const lookupWire = z.object({
  reference: id,
  result: z.enum(['accepted', 'queued', 'held', 'rejected', 'no_credit']).nullable(),
  ...resultDetails,
});
export const resultsEnvelope = z.object({ results: z.array(z.unknown()) });
export const balanceWire = z.object({ balance: z.number() }).transform(({ balance }) => balance);

export const reportWire = z
  .object({
    reference: id.optional(),
    provider_id: id.optional(),
    status: z.enum(['sent', 'queued', 'held', 'delivered', 'failed']),
    delivery_code: code.optional().catch(undefined),
    raw_code: words,
  })
  .refine((report) => report.reference !== undefined || report.provider_id !== undefined);
export const callbackEnvelope = z
  .object({ reports: z.array(z.unknown()).default([]), messages: z.array(z.unknown()).default([]) })
  .refine((given) => given.reports.length + given.messages.length > 0);

export const inboundWire = z.object({
  // Of any length: the inbox stores a hash of a long one. A text that is ignored would be lost.
  id: z.string().min(1),
  from: z.string().min(1),
  to: z.string().min(1),
  text: z.string(),
  sent_at: z.iso.datetime({ offset: true }).optional().catch(undefined),
  // A text whose part cannot be read is kept as one that is not whole.
  part: z
    .object({ reference: code, total: code, number: code })
    .optional()
    .catch({ reference: 0, total: 0, number: 0 }),
});

export function messagesBody(messages: readonly OutgoingSms[]): string {
  return JSON.stringify({
    messages: messages.map(({ reference, to, text, senderId, segments, attempt }) => ({
      reference,
      to,
      text,
      sender_id: senderId,
      segments,
      attempt,
    })),
  });
}

type Details = Pick<z.output<typeof resultWire>, 'delivery_code' | 'retry_after_ms' | 'scope'>;
type Settled = Exclude<SubmitOutcome, { kind: 'unknown' | 'not_sent' | 'throttled' }>;

export function submitOutcome({ result, ...details }: z.output<typeof resultWire>): SubmitOutcome {
  if (result !== 'throttled') return settledOutcome(result, details);
  return {
    kind: 'throttled',
    retryAfterMs: Math.min(details.retry_after_ms ?? DEFAULT_RETRY_AFTER_MS, MAX_RETRY_AFTER_MS),
  };
}

export function settledOutcome(result: Settled['kind'], details: Details): Settled {
  if (result === 'no_credit') return { kind: 'no_credit', scope: details.scope ?? 'account' };
  return result === 'rejected' ? rejection(details) : { kind: result };
}

/** The contract has own results for RiskHold and InsufficientBalance, but some gateways send them as rejections. */
function rejection({ delivery_code: given, scope }: Details): Settled {
  if (given === CODE_OF.RiskHold) return { kind: 'held' };
  if (given === CODE_OF.InsufficientBalance) return { kind: 'no_credit', scope: scope ?? 'account' };
  return { kind: 'rejected', code: failureCode(given ?? CODE_OF.InternalServerError) };
}

export function reportOutcome({ status, delivery_code: given }: z.output<typeof reportWire>): ReportOutcome {
  if (status !== 'failed') return { kind: status };
  return given === CODE_OF.RiskHold
    ? { kind: 'held' }
    : { kind: 'failed', code: failureCode(given ?? CODE_OF.RejectedByGateway) };
}

/** For support: the gateway's own code, or the delivery code that it gave if we replaced that by another. */
export function rawCodeOf(
  outcome: SubmitOutcome | ReportOutcome,
  { delivery_code: given, raw_code: own }: Pick<z.output<typeof reportWire>, 'delivery_code' | 'raw_code'>,
): string | undefined {
  const isLost = given !== undefined && 'code' in outcome && outcome.code !== given;
  return own ?? (isLost ? String(given) : undefined);
}

/** A failure with a code of success contradicts itself and counts as an unknown code. */
function failureCode(given: number): number {
  return given < 400 ? CODE_OF.InternalServerError : knownDeliveryCode(given);
}

/**
 * Signature: every request of this contract, ours and the gateway's, has the time in seconds and `v1=` + the
 * hexadecimal HMAC-SHA256 of `<timestamp>.<body>` under the shared secret. The body is the bytes on the wire.
 */

const TIMESTAMP_HEADER = 'x-postrider-timestamp';
const SIGNATURE_HEADER = 'x-postrider-signature';

/** Limits replay of a recorded request, and tolerates clock skew. */
const TOLERANCE_SECONDS = 300;

export function signedHeaders(secret: string, body: string, nowMs = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  return { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: sign(secret, timestamp, body) };
}

export function isAuthentic(
  secret: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  nowMs = Date.now(),
): boolean {
  const timestamp = headers[TIMESTAMP_HEADER] ?? '';
  const matches = isSameSecret(headers[SIGNATURE_HEADER] ?? '', sign(secret, timestamp, body));
  const isRecent = /^\d{1,12}$/.test(timestamp) && Math.abs(nowMs / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS;
  return matches && isRecent;
}

function sign(secret: string, timestamp: string, body: string | Buffer): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}
