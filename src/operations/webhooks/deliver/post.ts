import type { KeyObject } from 'node:crypto';
import { type DescribedEvent, type EventBody, eventBody } from '../../../domain/events/event.js';
import { CIRCUIT_FAILURES, isOnlyProbed } from '../../../domain/events/retry.js';
import { signedHeaders } from '../../../domain/events/signature.js';
import { LIMITS } from '../../../domain/limits.js';
import { type Destination, destinationOf, type FailureReason, type HttpResult } from '../../../lib/net/http-client.js';
import { inTraces } from '../../../lib/trace/tracing.js';
import { VERSION } from '../../../lib/version.js';
import type { Services } from '../../context.js';
import { openKeys } from '../sealed-secrets.js';
import type { Lease, Outgoing } from './work.js';

const CALLS_AT_ONCE = 10;

/** Events of sessions and of endpoints belong to no message. */
function tracesOf({ type, campaignId, subjectId }: DescribedEvent): string[] {
  return /^(?:sms|campaign|chat_message)\./.test(type) ? [campaignId ?? subjectId] : [];
}

/** What came of one attempt. */
export interface Attempt {
  readonly delivered: boolean;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  /** Why there was no answer. */
  readonly error: FailureReason | null;
  /** The endpoint asks for a pause of this length. */
  readonly retryAfterSeconds: number | null;
  readonly durationMs: number;
}

/** What the calls of a turn have shown of the endpoint. */
export interface Impression {
  /** Calls that have failed in a row by now. */
  readonly failures: number;
  readonly hasSucceeded: boolean;
  readonly hasFailed: boolean;
}

/** Calls an endpoint until the turn ends, or until the endpoint fails, is gone or asks for a pause. */
export function createCaller(services: Services, { organisationId, leased }: Lease, endsAtMs: number) {
  const to = destinationOf(new URL(leased.url));
  const keys = openKeys(services, organisationId, leased.id, leased.secrets);
  // Calls under way together fail for one reason, so together they count as one failure too many, not as ten.
  const mostFailures = Math.max(CIRCUIT_FAILURES, leased.failures + 1);
  const impression = { failures: leased.failures, hasSucceeded: false, hasFailed: false };
  let hasStopped = false;

  const isOver = () => hasStopped || performance.now() >= endsAtMs;
  const call = async ({ event }: Outgoing): Promise<Attempt> => {
    const attempt = await inTraces('webhook post', tracesOf(event), { 'postrider.event': event.type }, () =>
      postEvent(services, to, signEvent(keys, event.id, eventBody(event))),
    );
    if (attempt.delivered) {
      impression.hasSucceeded = true;
      impression.failures = 0;
    } else {
      impression.hasFailed = true;
      impression.failures = Math.min(impression.failures + 1, mostFailures);
    }
    hasStopped ||= isOnlyProbed(impression.failures) || isGone(attempt) || attempt.retryAfterSeconds !== null;
    return attempt;
  };
  return {
    isOver,
    stop() {
      hasStopped = true;
    },
    impression: (): Impression => impression,
    post: (outgoing: readonly Outgoing[]) => postInOrder(outgoing, CALLS_AT_ONCE, call, isOver),
  };
}

/**
 * Begins `post` for the items in their order, at most `concurrency` at a time, until `isOver`. Returns the results of
 * the items that were begun: always the first ones.
 */
export async function postInOrder<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  post: (item: Item) => Promise<Result>,
  isOver: () => boolean,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const poster = async () => {
    for (const [index, item] of entries) {
      if (isOver()) return;
      results[index] = await post(item);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, poster));
  return results;
}

const USER_AGENT = `Postrider/${VERSION}`;

/** An event with the headers that prove where it comes from. */
export interface SignedEvent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

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
  const limits = { timeoutMs, maxAnswerBytes: LIMITS.webhookResponseBytes };
  return http.send({ method: 'POST', to, headers, body, ...limits }).then(attemptOf);
}

function attemptOf(result: HttpResult): Attempt {
  const durationMs = Math.round(result.durationMs);
  if (result.kind !== 'answered') {
    const nothing = { responseStatus: null, responseBody: null, retryAfterSeconds: null };
    return { delivered: false, ...nothing, error: result.reason, durationMs };
  }
  const { status } = result;
  const delivered = status >= 200 && status < 300;
  // "Retry-After: 0" asks for no pause.
  const retryAfterSeconds = delivered ? null : result.retryAfterSeconds || null;
  // PostgreSQL stores no NUL in a text.
  const responseBody = result.body.toString().replaceAll('\u0000', '');
  return { delivered, responseStatus: status, responseBody, error: null, retryAfterSeconds, durationMs };
}

/** The endpoint says that it is gone for good. */
export function isGone({ responseStatus }: Attempt): boolean {
  return responseStatus === 410;
}
