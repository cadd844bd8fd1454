import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import type { ConfiguredGateway, SubmitResult } from '../../../domain/sms/gateway.js';
import { SETTLE_RESERVE_MS } from '../../../domain/sms/hand-over-times.js';
import { faultPoint } from '../../../lib/fault-points.js';
import type { Services } from '../../context.js';
import { type Batch, referenceOf } from './claim-batch.js';
import { fewOf, warnOfUnknownCodes } from './warn-of-unknown-codes.js';
import { withStorableIds } from './with-storable-ids.js';

export interface Submission {
  readonly answers: ReadonlyMap<string, SubmitResult>;
  readonly requestedAt: Date;
}

/**
 * Calls the gateway, with no transaction open: a slow gateway must not eat the connections of the others. When the lease
 * does not cover the longest call any more, another worker may soon decide on these messages, so the gateway is not called.
 */
export async function submitBatch(
  { logger, breakers }: Pick<Services, 'logger' | 'breakers'>,
  { gateway, pace }: ConfiguredGateway,
  organisationId: string,
  batch: Batch,
  leaseEndsAtMs: number,
): Promise<Submission> {
  const requestedAt = new Date();
  const messageIds = new Map<string, string>();
  const outgoing = batch.messages
    .filter((message) => message.suppressed_by === null)
    .map((message) => {
      const reference = referenceOf(organisationId, message);
      messageIds.set(reference, message.id);
      return {
        reference,
        to: message.mobile,
        text: message.text,
        senderId: message.sender_id,
        segments: message.segments,
        attempt: message.attempt,
      };
    });
  if (outgoing.length === 0) return { answers: new Map(), requestedAt };

  const leaseLeftMs = leaseEndsAtMs - performance.now();
  if (leaseLeftMs < pace.timeoutMs + SETTLE_RESERVE_MS) {
    logger.warn(
      { gateway: gateway.name, messages: outgoing.length, leaseLeftMs: Math.round(leaseLeftMs) },
      'a claim was confirmed too late for a call; its messages go back',
    );
    const answers = new Map<string, SubmitResult>();
    for (const [reference, messageId] of messageIds)
      answers.set(messageId, { reference, outcome: { kind: 'not_sent' } });
    return { answers, requestedAt };
  }
  faultPoint('calling');
  let results: readonly SubmitResult[] = [];
  try {
    results = await gateway.submit(outgoing, AbortSignal.timeout(pace.timeoutMs));
  } catch (error) {
    logger.error({ err: error, gateway: gateway.name, messages: outgoing.length }, 'gateway adapter failed');
  }
  const answers = new Map<string, SubmitResult>();
  for (const result of results) {
    const messageId = messageIds.get(result.reference);
    if (messageId !== undefined) answers.set(messageId, withStorableIds(result));
  }
  warnOfUnknownCodes(logger, gateway.name, results);
  const healthy = [...answers.values()].some(isAnswered);
  if (healthy) breakers.get(gateway.name)?.succeeded();
  else {
    breakers.get(gateway.name)?.failed();
    logger.warn(
      {
        gateway: gateway.name,
        messages: outgoing.length,
        codes: fewOf(results.flatMap(({ rawCode }) => rawCode ?? [])),
      },
      'gateway gave no usable answer',
    );
  }
  return { answers, requestedAt };
}

/** GatewayError is an answer, but one that says that the gateway does not work for us. */
function isAnswered({ outcome }: SubmitResult): boolean {
  if (outcome.kind === 'rejected') return outcome.code !== CODE_OF.GatewayError;
  return outcome.kind !== 'unknown' && outcome.kind !== 'not_sent';
}
