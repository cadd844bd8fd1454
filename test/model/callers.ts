import { SENT_AGAIN_CODES } from '../../src/domain/sms/delivery-codes.js';
import { CANCELLABLE, CANCELLED, isClaimable, READY } from '../../src/domain/sms/verdict.js';
import { judgeOverdue } from '../../src/operations/sms/dispatch/expire.js';
import type { DueRow, GatewayName, MessageRow, Tx } from './tables.js';
import { apply, endWaiting, write } from './verdicts.js';

export const NEW_MESSAGE: MessageRow = {
  status: 'queued',
  phase: 'ready',
  delivery_code: null,
  hold_reason: null,
  attempt: 0,
  claim: 0,
  gateway: null,
  handed_over: false,
  at_least_once: false,
  next: 'none',
  age: 'young',
  isOld: false,
  isPaused: false,
  isStopped: false,
  validity: 'unlimited',
  attempts: [],
};

/** `cancelMessage`. */
export function cancel(tx: Tx, i: number): boolean {
  const { handed_over: isHandedOver, attempt } = tx.row(i);
  if (isHandedOver && tx.house.rules.cancelChecksHandedOver) return false;
  return apply(tx, i, { attempt, verdict: CANCELLED }, null, { phases: CANCELLABLE, onlyForward: false }).isChanged;
}

/** `pauseCampaign`. */
export function pause(tx: Tx, i: number): void {
  tx.put(i, { isPaused: true });
}

/** `resumeCampaign`. */
export function resume(tx: Tx, i: number): void {
  tx.put(i, { isPaused: false });
  const { phase, next, gateway } = tx.row(i);
  if (!isClaimable(phase) || next === 'later') return;
  const isFree = (row: DueRow) => row.message === i && row.purpose === 'dispatch' && row.lease === null;
  tx.mapAgenda((row) => (isFree(row) ? null : row));
  tx.schedule(i, [{ gateway: gateway ?? firstOf(tx), purpose: 'dispatch', due: true, tries: 0 }]);
}

/** `applyKeywords`: STOP changes no message. */
export function stop(tx: Tx, i: number): void {
  tx.put(i, { isStopped: true });
}

/** `cancelForgottenCampaigns`: its campaign was paused for longer than the retention. */
export function cancelForgotten(tx: Tx, i: number): void {
  endWaiting(tx, i);
  tx.put(i, { isPaused: false });
}

/** `retryCampaign`. Returns whether there is a new message. */
export function retry(tx: Tx): boolean {
  const { messages } = tx.tables;
  const { status, delivery_code: code, at_least_once } = tx.row(messages.length - 1);
  if ((status !== 'failed' && status !== 'undelivered') || !SENT_AGAIN_CODES.includes(code ?? 0)) return false;
  const hasArrived = messages.some((message) => message.status === 'delivered');
  if (hasArrived && tx.house.rules.retriesAskEarlierTries) return false;
  tx.tables = { ...tx.tables, messages: [...messages, { ...NEW_MESSAGE, at_least_once }] };
  tx.schedule(messages.length, [{ gateway: firstOf(tx), purpose: 'dispatch', due: true, tries: 0 }]);
  return true;
}

const firstOf = ({ house }: Tx) => house.gateways[0] as GatewayName;

/** `failOver`. Returns whether a row was moved. */
export function failOver(tx: Tx, from: GatewayName, to: GatewayName): boolean {
  const skipsLeased = tx.house.rules.failoverSkipsLeased;
  const moved = new Set<number>();
  tx.mapAgenda((row) => {
    const isOldest = row.gateway === from && row.purpose === 'dispatch' && (row.due || row.tries > 0);
    if (!isOldest || (row.lease !== null && skipsLeased)) return row;
    moved.add(row.message);
    return { ...row, gateway: to, tries: 0, due: true };
  });
  for (const i of moved) if (tx.row(i).phase === 'ready') tx.put(i, { next: 'none' });
  return moved.size > 0;
}

/** `resumeAccount`. */
export function creditIsBack(tx: Tx, gateway: GatewayName): void {
  tx.tables = { ...tx.tables, withoutCredit: tx.tables.withoutCredit.filter((name) => name !== gateway) };
  const released = new Set<number>();
  tx.mapAgenda((row) => {
    if (row.gateway !== gateway || row.purpose !== 'hold') return row;
    released.add(row.message);
    return { ...row, purpose: 'dispatch', due: true, lease: null };
  });
  for (const i of released) {
    apply(tx, i, { attempt: null, verdict: READY }, null, { phases: ['paused'], onlyForward: false });
  }
}

/** `expireNext`: the message has waited too long for credit or for a report, or it has expired. */
export function expire(tx: Tx, taken: DueRow): void {
  const { message: i, gateway, purpose } = taken;
  tx.mapAgenda((row) => {
    const isTaken = row.message === i && row.gateway === gateway && row.purpose === purpose && row.due;
    return isTaken ? null : row;
  });
  const isHold = purpose === 'hold' && tx.house.rules.holdsExpire;
  const phase = isHold ? 'paused' : 'waiting_report';
  const message = tx.row(i);
  if (message.validity === 'expired' && message.phase !== 'waiting_report') endExpired(tx, i, gateway);
  else if (message.phase === phase && message.next === 'due') {
    const { attempt, status } = message;
    const verdict = judgeOverdue({ id: String(i), attempt, status, phase, has_expired: false });
    write(tx, i, { attempt, verdict }, { gateway }, { phases: [phase], onlyForward: false });
  }
}

/** Those that a worker is submitting, or whose answer was lost, are looked at again later. */
function endExpired(tx: Tx, i: number, gateway: GatewayName): void {
  endWaiting(tx, i);
  const { phase } = tx.row(i);
  if (phase !== 'submitting' && phase !== 'in_doubt') return;
  tx.schedule(i, [{ gateway, purpose: 'report', due: false, tries: 0 }]);
}
