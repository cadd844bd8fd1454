import type { ClaimedMessage } from '../../../db/sql/sms/dispatch/claim-messages.js';
import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import type { ConfiguredGateway, OutgoingSms, SubmitResult } from '../../../domain/sms/gateway.js';
import { SETTLE_RESERVE_MS } from '../../../domain/sms/hand-over-times.js';
import { isStorable } from '../../../domain/text.js';
import { faultPoint } from '../../../lib/fault-points.js';
import { inTraces } from '../../../lib/trace/tracing.js';
import type { Services } from '../../context.js';
import { type Batch, referenceOf } from './claim.js';
import { firstCodes, warnOfUnknownCodes } from './unknown-codes.js';

export interface Submission {
  /** By message id. A message that the gateway left out of its answer is in doubt. */
  readonly answers: ReadonlyMap<string, SubmitResult>;
  readonly requestedAt: Date;
}

/**
 * Calls the gateway, with no transaction open: a slow gateway must not hold connections that other work needs. If the
 * lease may end before the longest call does, another worker may soon resolve these messages, so the gateway is not
 * called.
 */
export async function submitBatch(
  services: Pick<Services, 'logger' | 'breakers' | 'outages'>,
  { gateway, pace }: ConfiguredGateway,
  organisationId: string,
  { messages, traces }: Batch,
  leaseEndsAtMs: number,
): Promise<Submission> {
  const requestedAt = new Date();
  const outgoing = new Map<string, ClaimedMessage>();
  for (const message of messages) {
    if (message.suppressed_by === null) outgoing.set(referenceOf(organisationId, message), message);
  }
  if (outgoing.size === 0) return { answers: new Map(), requestedAt };

  const leaseLeftMs = leaseEndsAtMs - performance.now();
  if (leaseLeftMs < pace.timeoutMs + SETTLE_RESERVE_MS) {
    services.logger.warn(
      { gateway: gateway.name, messages: outgoing.size, leaseLeftMs: Math.round(leaseLeftMs) },
      'the claim was committed too late for a call; its messages go back to the agenda',
    );
    return { answers: answersOf(outgoing, [...outgoing.keys()].map(notSent)), requestedAt };
  }
  faultPoint('calling');
  let results: readonly SubmitResult[] = [];
  try {
    const texts = [...outgoing].map(([reference, message]) => outgoingSms(reference, message));
    const attributes = { 'postrider.gateway': gateway.name, 'postrider.messages': texts.length };
    results = await inTraces('submit', traces, attributes, () =>
      gateway.submit(texts, AbortSignal.timeout(pace.timeoutMs)),
    );
  } catch (error) {
    services.logger.error({ err: error, gateway: gateway.name, messages: outgoing.size }, 'the gateway adapter failed');
  }
  const answers = answersOf(outgoing, results);
  warnOfUnknownCodes(services.logger, gateway.name, results);
  noteHealth(services, gateway.name, [...answers.values()]);
  return { answers, requestedAt };
}

function outgoingSms(reference: string, message: ClaimedMessage): OutgoingSms {
  const { mobile: to, text, sender_id: senderId, segments, attempt, is_answer: isAnswer } = message;
  return { reference, to, text, senderId, segments, attempt, ...(isAnswer && { isAnswer }) };
}

const notSent = (reference: string): SubmitResult => ({ reference, outcome: { kind: 'not_sent' } });

function answersOf(
  outgoing: ReadonlyMap<string, ClaimedMessage>,
  results: readonly SubmitResult[],
): Map<string, SubmitResult> {
  const answers = new Map<string, SubmitResult>();
  for (const result of results) {
    const message = outgoing.get(result.reference);
    if (message) answers.set(message.id, withStorableIds(result));
  }
  return answers;
}

interface GatewayIds {
  readonly providerId?: string;
  readonly partIds?: readonly string[];
}

/** Drops ids that PostgreSQL cannot store: they must not make the statement fail that settles the whole batch. */
export function withStorableIds<Result extends GatewayIds>(
  result: Result,
): Omit<Result, keyof GatewayIds> & GatewayIds {
  const { providerId, partIds = [], ...rest } = result;
  return [providerId, ...partIds].every(isStorable) ? result : rest;
}

/** One usable answer keeps the circuit breaker of the gateway closed. */
function noteHealth(
  { logger, breakers, outages }: Pick<Services, 'logger' | 'breakers' | 'outages'>,
  gateway: string,
  answers: SubmitResult[],
) {
  const breaker = breakers.get(gateway);
  if (answers.some(isUsable)) {
    breaker?.succeeded();
    outages.ended(gateway);
    return;
  }
  breaker?.failed();
  const codes = firstCodes(answers.flatMap(({ rawCode }) => rawCode ?? []));
  if (breaker?.isOpen) outages.began(gateway, codes[0], breaker.pauseMs);
  logger.warn({ gateway, messages: answers.length, codes }, 'the gateway gave no usable answer');
}

/** GatewayError is an answer, but one that says that the gateway is out of order. */
function isUsable({ outcome }: SubmitResult): boolean {
  if (outcome.kind === 'rejected') return outcome.code !== CODE_OF.GatewayError;
  return outcome.kind !== 'unknown' && outcome.kind !== 'not_sent';
}
