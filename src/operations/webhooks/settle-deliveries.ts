import { type DeliveryOutcome, writeDeliveries } from '../../db/queries/webhooks/deliveries.js';
import { disableEndpoint } from '../../db/queries/webhooks/disable-endpoint.js';
import { type LeasedEndpoint, lockEndpoint, releaseEndpoint } from '../../db/queries/webhooks/lease-endpoint.js';
import { inOrganisation } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import { GIVE_UP_AFTER_SECONDS, pauseSeconds, retryAfterSeconds } from '../../domain/events/retry.js';
import type { Outgoing, Work } from './find-work.js';
import { type Attempt, isGone } from './post-event.js';

export interface Turn {
  readonly leaseId: string;
  readonly leased: LeasedEndpoint;
  readonly work: Work;
  /** Of the first so many events of the work. */
  readonly attempts: readonly Attempt[];
  /** Calls that have failed in a row by now. */
  readonly failures: number;
}

/** Writes down what a turn has delivered and what has to be tried again, and gives the endpoint back. */
export async function settleDeliveries(
  { orm, logger }: Services,
  organisationId: string,
  { leaseId, leased, work, attempts, failures }: Turn,
): Promise<void> {
  const outcomes = attempts.map((attempt, place) => judge(work.outgoing[place] as Outgoing, attempt));
  const isGoneNow = attempts.some(isGone);
  const wish = Math.max(0, ...attempts.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0));
  const isDisabled = await inOrganisation(orm, organisationId, async (tx) => {
    if (!(await lockEndpoint(tx, organisationId, leased.id))) return false;
    await writeDeliveries(tx, organisationId, leased.id, outcomes);
    await releaseEndpoint(tx, organisationId, {
      leaseId,
      leased,
      lastSequence: takenUpTo(leased, work, attempts.length),
      failures,
      hasSucceeded: attempts.some(({ delivered }) => delivered),
      pauseSeconds: pauseSeconds(failures, wish, Math.random()),
    });
    if (failures === 0 && !isGoneNow) return false;
    const when = { url: leased.url, isGone: isGoneNow, afterSeconds: GIVE_UP_AFTER_SECONDS };
    return disableEndpoint(tx, organisationId, leased.id, when);
  });
  if (isDisabled) logger.warn({ organisationId, webhookId: leased.id }, 'a webhook endpoint was disabled');
}

function judge({ event, attempts: before }: Outgoing, attempt: Attempt): DeliveryOutcome {
  const { delivered, responseStatus, responseBody, error, durationMs } = attempt;
  const attempts = before + 1;
  const next = delivered ? null : retryAfterSeconds(attempts, attempt.retryAfterSeconds, Math.random());
  const status = delivered ? 'delivered' : next === null ? 'dead' : 'waiting';
  return { event, status, attempts, nextInSeconds: next, responseStatus, responseBody, error, durationMs };
}

/** The beginning of what is new may have been begun only: the log is taken up to there. */
function takenUpTo(leased: LeasedEndpoint, { outgoing, firstNew, lastSequence }: Work, begun: number): number {
  if (begun === outgoing.length) return lastSequence;
  return begun > firstNew ? (outgoing[begun - 1]?.event.sequence ?? lastSequence) : leased.last_sequence;
}
