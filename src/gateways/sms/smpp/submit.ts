import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import type { OutgoingSms, SubmitOutcome, SubmitResult } from '../../../domain/sms/gateway.js';
import { pause } from '../../../lib/async/abort.js';
import { safeRawCode } from '../../wire/raw-words.js';
import { statusCode, statusName, submitOutcome } from '../smsc-codes.js';
import type { SmppOptions } from './options.js';
import { toParts } from './parts.js';
import { COMMAND } from './pdu.js';
import type { Reply } from './pending.js';
import type { Pool } from './pool.js';
import { normalId } from './receipts.js';
import type { Session } from './session.js';
import { submitSm } from './submit-sm.js';
import type { Throttle } from './throttle.js';

type Answer = Pick<SubmitResult, 'outcome' | 'providerId' | 'partIds' | 'rawCode' | 'rawReason'>;

/** The pause before the next try to send the rest of a message without a bind. */
const REST_RETRY_MS = 250;

export type Submit = (message: OutgoingSms, signal: AbortSignal) => Promise<SubmitResult>;

export function createSubmit(options: SmppOptions, pool: Pool, throttle: Throttle): Submit {
  // A random start: two processes should not use one reference for two messages to the same phone.
  let reference = Math.floor(Math.random() * 0x10000);

  async function submitMessage(message: OutgoingSms, signal: AbortSignal): Promise<Answer> {
    reference = (reference + 1) & 0xffff;
    const parts = toParts(message.text, reference, options.longMessages, options.defaultAlphabet);
    const [first, ...rest] = parts.map((part) => submitSm(options.submit, message, part)) as [Buffer, ...Buffer[]];
    const answer = await submitPart(first, signal, true);
    return answer.outcome.kind === 'accepted' && rest.length > 0 ? submitRest(answer, rest, signal) : answer;
  }

  /**
   * The SMSC has the first part, so the message is handed over: a retry would send that part twice. The answer to a
   * later part therefore never becomes the answer to the message.
   */
  async function submitRest(first: Answer, rest: readonly Buffer[], signal: AbortSignal): Promise<Answer> {
    const answers = [first];
    for (const body of rest) {
      const answer = await submitLaterPart(body, signal);
      const code = refusalOf(answer.outcome);
      // Without an id: the receipt of a part that the SMSC has must not make an incomplete text delivered.
      if (code !== null) return { ...answer, outcome: { kind: 'accepted', refusedRest: code } };
      answers.push(answer);
    }
    // The SMSC may not have this part, or holds it. The receipt of another part must not stand for it: no id again.
    const uncertain = answers.find(({ outcome }) => outcome.kind !== 'accepted');
    if (uncertain) return { ...uncertain, outcome: { kind: 'accepted' } };
    const partIds = answers.flatMap(({ providerId }) => providerId ?? []);
    // All or none: no receipt can match a part without an id, so the message would never be complete.
    return { ...(answers.at(-1) as Answer), ...(partIds.length === answers.length && { partIds }) };
  }

  /** Waits for a bind, because the recipient gets a message only with all parts. */
  async function submitLaterPart(body: Buffer, signal: AbortSignal): Promise<Answer> {
    for (;;) {
      const answer = await submitPart(body, signal, false);
      const { kind } = answer.outcome;
      if (kind !== 'not_sent' && kind !== 'throttled') return answer;
      const waitMs = Math.max(throttle.remainingMs(), REST_RETRY_MS);
      await pause(waitMs, signal);
      if (signal.aborted) return answer;
    }
  }

  async function submitPart(body: Buffer, signal: AbortSignal, isFirst: boolean): Promise<Answer> {
    const grant = await pool.acquire(signal, isFirst);
    if (grant.session === null) return { outcome: grant.outcome, ...safeRawCode(grant.code) };
    const { session, release } = grant;
    const writtenAtMs = performance.now();
    const reply = await session.request(COMMAND.submitSm, body, options.times.responseTimeoutMs, signal);
    const answer = toAnswer(reply, session, writtenAtMs);
    release();
    return answer;
  }

  function toAnswer(reply: Reply, session: Session, writtenAtMs: number): Answer {
    if (reply.kind === 'lost') return { outcome: { kind: 'unknown' }, ...safeRawCode(reply.code) };
    if (reply.kind === 'not_sent') return { outcome: { kind: 'not_sent' }, ...safeRawCode(reply.code) };
    const { status, body } = reply;
    const isNack = reply.command === COMMAND.genericNack;
    const outcome = submitOutcome(status, isNack, options.errorCodes.commandStatus, () => throttle.hit(writtenAtMs));
    if (outcome.kind === 'accepted') {
      throttle.succeeded();
      return { outcome, ...idIn(body) };
    }
    if (outcome.kind === 'not_sent') session.rebind();
    return { outcome, ...words(status, isNack) };
  }

  return async (message, signal) => ({ reference: message.reference, ...(await submitMessage(message, signal)) });
}

/** The delivery code if the SMSC does not have a later part; null if it has the part, or may have it. */
function refusalOf(outcome: SubmitOutcome): number | null {
  switch (outcome.kind) {
    case 'rejected':
      return outcome.code;
    case 'no_credit':
      return CODE_OF.InsufficientBalance;
    case 'throttled':
    case 'not_sent':
      return CODE_OF.RejectedByGateway;
    default:
      return null;
  }
}

function words(status: number, isNack: boolean): Pick<Answer, 'rawCode' | 'rawReason'> {
  const name = statusName(status);
  return { ...safeRawCode(statusCode(status)), rawReason: isNack ? `generic_nack ${name}` : name };
}

/** An answer without an id accepts the message too, but its receipts will match no message. */
function idIn(body: Buffer): Pick<Answer, 'providerId'> {
  const end = body.indexOf(0);
  const providerId = normalId(body.toString('latin1', 0, end === -1 ? body.length : end));
  return providerId === null ? {} : { providerId };
}
