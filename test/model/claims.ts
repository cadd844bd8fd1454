import { CLAIMABLE, IN_DOUBT, isClaimable, NO_CREDIT } from '../../src/domain/sms/verdict.js';
import type { SmsPhase } from '../../src/domain/vocabulary.js';
import { FIRST_LOOK, type Tries } from '../../src/operations/sms/dispatch/plan.js';
import type { DueRow, GatewayName, Tx, WorkerName } from './tables.js';
import { apply, write } from './verdicts.js';

/** A claim that leads to a call. */
export interface Claim {
  readonly message: number;
  readonly gateway: GatewayName;
  readonly attempt: number;
  readonly claim: number;
  /** The attempt is submitted again under its reference. */
  readonly isRepeated: boolean;
  /** The recipient had said STOP before. */
  readonly isStopped: boolean;
  /** Of the row that was leased. */
  readonly tries: Tries;
}

/**
 * `openLease`: PostgreSQL takes a due row, and, if no worker has leased it, the others that none has and that were
 * tried as often.
 */
export function lease(tx: Tx, worker: WorkerName, taken: DueRow): void {
  let isAbandoned = false;
  tx.mapAgenda((row) => {
    const isTaken = row.due && row.message === taken.message && row.gateway === taken.gateway;
    if (!isTaken || row.purpose !== taken.purpose || row.tries !== taken.tries) return row;
    if ((row.lease === null) !== (taken.lease === null)) return row;
    isAbandoned ||= row.lease !== null;
    return { ...row, lease: worker, due: false };
  });
  if (isAbandoned) doubtAbandoned(tx, taken.message, taken.gateway);
}

function doubtAbandoned(tx: Tx, i: number, gateway: GatewayName): void {
  if (tx.house.rules.doubtsBindGateway && tx.row(i).gateway !== gateway) return;
  const { seconds, due } = tx.house.plan(i, IN_DOUBT, gateway, FIRST_LOOK);
  const judged = { attempt: null, verdict: IN_DOUBT };
  const { isChanged } = apply(tx, i, judged, seconds, { phases: ['submitting'], onlyForward: false });
  if (!isChanged) return;
  tx.record(i, { number: tx.row(i).attempt, outcome: 'unknown', code: null, hasId: false });
  tx.schedule(i, due, true);
}

/** `leaseAndClaim`. Null: nothing was claimed. */
export function leaseAndClaim(tx: Tx, worker: WorkerName, row: DueRow): Claim | null {
  lease(tx, worker, row);
  if (!tx.tables.withoutCredit.includes(row.gateway)) return claimOrPutBack(tx, row);
  pauseAccount(tx, row.gateway);
  putBackUnclaimed(tx, row);
  return null;
}

/** `claimMore`: the lease was taken in an earlier transaction. */
export function claimMore(tx: Tx, worker: WorkerName, row: DueRow): Claim | null {
  const isOwn = tx.tables.agenda.some((one) => one.lease === worker);
  return isOwn || !tx.house.rules.confirmsLease ? claimOrPutBack(tx, row) : null;
}

function claimOrPutBack(tx: Tx, row: DueRow): Claim | null {
  const claimed = claim(tx, row, { backOff: row.tries, doubt: 0 });
  if (!claimed) putBackUnclaimed(tx, row);
  return claimed;
}

/** `claimMessages` and `claimInDoubt`. */
export function claim(
  tx: Tx,
  { message: i, gateway }: Pick<DueRow, 'message' | 'gateway'>,
  tries: Tries,
  isRepeated = false,
): Claim | null {
  const message = tx.row(i);
  const { rules } = tx.house;
  const phases: readonly SmsPhase[] = isRepeated ? ['in_doubt'] : CLAIMABLE;
  if (rules.claimChecksPhase && !phases.includes(message.phase)) return null;
  if (message.validity === 'expired' && rules.claimsLeaveExpired) return null;
  if (!isRepeated && message.isPaused && rules.pauseStopsClaims) return null;
  if (isRepeated && message.gateway !== gateway && rules.doubtsBindGateway) return null;
  if (message.next === 'later') return null;
  const attempt = message.attempt + (isRepeated ? 0 : 1);
  const number = message.claim + (isRepeated && !rules.repetitionsRaiseClaim ? 0 : 1);
  tx.put(i, { phase: 'submitting', attempt, claim: number, gateway, next: 'none' });
  if (!isRepeated) tx.put(i, { age: 'young', isOld: false });
  return { message: i, gateway, attempt, claim: number, isRepeated, isStopped: message.isStopped, tries };
}

function putBackUnclaimed(tx: Tx, { message: i, gateway }: DueRow): void {
  const { phase, next, isPaused, validity } = tx.row(i);
  if (!isClaimable(phase)) return;
  if (validity === 'expired') tx.schedule(i, [{ gateway, purpose: 'report', due: true, tries: 0 }]);
  else if (next === 'later' || !isPaused)
    tx.schedule(i, [{ gateway, purpose: 'dispatch', due: next !== 'later', tries: 0 }], true);
}

/** Holds messages that workers have leased. */
export function pauseAccount(tx: Tx, gateway: GatewayName): void {
  if (!tx.tables.withoutCredit.includes(gateway)) {
    tx.tables = { ...tx.tables, withoutCredit: [...tx.tables.withoutCredit, gateway] };
  }
  const isLeased = (row: DueRow) => row.gateway === gateway && row.purpose === 'dispatch' && row.lease !== null;
  for (const i of new Set(tx.tables.agenda.filter(isLeased).map(({ message }) => message))) {
    const { phase, next, validity } = tx.row(i);
    if (validity === 'expired' || (phase !== 'ready' && !(isClaimable(phase) && next === 'due'))) continue;
    write(tx, i, { attempt: null, verdict: NO_CREDIT }, { gateway }, { phases: CLAIMABLE, onlyForward: false });
  }
}

/** `giveBackUnclaimed`, after PostgreSQL's answer to a claim was lost. */
export function giveBackUnclaimed(tx: Tx, worker: WorkerName): void {
  if (!tx.house.rules.unknownClaimsExpire) tx.returnLease(worker, true);
}
