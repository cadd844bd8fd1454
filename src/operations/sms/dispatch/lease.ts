import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import type { DueRow } from '../../../db/sql/sms/dispatch/agenda.js';
import { listDueOrganisations as listDueOrganisationIds } from '../../../db/sql/sms/dispatch/agenda.js';
import { finishLease, leaseDue, lockLease, returnLeft, reuseLeased } from '../../../db/sql/sms/dispatch/leases.js';
import type { ConfiguredGateway } from '../../../domain/sms/gateway.js';
import { LEASE_SHARE_FOR_CLAIMS } from '../../../domain/sms/hand-over-times.js';
import {
  isUrgent,
  PRIORITIES,
  PRIORITIES_OF_JOBS,
  type Priority,
  prioritiesAfter,
} from '../../../domain/sms/priority.js';
import type { DuePurpose } from '../../../domain/vocabulary.js';
import { isDatabaseAway } from '../../../lib/database-away.js';
import { newId } from '../../../lib/ids.js';
import type { Services } from '../../context.js';
import { doubtAbandoned } from './abandoned.js';

export interface DispatchTurn {
  readonly gateway: string;
  readonly organisationId: string;
  /** The turn is a job's: it takes first attempts of campaigns. Otherwise it takes what is due on the agenda. */
  readonly isJob?: boolean;
}

export interface Lease {
  readonly id: string;
  readonly rowIds: readonly string[];
  readonly messageIds: readonly string[];
  /** How often these messages have been put off already. */
  readonly tries: number;
  readonly priority: Priority;
  /** Messages of a higher priority have come due since. */
  readonly isOvertaken: boolean;
  /** The organisation has no credit at the gateway. */
  readonly isAccountPaused: boolean;
  /** Both on the clock of this process; see `leaseEnd`. */
  readonly lastClaimAtMs: number;
  readonly endsAtMs: number;
}

export function listDueOrganisations({ db }: Services, purpose: DuePurpose, gateway: string): Promise<string[]> {
  return db.atOnceAcrossOrganisations((tx) => listDueOrganisationIds(tx, purpose, gateway));
}

/** Organisations with campaigns that wait for a job. */
export function listOrganisationsForJobs({ db }: Services, gateway: string): Promise<string[]> {
  const priorities = PRIORITIES_OF_JOBS;
  return db.atOnceAcrossOrganisations((tx) => listDueOrganisationIds(tx, 'dispatch', gateway, { priorities }));
}

const MOST_ACCOUNTS = 10_000;
/** How many leases in a row were of urgent messages, in this process, by organisation and gateway. */
const urgentLeases = new Map<string, number>();

function countLease(account: string, priority: Priority, isShareOfCampaigns: boolean): void {
  if (!isUrgent(priority) || isShareOfCampaigns) urgentLeases.delete(account);
  else if (urgentLeases.size < MOST_ACCOUNTS) urgentLeases.set(account, (urgentLeases.get(account) ?? 0) + 1);
  else urgentLeases.clear();
}

/**
 * Leases due messages of an organisation. Those that a dead worker was submitting are marked as in doubt. Null if
 * nothing is due.
 */
export async function openLease(
  tx: OrganisationTx,
  services: Services,
  configured: ConfiguredGateway,
  isJob = false,
): Promise<Lease | null> {
  const { leaseSeconds, batchSize: limit } = services.policy;
  const id = newId();
  const askedAtMs = performance.now();
  const gateway = configured.gateway.name;
  const account = `${tx.organisationId} ${gateway}`;
  const priorities = isJob ? PRIORITIES_OF_JOBS : prioritiesAfter(urgentLeases.get(account) ?? 0);
  const rows = await leaseDue(tx, { gateway, purpose: 'dispatch', leaseId: id, leaseSeconds, priorities, limit });
  const [first] = rows;
  if (!first) return null;
  if (!isJob) countLease(account, first.priority, priorities !== PRIORITIES);
  await doubtAbandoned(tx, services, configured, rows);
  return {
    id,
    rowIds: rows.map((row) => row.id),
    messageIds: rows.flatMap((row) => row.message_ids),
    tries: first.tries,
    priority: first.priority,
    isOvertaken: false,
    isAccountPaused: first.account_paused,
    lastClaimAtMs: askedAtMs + leaseSeconds * 1000 * LEASE_SHARE_FOR_CLAIMS,
    endsAtMs: leaseEnd(askedAtMs, first.lease_left_ms),
  };
}

/**
 * When a lease ends, on the clock of this process. It is counted from before the question to the database, so it is too
 * early rather than too late, however long the answer took.
 */
export function leaseEnd(askedAtMs: number, leftMs: number): number {
  return askedAtMs + leftMs;
}

/** Locks the lease against other workers, and reads anew how long it lasts. Null if another worker has it already. */
export async function confirmLease(tx: OrganisationTx, lease: Lease): Promise<Lease | null> {
  const askedAtMs = performance.now();
  const locked = await lockLease(tx, lease.id);
  if (locked === null) return null;
  return { ...lease, endsAtMs: leaseEnd(askedAtMs, locked.lease_left_ms), isOvertaken: locked.is_overtaken };
}

/**
 * Messages of the lease that were tried and not claimed have moved on, and have agenda rows of their own if they need
 * one.
 */
export function closeLease(tx: OrganisationTx, lease: Lease, left: readonly string[]): Promise<void> {
  return left.length > 0 ? returnLeft(tx, lease.id, left) : finishLease(tx, lease.id, lease.rowIds);
}

/**
 * Closes the lease, and returns which of the due rows are still to be inserted. If all messages of one row go on
 * together, the leased row becomes their next one, and nothing is left to insert.
 */
export async function closeLeaseFor(
  tx: OrganisationTx,
  lease: Lease,
  due: readonly DueRow[],
): Promise<readonly DueRow[]> {
  const [[row, ...otherRows], [next, ...others]] = [lease.rowIds, due];
  const staysTogether =
    otherRows.length === 0 && others.length === 0 && next?.messageIds.length === lease.messageIds.length;
  if (row && next && staysTogether && (await reuseLeased(tx, lease.id, row, next))) return [];
  await closeLease(tx, lease, []);
  return due;
}

/**
 * Gives the rest of a lease back after PostgreSQL refused a claim: nothing is under way, so other workers need not wait
 * for the end of the lease. If PostgreSQL's answer was lost, the claim may stand, and the lease has to expire: only a
 * worker that finds it expired looks after claimed messages.
 */
export async function giveBackUnclaimed(
  { db }: Services,
  organisationId: string,
  { lease, left, error }: { readonly lease: Lease; readonly left: readonly string[]; readonly error: unknown },
): Promise<void> {
  if (isDatabaseAway(error)) return;
  await db.selfContained.inOrganisation(organisationId, (tx) => returnLeft(tx, lease.id, left)).catch(() => undefined);
}
