import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../db/database.js';
import type { ConfiguredGateway } from '../../../domain/sms/gateway.js';
import { faultPoint } from '../../../lib/fault-points.js';
import { inSpan, inTraces, noteInTrace } from '../../../lib/trace/tracing.js';
import { configuredGateway, type Services } from '../../context.js';
import { retryWhileDatabaseAway } from '../../kernel/retry-writes.js';
import { type Batch, claimBatch, NOTHING_CLAIMED, putBackUnclaimed } from './claim.js';
import { leaveOutDelivered } from './earlier-tries.js';
import { pauseAccount } from './hold.js';
import { judgeAnswers } from './judge.js';
import {
  closeLease,
  closeLeaseFor,
  confirmLease,
  type DispatchTurn,
  giveBackUnclaimed,
  type Lease,
  openLease,
} from './lease.js';
import { planSettingsFor } from './plan.js';
import { settleBatch } from './settle.js';
import { type Submission, submitBatch } from './submit.js';

/** A turn ends after this long, so that other organisations get theirs. */
const TURN_MS = 1_000;
/** A turn waits at most this long for the pace of the gateway; then other organisations may try. */
const LONGEST_PACING_WAIT_MS = 1_000;

interface Claimed {
  readonly lease: Lease;
  readonly batch: Batch;
}

/**
 * One turn of one organisation at one gateway. The worker
 *
 * 1. leases due rows of the agenda,
 * 2. claims the first batch of their messages, and commits;
 * 3. submits those of the batch to the gateway that have not arrived already, with no transaction open;
 * 4. judges the answers, and
 * 5. settles them in one transaction: statuses, attempts, events, and what is due next.
 *
 * It repeats 2 to 5 until the lease has no messages left, messages of a higher priority come due, or the turn is over.
 * It settles a batch while it claims and submits the next one, because the gateway would idle otherwise. Returns
 * whether anything was due. Calls `onBacklog` early if the lease has more than one batch, so that other workers join.
 */
export function dispatchNext(
  services: Services,
  turn: DispatchTurn,
  onBacklog: () => void = () => undefined,
): Promise<boolean> {
  return inSpan('dispatch', { 'postrider.gateway': turn.gateway }, () => dispatch(services, turn, onBacklog));
}

async function dispatch(services: Services, turn: DispatchTurn, onBacklog: () => void): Promise<boolean> {
  const configured = configuredGateway(services, turn.gateway);
  const first = await inClaim(turn, () => leaseAndClaim(services, configured, turn));
  if (!first) return false;

  let { lease, batch } = first;
  let left = lease.messageIds;
  if (left.length > configured.pace.batchSize) onBacklog();
  const endOfTurn = Math.min(performance.now() + TURN_MS, lease.lastClaimAtMs);
  let settling = Promise.resolve();
  for (;;) {
    if (batch.waitMs > 0) await sleep(Math.min(batch.waitMs, LONGEST_PACING_WAIT_MS));
    left = left.slice(batch.tried);
    if (batch.messages.length > 0) {
      const isLast = left.length === 0;
      ({ settling } = await submitAndSettle(services, configured, turn, { lease, batch, isLast, settling }));
    }
    const isOver = lease.isOvertaken || performance.now() > endOfTurn || services.breakers.get(turn.gateway)?.isOpen;
    if (left.length === 0 || isOver) break;
    const rest = { lease, left, settling };
    ({ lease, batch } = await inClaim(turn, () => claimMore(services, configured, turn, rest)));
  }
  await settling;
  // The last batch has closed the lease in its own transaction.
  if (batch.messages.length === 0 || left.length > 0) {
    await services.db.selfContained.inOrganisation(turn.organisationId, (tx) => closeLease(tx, lease, left));
  }
  return true;
}

/** Steps 1 and 2 share a transaction. Null if nothing was due. */
export function leaseAndClaim(
  services: Services,
  configured: ConfiguredGateway,
  turn: DispatchTurn,
): Promise<Claimed | null> {
  return claimsOn(services, configured).inOrganisation(turn.organisationId, async (tx) => {
    const lease = await openLease(tx, services, configured, turn.isJob);
    if (!lease) return null;
    if (!lease.isAccountPaused) return { lease, batch: await claimBatch(tx, services, configured, lease) };
    await pauseAccount(tx, turn.gateway, services.policy);
    await putBackUnclaimed(tx, turn.gateway, lease.messageIds, lease.priority);
    return { lease, batch: { ...NOTHING_CLAIMED, tried: lease.messageIds.length } };
  });
}

/** The allowance of a gateway with a pace is no row of an organisation. */
function claimsOn({ db }: Services, { pace }: ConfiguredGateway): Database {
  return pace.ratePerSecond === null ? db.selfContained : db;
}

/** The messages, and so their trace, are known only when they are claimed. */
function inClaim<Found extends Claimed | null>(turn: DispatchTurn, claim: () => Promise<Found>): Promise<Found> {
  const startedAtMs = Date.now();
  return inSpan('claim', { 'postrider.gateway': turn.gateway }, async () => {
    const claimed = await claim();
    if (claimed) noteInTrace('claim', claimed.batch.traces, attributesOf(turn, claimed.batch), startedAtMs);
    return claimed;
  });
}

function attributesOf({ gateway }: DispatchTurn, { messages }: Batch) {
  return { 'postrider.gateway': gateway, 'postrider.messages': messages.length };
}

interface Rest {
  readonly lease: Lease;
  /** Messages of the lease that the worker has not tried to claim in this turn. */
  readonly left: readonly string[];
  readonly settling: Promise<void>;
}

/** Step 2 for a further batch. If the process slept too long, another worker has the lease, and nothing is claimed. */
export async function claimMore(
  services: Services,
  configured: ConfiguredGateway,
  { organisationId }: DispatchTurn,
  { lease, left, settling }: Rest,
): Promise<Claimed> {
  try {
    return await claimsOn(services, configured).inOrganisation(organisationId, async (tx) => {
      const confirmed = await confirmLease(tx, lease);
      if (!confirmed) return { lease, batch: { ...NOTHING_CLAIMED, tried: left.length } };
      if (confirmed.isOvertaken) return { lease: confirmed, batch: NOTHING_CLAIMED };
      const claimable = { messageIds: left, priority: lease.priority };
      return { lease: confirmed, batch: await claimBatch(tx, services, configured, claimable) };
    });
  } catch (error) {
    // If the last batch could not be settled, its messages are in doubt, and the worker that finds the expired lease
    // resolves them.
    await settling;
    await giveBackUnclaimed(services, organisationId, { lease, left, error });
    throw error;
  }
}

interface Next extends Claimed {
  readonly isLast: boolean;
  /** Ends when the batch before is settled. */
  readonly settling: Promise<void>;
}

/**
 * Steps 3 to 5. Waits for 5 only if the answers may stop the turn; otherwise returns while the worker still settles.
 */
async function submitAndSettle(
  services: Services,
  configured: ConfiguredGateway,
  turn: DispatchTurn,
  { lease, batch: claimed, isLast, settling: earlier }: Next,
): Promise<{ readonly settling: Promise<void> }> {
  faultPoint('claimed');
  const batch = await leaveOutDelivered(services, configured, turn.organisationId, claimed);
  const submission = await submitBatch(services, configured, turn.organisationId, batch, lease.endsAtMs);
  faultPoint('submitted');
  const [{ status }] = await Promise.allSettled([earlier]);
  const failed = status === 'rejected';
  const settling = settle(services, configured, turn, { lease, batch, submission, endsLease: isLast && !failed });
  // Without a handler Node.js would end the process if settling failed before the next batch awaits it.
  settling.catch(() => undefined);
  if (isLast || failed || !isAllAccepted(batch, submission)) await settling;
  await earlier;
  return { settling };
}

interface Answered extends Claimed {
  readonly submission: Submission;
  readonly endsLease: boolean;
}

/** Steps 4 and 5 share a transaction, which is repeated while the database is away: the answers exist nowhere else. */
export async function settle(
  services: Services,
  configured: ConfiguredGateway,
  turn: DispatchTurn,
  { lease, batch, submission, endsLease }: Answered,
): Promise<void> {
  const { gateway } = configured;
  const { organisationId } = turn;
  const standing = { backOff: lease.tries, doubt: 0, priority: lease.priority };
  const plan = planSettingsFor(services, configured, organisationId, standing, batch.messages);
  const write = () =>
    services.db.selfContained.inOrganisation(organisationId, async (tx) => {
      const judged = await judgeAnswers(tx, batch, submission.answers);
      await settleBatch(tx, {
        logger: services.logger,
        gateway,
        submission,
        judged,
        plan,
        ...(endsLease && { closeLease: (due) => closeLeaseFor(tx, lease, due) }),
      });
    });
  await inTraces('settle', batch.traces, attributesOf(turn, batch), () =>
    retryWhileDatabaseAway(services.logger, write),
  );
  faultPoint('settled');
}

/**
 * Any other answer may mean that no further batch should follow, for example because the account has no credit left.
 */
function isAllAccepted({ messages }: Batch, { answers }: Submission): boolean {
  return messages.every(({ id }) => {
    const outcome = answers.get(id)?.outcome;
    return outcome?.kind === 'accepted' && outcome.refusedRest === undefined;
  });
}
