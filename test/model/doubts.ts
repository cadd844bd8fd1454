import { absenceCountsAfterSeconds } from '../../src/domain/sms/hand-over-times.js';
import { IN_DOUBT, OUTCOME_UNKNOWN, type Verdict } from '../../src/domain/sms/verdict.js';
import type { SmsPhase } from '../../src/domain/vocabulary.js';
import { FIRST_LOOK } from '../../src/operations/sms/dispatch/plan.js';
import {
  decideByPolicy,
  judgeByPolicy,
  judgeLookup,
  lookUp,
  resolutionFor,
  submitAgain,
} from '../../src/operations/sms/dispatch/resolve.js';
import { type Claim, claim, lease } from './claims.js';
import type { House } from './house.js';
import { countUncounted, type EarlierTries, readEarlierTries, recordAnswer, writeLate } from './settlements.js';
import type { DueRow, GatewayName, MessageRow, Tables, Tx, WorkerName } from './tables.js';
import { write } from './verdicts.js';

const ONLY_IN_DOUBT = { phases: ['in_doubt'] as readonly SmsPhase[], onlyForward: false };

/** A doubt that a worker has leased, and how the worker will try to end it. */
export interface Doubt extends Claim {
  readonly means: 'submit again' | 'look up' | 'policy';
  /** No call of the attempt can arrive any more. */
  readonly isCallOver: boolean;
}

/** `leaseDoubt`. Null: the message has moved on, or stored reports come first. */
export function leaseDoubt(tx: Tx, worker: WorkerName, row: DueRow, areReportsFirst: boolean): Doubt | null {
  lease(tx, worker, row);
  const { message: i, gateway } = row;
  const { phase, next, gateway: own, attempt, claim, age } = tx.row(i);
  const { rules } = tx.house;
  if (phase !== 'in_doubt' || next !== 'due') return null;
  if (areReportsFirst && hasUnread(tx.tables, gateway)) {
    tx.returnLease(worker, false);
    return null;
  }
  if (own !== gateway && rules.doubtsBindGateway) return null;
  const means = meansFor(tx.house, gateway, row.tries, age);
  const tries = { backOff: 0, doubt: row.tries };
  return {
    message: i,
    gateway,
    attempt,
    claim,
    isRepeated: true,
    isStopped: false,
    tries,
    means,
    isCallOver: isCallOver(tx, i),
  };
}

/** `hasUnreadReports`, without the times at which they came. */
export function hasUnread({ inbox }: Tables, gateway: GatewayName): boolean {
  return inbox.some((report) => report.gateway === gateway && !report.isParked);
}

function isCallOver({ house: { rules }, tables }: Tx, i: number): boolean {
  const { age, isOld } = tables.messages[i] as MessageRow;
  return age !== 'young' && (isOld || !rules.certainClock);
}

/** By the real `resolutionFor`. */
function meansFor(house: House, gateway: GatewayName, tries: number, age: MessageRow['age']): Doubt['means'] {
  const { services } = house;
  const configured = house.configured(gateway);
  const counts = absenceCountsAfterSeconds(services.policy, configured.pace.timeoutMs);
  const over = services.policy.inDoubtWaitSeconds + counts;
  const doubt = { tries, messages: [{ age_seconds: { young: 0, counts, over }[age] }] };
  const resolve = resolutionFor(services, configured, doubt as unknown as Parameters<typeof lookUp>[3]);
  if (resolve === submitAgain) return 'submit again';
  if (resolve === lookUp) return 'look up';
  if (resolve === decideByPolicy) return 'policy';
  throw new Error('There is a means that the model does not know.');
}

/**
 * Why a doubt is not submitted again; null: it is no longer the worker's own. Or it has ended, which looks like an
 * expiry.
 */
export type Spared = EarlierTries | 'expired';

/** `submitAgain`, before the call. Null: there is nothing to call for. */
export function claimInDoubt(tx: Tx, worker: WorkerName, doubt: Doubt): Claim | Spared {
  const { rules } = tx.house;
  const isOwn = tx.tables.agenda.some((row) => row.lease === worker);
  if (!isOwn && rules.doubtsConfirmLease) return null;
  const found = rules.looksBeforeRepetition ? readEarlierTries(tx, doubt.message) : null;
  return found ?? claim(tx, doubt, doubt.tries, true) ?? 'expired';
}

/** `submitAgain`, after a call that was not made. */
export function spare(tx: Tx, worker: WorkerName, doubt: Doubt, found: Spared): void {
  const verdict = found === 'delivered' ? OUTCOME_UNKNOWN : IN_DOUBT;
  if (found) end(tx, worker, doubt, verdict);
  else tx.finishLease(worker);
}

/** `lookUp`, from the gateway's answer on. */
export function writeLookUp(tx: Tx, worker: WorkerName, doubt: Doubt, isFound: boolean): void {
  const { attempt, tries } = doubt;
  const result = { reference: '', outcome: isFound ? ({ kind: 'accepted' } as const) : null };
  const counted = attempt - countUncounted(tx.row(doubt.message));
  if (isFound || doubt.isCallOver) end(tx, worker, doubt, judgeLookup(result, counted, tries.doubt));
  else end(tx, worker, { ...doubt, tries: FIRST_LOOK }, IN_DOUBT);
}

/** `decideByPolicy`. */
export function decide(tx: Tx, worker: WorkerName, doubt: Doubt): void {
  const { message: i, attempt, claim } = doubt;
  const { validity, at_least_once: isConsented } = tx.row(i);
  const at_least_once = isConsented || !tx.house.rules.doubtsNeedConsent;
  const message = {
    id: String(i),
    mobile: null,
    sender_id: null,
    attempt,
    claim,
    at_least_once,
    has_expired: validity === 'expired',
  };
  type Doubtful = Parameters<typeof judgeByPolicy>[0];
  end(tx, worker, doubt, judgeByPolicy(message as Doubtful).verdict);
}

/** `writeDown`. */
function end(tx: Tx, worker: WorkerName, doubt: Doubt, verdict: Verdict): void {
  const { message: i, attempt, claim } = doubt;
  const inTime = write(tx, i, { attempt, claim, verdict }, doubt, ONLY_IN_DOUBT);
  if (verdict.phase === 'waiting_report') {
    if (inTime) recordAnswer(tx, doubt, 'accepted', verdict, true);
    else if (tx.house.rules.lateTakenCounts) writeLate(tx, doubt, 'accepted', verdict);
  }
  tx.finishLease(worker);
}
