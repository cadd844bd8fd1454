/** What keeps the promises. A control takes rules out, and the model must then find what goes wrong. */
export const RULES = {
  // Mends of "never twice, by enumeration".
  answersBindClaim: 'an answer, and the end of a doubt, is written for its claim only',
  repetitionsRaiseClaim: 'to submit again is a claim of its own',
  lateTakenCounts: '"taken" counts although the message was claimed again',
  looksBeforeCall: 'a worker looks what became of earlier tries before it calls',
  looksIntoInbox: 'it also looks for stored reports of delivery',
  looksBeforeRepetition: 'so does a worker that submits again',
  deliveredEndsHandedOver: 'a late "delivered" ends waiting retries that a gateway has had',
  certainClock: 'time counts only if it has passed on a clock that is never set',
  // Mends of what this model has found.
  certainTimeCoversLease: 'that time covers the lease, within which a call may begin late',
  doubtsBindGateway: 'rows of one gateway leave attempts at another gateway alone',
  doubtsConfirmLease: 'a worker confirms its lease before it claims in doubt',
  refusalsInDoubtAreFinal: 'a refused repetition is not tried again, since an earlier call can still arrive',
  refusalsInDoubtAreUnknown: 'its outcome is unknown if callers may send the code again',
  // Older rules.
  freezeBound: 'absence counts only when no call can still arrive',
  claimChecksPhase: 'a worker claims messages that wait',
  claimsLeaveExpired: 'a worker leaves messages that have expired',
  pauseStopsClaims: 'a worker leaves messages of paused campaigns',
  claimsSeeStop: 'a worker does not submit what it has claimed after a STOP',
  commitsBeforeCall: 'a claim is committed before the call',
  confirmsLease: 'a worker confirms its lease before a further claim',
  leaseCoversCall: 'a worker calls only if its lease covers the call',
  unknownClaimsExpire: 'a lease expires if the answer to a claim was lost',
  settleChecksLease: 'a worker that settles late leaves rows that another has leased',
  verdictChecksPhase: 'a verdict applies in its phases',
  verdictChecksAttempt: 'a verdict applies to its attempt',
  cancelChecksHandedOver: 'a message that a gateway has had cannot be cancelled',
  doubtsNeedConsent: 'a doubt is sent again only with at_least_once',
  reportsWaitForAnswers: 'a report waits while its message is submitted',
  reportsBindAttempt: 'a report on an older attempt can only deliver',
  reportsOnlyRaise: 'reports only raise the rank of a status',
  deliveredCancelsRetries: 'a late "delivered" cancels waiting retries',
  retriesAskEarlierTries: 'a retry is not made if an earlier try has arrived',
  holdsExpire: 'a hold ends',
  failoverSkipsLeased: 'failover leaves rows that a worker has leased',
} as const;

export type Rule = keyof typeof RULES;
export type Rules = Readonly<Record<Rule, boolean>>;

/** Which rules of a model hold when a control takes some of them out. */
export function allBut<Name extends string>(
  rules: Readonly<Record<Name, string>>,
  out: readonly Name[],
): Readonly<Record<Name, boolean>> {
  const names = Object.keys(rules) as Name[];
  return Object.fromEntries(names.map((name) => [name, !out.includes(name)])) as Record<Name, boolean>;
}
