import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfiguredGateway } from '../../../domain/sms/gateway.js';
import { faultPoint } from '../../../lib/fault-points.js';
import type { Services } from '../../context.js';
import { patiently } from '../../plumbing/patiently.js';
import type { Batch } from './claim-batch.js';
import { configuredGateway } from './configured-gateway.js';
import { claimMore, closeLease, closeLeaseFor, type DispatchTurn, type Lease, openLease } from './lease-and-claim.js';
import { planSettingsFor } from './plan-settings.js';
import { settleBatch } from './settle-batch.js';
import { type Submission, submitBatch } from './submit-batch.js';

/** A turn ends after this long, so that another organisation's messages get theirs. */
const TURN_MS = 1_000;
/** How long a turn waits for the gateway's pace before it lets others try. */
const LONGEST_PACING_WAIT_MS = 1_000;

/**
 * One turn of one organisation at one gateway: leases due messages, and for batch after batch claims (committed),
 * submits (no transaction open) and settles. Returns whether there was anything to do; `callHelp` hears early that it is
 * more than one batch.
 */
export async function dispatchNext(
  services: Services,
  turn: DispatchTurn,
  callHelp: () => void = () => undefined,
): Promise<boolean> {
  const configured = configuredGateway(services, turn.gateway);
  const opened = await openLease(services, configured, turn);
  if (!opened) return false;

  const { lease } = opened;
  if (lease.left.length > configured.pace.batchSize) callHelp();
  const endOfTurn = Math.min(performance.now() + TURN_MS, lease.lastClaimAtMs);
  let { batch } = opened;
  for (;;) {
    if (batch.waitMs > 0) await sleep(Math.min(batch.waitMs, LONGEST_PACING_WAIT_MS));
    lease.left = lease.left.slice(batch.tried);
    if (batch.messages.length > 0) await runBatch(services, configured, turn, lease, batch);
    if (lease.left.length === 0) break;
    if (performance.now() > endOfTurn || services.breakers.get(turn.gateway)?.isOpen) break;
    batch = await claimMore(services, configured, turn, lease);
  }
  await lease.settling;
  // The last batch has closed the lease in its own transaction.
  if (batch.messages.length === 0 || lease.left.length > 0) {
    await services.db.inOrganisation(turn.organisationId, (tx) => closeLease(tx, lease));
  }
  return true;
}

/** The next batch may be claimed and submitted while this one is written down, or the gateway would idle meanwhile. */
async function runBatch(
  services: Services,
  configured: ConfiguredGateway,
  turn: DispatchTurn,
  lease: Lease,
  batch: Batch,
): Promise<void> {
  faultPoint('claimed');
  const submission = await submitBatch(services, configured, turn.organisationId, batch, lease.endsAtMs);
  faultPoint('submitted');
  const [earlier] = await Promise.allSettled([lease.settling]);
  const isLast = lease.left.length === 0;
  const failed = earlier.status === 'rejected';
  lease.settling = settle(services, configured, turn, lease, { batch, submission, endsLease: isLast && !failed });
  // Whoever waits for it hears of a failure; that nobody waits yet is none.
  lease.settling.catch(() => undefined);
  if (isLast || failed || !isAllAccepted(batch, submission)) await lease.settling;
  if (failed) throw earlier.reason;
}

interface Answered {
  readonly batch: Batch;
  readonly submission: Submission;
  readonly endsLease: boolean;
}

async function settle(
  services: Services,
  configured: ConfiguredGateway,
  turn: DispatchTurn,
  lease: Lease,
  { batch, submission, endsLease }: Answered,
): Promise<void> {
  const tries = { backOff: lease.tries, doubt: 0 };
  await patiently(services.logger, () =>
    services.db.inOrganisation(turn.organisationId, (tx) =>
      settleBatch(tx, {
        gateway: configured.gateway,
        batch,
        ...submission,
        plan: planSettingsFor(services, configured, turn.organisationId, tries, batch.messages),
        ...(endsLease && { closeLease: (due) => closeLeaseFor(tx, lease, due) }),
      }),
    ),
  );
  faultPoint('settled');
}

/** Anything else may say that no more should follow, such as that there is no credit left. */
function isAllAccepted({ messages }: Batch, { answers }: Submission): boolean {
  return messages.every(({ id }) => answers.get(id)?.outcome.kind === 'accepted');
}
