import type { ReportOutcome, SubmitOutcome } from '../../../domain/sms/gateway.js';

/** The words and numbers of Africa's Talking in ours. */

interface Status {
  readonly name: string;
  readonly outcome: SubmitOutcome;
}

/** By `statusCode` of a recipient. Their 100 is "processed", and nothing that a handset has seen. */
const STATUSES: ReadonlyMap<number, Status> = new Map([
  [100, { name: 'Processed', outcome: { kind: 'accepted' } }],
  [101, { name: 'Sent', outcome: { kind: 'accepted' } }],
  [102, { name: 'Queued', outcome: { kind: 'queued' } }],
  [401, { name: 'RiskHold', outcome: { kind: 'held' } }],
  [402, { name: 'InvalidSenderId', outcome: rejected(402) }],
  [403, { name: 'InvalidPhoneNumber', outcome: rejected(403) }],
  [404, { name: 'UnsupportedNumberType', outcome: rejected(404) }],
  [405, { name: 'InsufficientBalance', outcome: { kind: 'no_credit', scope: 'account' } }],
  [406, { name: 'UserInBlacklist', outcome: rejected(406) }],
  [407, { name: 'CouldNotRoute', outcome: rejected(407) }],
  [409, { name: 'DoNotDisturbRejection', outcome: rejected(409) }],
  [500, { name: 'InternalServerError', outcome: rejected(500) }],
  [501, { name: 'GatewayError', outcome: rejected(501) }],
  [502, { name: 'RejectedByGateway', outcome: rejected(502) }],
]);

const FIRST_FAILURE = 400;

export function outcomeOfStatus(statusCode: number): SubmitOutcome {
  return STATUSES.get(statusCode)?.outcome ?? rejected(500);
}

/** The failure that the message to a whole request names ("InvalidSenderId"); null for any other words. */
export function outcomeOfName(words: string): SubmitOutcome | null {
  const name = lettersOf(words);
  for (const [statusCode, status] of STATUSES) {
    if (statusCode >= FIRST_FAILURE && status.name.toLowerCase() === name) return status.outcome;
  }
  return null;
}

const REFUSED_BY_NETWORK = 502;

/** By `status` of a delivery report; Expired is no status of their documents, but networks send it. */
const REPORTS: ReadonlyMap<string, ReportOutcome['kind']> = new Map([
  ['sent', 'sent'],
  ['submitted', 'sent'],
  ['buffered', 'sent'],
  ['success', 'delivered'],
  ['delivered', 'delivered'],
  ['failed', 'failed'],
  ['rejected', 'failed'],
  ['absentsubscriber', 'failed'],
  ['expired', 'failed'],
]);

/** By `failureReason`; any other is a refusal by the network. InsufficientCredit is the subscriber's, not ours. */
const FAILURE_REASONS: ReadonlyMap<string, number> = new Map([
  ['userinblacklist', 406],
  ['donotdisturbrejection', 409],
  ['userdoesnotexist', 403],
  ['usernotsubscribedtoproduct', 404],
  // Their documents spell it so.
  ['notnetworksubcriber', 407],
  ['notnetworksubscriber', 407],
  ['invalidlinkid', 501],
]);

/** Null: a status that nobody knows. */
export function reportOutcome(status: string, failureReason: string): ReportOutcome | null {
  const kind = REPORTS.get(lettersOf(status));
  if (kind !== 'failed') return kind === undefined ? null : { kind };
  return { kind, code: FAILURE_REASONS.get(lettersOf(failureReason)) ?? REFUSED_BY_NETWORK };
}

function lettersOf(words: string): string {
  return words.replace(/[^A-Za-z]/g, '').toLowerCase();
}

function rejected(code: number): SubmitOutcome {
  return { kind: 'rejected', code };
}
