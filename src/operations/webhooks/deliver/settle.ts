import { type DeliveryOutcome, writeDeliveries } from '../../../db/sql/webhooks/deliveries.js';
import { disableEndpoint } from '../../../db/sql/webhooks/endpoints.js';
import {
  advanceEndpoint,
  type LeasedEndpoint,
  type LogProgress,
  lockLeased,
  releaseEndpoint,
} from '../../../db/sql/webhooks/leases.js';
import { GIVE_UP_AFTER_SECONDS, pauseSeconds, retryAfterSeconds } from '../../../domain/events/retry.js';
import { webhookDisabledMail } from '../../../domain/people/mail-texts.js';
import type { WebhookDeliveryStatus } from '../../../domain/vocabulary.js';
import type { Services } from '../../context.js';
import { writeToOwners } from '../../people/write-mail.js';
import { type Attempt, type Impression, isGone } from './post.js';
import type { Lease, Outgoing, Work } from './work.js';

/** Part of the work of a turn. */
export interface Portion {
  readonly work: Work;
  /** Of the first events of the work, in their order; the turn may have ended before the others. */
  readonly attempts: readonly Attempt[];
}

/**
 * Writes what came of a portion. Returns false if the turn must end: the lease has passed to another worker, or the
 * endpoint was paused.
 */
export function settlePortion({ db }: Services, { organisationId, id, leased }: Lease, portion: Portion) {
  return db.selfContained.inOrganisation(organisationId, async (tx) => {
    const endpoint = await lockLeased(tx, leased.id, id);
    if (!endpoint) return false;
    await writeDeliveries(tx, leased.id, outcomesOf(portion, endpoint));
    return advanceEndpoint(tx, leased.id, id, takenBy(portion));
  });
}

/**
 * Writes what came of the last portion, and releases the endpoint, or disables it if it is gone or has failed for too
 * long.
 */
export async function endTurn(
  services: Services,
  { organisationId, id: leaseId, leased }: Lease,
  portion: Portion,
  { failures, hasSucceeded, hasFailed }: Impression,
): Promise<void> {
  const { db, logger, hints } = services;
  const { attempts } = portion;
  const isGoneNow = attempts.some(isGone);
  const askedPause = Math.max(0, ...attempts.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0));
  // The mail that tells owners of a disabled endpoint is no row of an organisation.
  const isDisabled = await (hasFailed ? db : db.selfContained).inOrganisation(organisationId, async (tx) => {
    const endpoint = await lockLeased(tx, leased.id, leaseId);
    if (!endpoint) return false;
    await writeDeliveries(tx, leased.id, outcomesOf(portion, endpoint));
    const pause = hasFailed ? pauseSeconds(failures, askedPause, Math.random()) : 0;
    const release = { leaseId, leased, ...takenBy(portion), failures, hasSucceeded, pauseSeconds: pause };
    await releaseEndpoint(tx, release);
    if (!hasFailed) return false;
    const when = { url: leased.url, isGone: isGoneNow, afterSeconds: GIVE_UP_AFTER_SECONDS };
    if (!(await disableEndpoint(tx, leased.id, when))) return false;
    const reason = isGoneNow ? 'gone' : 'failing';
    await writeToOwners(tx, services, (to) => webhookDisabledMail({ to, url: leased.url, reason }));
    return true;
  });
  if (!isDisabled) return;
  logger.warn({ organisationId, webhookId: leased.id }, 'a webhook endpoint was disabled');
  hints.nudge({ job: 'mails' });
}

function outcomesOf({ work, attempts }: Portion, endpoint: Pick<LeasedEndpoint, 'last_sequence'>): DeliveryOutcome[] {
  // If a caller has skipped the backlog meanwhile, new events that failed belong to it and are not retried.
  const newIsSkipped = endpoint.last_sequence > work.after;
  return attempts.map((attempt, place) => {
    const outgoing = work.outgoing[place] as Outgoing;
    const isAgain = work.again.has(outgoing.event.sequence);
    return { ...judge(outgoing, attempt, newIsSkipped && !isAgain), isAgain };
  });
}

function judge({ event, attempts: before }: Outgoing, attempt: Attempt, isSkipped: boolean) {
  const { delivered, responseStatus, responseBody, error, durationMs } = attempt;
  const attempts = before + 1;
  const next = delivered || isSkipped ? null : retryAfterSeconds(attempts, attempt.retryAfterSeconds, Math.random());
  const status: WebhookDeliveryStatus = delivered ? 'delivered' : next === null ? 'dead' : 'waiting';
  return { event, status, attempts, nextInSeconds: next, responseStatus, responseBody, error, durationMs };
}

/** If the turn ended early, only the first events were attempted: the place in the log advances to the last of them. */
function takenBy({
  work: { outgoing, again, after, lastSequence },
  attempts: { length: begun },
}: Portion): LogProgress {
  if (begun === outgoing.length) return { after, lastSequence };
  const last = outgoing[begun - 1]?.event.sequence;
  return { after, lastSequence: last === undefined || again.has(last) ? after : last };
}
