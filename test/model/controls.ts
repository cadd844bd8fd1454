import type { Answer } from './answers.js';
import { CONFIGURATIONS, type Configuration } from './configurations.js';
import { type Exploration, exploreMessages } from './exploration.js';
import type { Explored } from './explore.js';
import type { PromiseName } from './promises.js';
import type { Rule } from './rules.js';

/** Without these rules the model finds a broken promise, so it would notice if the program broke them. */
export interface Control {
  /** That of the mutant, if test/mutants has one. */
  readonly name: string;
  readonly without: readonly Rule[];
  readonly configuration: string;
  readonly breaks: PromiseName;
  readonly change: Change;
}

/** Instead of what the configuration has. */
interface Change {
  readonly reports?: Configuration['setting']['reports'];
  readonly budget?: Exploration['budget'];
  readonly refusals?: readonly Answer[];
}

function control(
  name: string,
  without: Rule | readonly Rule[],
  configuration: string,
  breaks: PromiseName,
  change: Change = {},
): Control {
  return { name, without: [without].flat(), configuration, breaks, change };
}

const ALONE = 'a gateway without means';
const REPORTS = 'reports with references';
const PACE = 'pace and pauses';
const LOOK_UPS = 'look-ups';
const CLOCK = 'look-ups, and the clock is set forward';
const REFERENCES = 'recognised references';
const TWO_REFERENCES = 'two gateways with recognised references';
const TWO_LOOK_UPS = 'two gateways with look-ups';
const RETRY = 'a failed message is sent again';
const EXPIRY = 'messages that expire';
const STOP = 'people say STOP';
const RETRY_REFERENCES = 'the same, and references are recognised';

const CLAIMS = ['answersBindClaim', 'lateTakenCounts'] as const;
const LATE = { refusal: 1, 'lost answer': 1, 'late worker': 1 };
const LATE_AND_CLOCK = { 'clock step': 1, 'late worker': 1, 'lost answer': 1, cancel: 1 };

/** What the issue "never twice, by enumeration" has found, and then this model. */
const FOUND = [
  control('1a: written again, sent twice', CLAIMS, ALONE, 'once'),
  control('1a: written again, cancelled and sent', CLAIMS, ALONE, 'cancelled'),
  control('1b: 503', CLAIMS, REFERENCES, 'once', { budget: LATE, refusals: ['503 for the whole call'] }),
  control('1b: no credit', CLAIMS, REFERENCES, 'once', { budget: { ...LATE, credit: 1 }, refusals: ['no credit'] }),
  control('2: a retry', 'looksBeforeCall', RETRY, 'known'),
  control('2: a second attempt', 'looksBeforeCall', REPORTS, 'known'),
  control('2: a retry that was handed over', 'deliveredEndsHandedOver', RETRY, 'folded', {
    reports: ['delivered', 502],
  }),
  control('3: the clock is set forward', 'certainClock', CLOCK, 'once'),
  control('certain time without the lease', 'certainTimeCoversLease', CLOCK, 'cancelled', { budget: LATE_AND_CLOCK }),
  control('look-up at another gateway', 'doubtsBindGateway', TWO_LOOK_UPS, 'once'),
  control('refusal in doubt, and the caller retries', 'refusalsInDoubtAreUnknown', REFERENCES, 'once'),
  control('no freeze bound', 'freezeBound', LOOK_UPS, 'once'),
  control('failover moves leased rows', 'failoverSkipsLeased', TWO_REFERENCES, 'agenda'),
  control('giveBackUnclaimed without isDatabaseAway', 'unknownClaimsExpire', PACE, 'agenda'),
];

export const MUTANT_CONTROLS: readonly Control[] = [
  control('settlement-ignores-claim', 'answersBindClaim', ALONE, 'told'),
  control('late-acceptance-forgotten', 'lateTakenCounts', ALONE, 'told'),
  control('claim-not-counted-in-doubt', 'repetitionsRaiseClaim', REFERENCES, 'once', { budget: LATE }),
  control('claim-ignores-earlier-tries', 'looksBeforeCall', RETRY, 'known'),
  control('claim-ignores-unread-reports', 'looksIntoInbox', RETRY, 'known'),
  control('doubt-ignores-earlier-tries', 'looksBeforeRepetition', RETRY_REFERENCES, 'known'),
  control('absence-counts-after-a-step-of-the-clock', 'certainClock', CLOCK, 'cancelled'),
  control('doubts-of-another-gateway', 'doubtsBindGateway', TWO_REFERENCES, 'once'),
  control('doubt-claimed-without-its-lease', 'doubtsConfirmLease', REFERENCES, 'agenda'),
  control('refusal-in-doubt-is-tried-again', 'refusalsInDoubtAreFinal', REFERENCES, 'cancelled'),
  control('claim-ignores-phase', 'claimChecksPhase', ALONE, 'cancelled'),
  control('submit-before-commit', 'commitsBeforeCall', LOOK_UPS, 'cancelled'),
  control('lease-not-checked-before-the-next-claim', 'confirmsLease', PACE, 'agenda'),
  control('lease-not-checked-at-settle', 'settleChecksLease', ALONE, 'agenda'),
  control('verdict-ignores-phase', 'verdictChecksPhase', ALONE, 'cancelled'),
  control('verdict-ignores-attempt', 'verdictChecksAttempt', REPORTS, 'once'),
  control('cancel-of-dispatched-accepted', 'cancelChecksHandedOver', ALONE, 'cancelled'),
  control('hold-never-expires', 'holdsExpire', 'credit', 'agenda'),
  control('doubt-sent-again-without-consent', 'doubtsNeedConsent', REPORTS, 'once'),
  control('call-without-enough-of-the-lease', 'leaseCoversCall', LOOK_UPS, 'cancelled'),
  control('absence-counts-while-a-worker-is-frozen', 'freezeBound', LOOK_UPS, 'cancelled'),
  control('paused-campaigns-are-claimed', 'pauseStopsClaims', PACE, 'stopped'),
  control('claim-ignores-suppression', 'claimsSeeStop', STOP, 'refused'),
  control('claim-ignores-expiry', 'claimsLeaveExpired', EXPIRY, 'stopped'),
  control('late-deliveries-leave-retries', 'deliveredCancelsRetries', RETRY, 'folded'),
  control('retry-of-a-retry-forgets-the-first', 'retriesAskEarlierTries', RETRY, 'known'),
  control('rank-reversed', 'reportsOnlyRaise', REPORTS, 'folded'),
  control('report-on-an-older-attempt-counts', 'reportsBindAttempt', REPORTS, 'once'),
  control('report-overtakes-the-answer', 'reportsWaitForAnswers', REPORTS, 'folded'),
];

export const CONTROLS: readonly Control[] = [...FOUND, ...MUTANT_CONTROLS];

export function exploreControl({ configuration, without, breaks, change }: Control): Explored<PromiseName> {
  const found = CONFIGURATIONS.find(({ name }) => name === configuration);
  if (!found) throw new Error(`There is no configuration ${configuration}.`);
  const { setting, start, short } = found;
  const { budget = short.budget, ...others } = change;
  return exploreMessages({ setting: { ...setting, ...others }, start, budget, without, promise: breaks });
}
