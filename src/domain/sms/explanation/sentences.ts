import { CODE_OF, type DeliveryCode } from '../delivery-codes.js';
import { SMS_ERRORS } from '../public-status.js';

/** Answers "where is my SMS?". */
export interface Explanation {
  readonly code: ExplanationCode;
  readonly cause: string;
  readonly rule: string;
  readonly next: string;
  readonly nextAt: string | null;
  /** The delivery code, the next attempt, the most attempts and the gateway that the sentences name. */
  readonly deliveryCode: DeliveryCode | null;
  readonly attempt: number | null;
  readonly attempts: number | null;
  readonly gateway: string | null;
  /** What made the number suppressed: when, and if the person has written a word, which one to which number of ours. */
  readonly suppressedAt: string | null;
  readonly word: string | null;
  readonly ownNumber: string | null;
  /** Why it was sent, if no call has sent it. */
  readonly origin: string | null;
}

export const ANSWERS_KEYWORD = 'It answers a keyword of the recipient, and is sent also if the number is suppressed.';
const NEVER_TWICE = 'A message that may have left is not sent again, so that nobody gets it twice.';
const NOT_AFTER_EXPIRY = 'A message is not submitted after its `validUntil`.';
const NOTHING_MORE = 'Nothing more will happen.';
const LATE_REPORT = 'Nothing, unless a late report says that it was delivered after all.';
const AS_CODED = '{deliveryCode.meaning} ({deliveryCode.code} {deliveryCode.name}).';
const FINAL_AT_ONCE = 'Code {deliveryCode.code} is final at once.';
const FINAL_AFTER_RETRIES = 'Code {deliveryCode.code} is tried {attempts} times, then it is final.';
const RECOMMENDED = '{deliveryCode.recommendedAction}.';
const UNTIL_THEN = 'Until then, messages to it end as blocked.';
const NEVER_GIVEN = 'A suppressed number is never given to a gateway.';

/**
 * Each explanation that there is: cause, rule and next step. The names in braces are fields of an Explanation; a time
 * is shown as its day.
 */
export const EXPLANATIONS = {
  scheduled: [
    'The message is scheduled for later.',
    'A scheduled message is dispatched at its time, and can be cancelled until then.',
    'It is dispatched at its scheduled time.',
  ],
  waiting_for_turn: [
    'The message waits for its turn.',
    'Messages leave in order, as fast as the gateway takes them.',
    'It is handed to the gateway.',
  ],
  gateway_down: [
    'The gateway {gateway} takes no messages at the moment.',
    'Messages wait for a gateway that takes none, and leave in order when it does. They can be cancelled until then.',
    'The gateway is called again.',
  ],
  gateway_not_configured: [
    'The gateway {gateway} that the message waits for is not configured.',
    'Messages wait until their gateway is configured again. They can be cancelled until then.',
    'The operator adds the gateway again, or the message is cancelled.',
  ],
  campaign_paused: [
    'The campaign of the message is paused.',
    'No message of a paused campaign is submitted. It can be cancelled.',
    'It goes on when the campaign is resumed.',
  ],
  submitting: [
    'The message is being handed to the gateway.',
    'A hand-over that has begun cannot be cancelled.',
    'The answer of the gateway decides.',
  ],
  in_doubt: [
    'The answer of the gateway was lost: it may or may not have the message.',
    NEVER_TWICE,
    'The gateway is asked, or its report is awaited.',
  ],
  in_doubt_at_least_once: [
    'The answer of the gateway was lost: it may or may not have the message.',
    'This message may be sent again when that stays unknown (atLeastOnce).',
    'The gateway is asked, or its report is awaited.',
  ],
  waiting_for_retry: [AS_CODED, FINAL_AFTER_RETRIES, 'Attempt {attempt} follows.'],
  waiting_for_retry_without_code: [
    'The gateway could not take the message.',
    'The message is tried again.',
    'Attempt {attempt} follows.',
  ],
  expires_before_retry: [AS_CODED, NOT_AFTER_EXPIRY, 'It ends when it expires, which is before its next attempt.'],
  expires_before_retry_without_code: [
    'The gateway could not take the message.',
    NOT_AFTER_EXPIRY,
    'It ends when it expires, which is before its next attempt.',
  ],
  waiting_for_credit: [
    'The gateway account has run out of credit.',
    'Held messages resume by themselves, in their original order, once there is credit again.',
    `It resumes after a top-up, or fails with code ${CODE_OF.InsufficientBalance} if there is none in time.`,
  ],
  waiting_for_credit_until_expiry: [
    'The gateway account has run out of credit.',
    NOT_AFTER_EXPIRY,
    'It resumes after a top-up, or ends when it expires.',
  ],
  waiting_for_approval: [
    'The operator has rejected the sender ID since the message was accepted.',
    'Held messages resume by themselves, in their original order, once the sender ID is approved again.',
    `It resumes after an approval, or fails with code ${CODE_OF.InvalidSenderId} if there is none in time.`,
  ],
  waiting_for_approval_until_expiry: [
    'The operator has rejected the sender ID since the message was accepted.',
    NOT_AFTER_EXPIRY,
    'It resumes after an approval, or ends when it expires.',
  ],
  under_review: [
    `The gateway reviews the message for risk or fraud (${CODE_OF.RiskHold} RiskHold).`,
    'The gateway has the message, so it is not sent again.',
    'The gateway usually releases it by itself; its report decides.',
  ],
  queued_at_gateway: [
    `The message waits at the gateway (${CODE_OF.Queued} Queued).`,
    'A message that the gateway has can neither be cancelled nor sent again.',
    'The delivery report decides; without one the message ends as undelivered.',
  ],
  waiting_for_report: [
    'The gateway has taken the message.',
    'A message that the gateway has can neither be cancelled nor sent again.',
    'The delivery report decides; without one the message ends as undelivered.',
  ],
  delivered: ['The handset has confirmed the message.', 'Delivered is final.', NOTHING_MORE],
  cancelled: [
    'It was cancelled before a gateway had it.',
    'A cancelled message never leaves and never changes again.',
    NOTHING_MORE,
  ],
  expired: ['It was not sent before its `validUntil`.', NOT_AFTER_EXPIRY, NOTHING_MORE],
  suppressed: [AS_CODED, `${NEVER_GIVEN} Lifting the suppression allows it again.`, UNTIL_THEN],
  suppressed_by_keyword: [
    'The person wrote {word} to {ownNumber} on {suppressedAt}.',
    `${NEVER_GIVEN} When the person writes START, messages are sent again.`,
    UNTIL_THEN,
  ],
  suppressed_by_organisation: [
    'The organisation suppressed the number on {suppressedAt}.',
    `${NEVER_GIVEN} Lifting the suppression allows it again; the person cannot lift it by START.`,
    UNTIL_THEN,
  ],
  suppressed_by_gateway: [
    `A gateway reported on {suppressedAt}: ${AS_CODED}`,
    `${NEVER_GIVEN} Lifting the suppression allows it again.`,
    UNTIL_THEN,
  ],
  opted_out_at_gateway: [
    'The person has opted out of such messages at the gateway {gateway}.',
    'The number is suppressed when a message to it is about to leave.',
    'Messages to it end as blocked.',
  ],
  blocked_by_gateway: [
    AS_CODED,
    'The number is suppressed from now on; it will not be written to again.',
    NOTHING_MORE,
  ],
  outcome_unknown: [`${SMS_ERRORS.outcome_unknown}.`, NEVER_TWICE, LATE_REPORT],
  no_report: [
    `${SMS_ERRORS.no_report}.`,
    'A message without a report ends as undelivered, and is not sent again.',
    LATE_REPORT,
  ],
  refused: [AS_CODED, FINAL_AT_ONCE, RECOMMENDED],
  refused_after_retries: [AS_CODED, FINAL_AFTER_RETRIES, RECOMMENDED],
  failed_at_gateway: [AS_CODED, FINAL_AT_ONCE, LATE_REPORT],
  failed_at_gateway_after_retries: [AS_CODED, FINAL_AFTER_RETRIES, LATE_REPORT],
  failed_at_gateway_without_retry: [AS_CODED, NEVER_TWICE, LATE_REPORT],
  nothing_against_it: [
    'Nothing is known against the number.',
    'The route of the number leads to the gateway {gateway}.',
    'The gateway gets the message at once. It, the network or the recipient may still refuse it.',
  ],
  given_up: [`${SMS_ERRORS.not_delivered}.`, 'The message was given up.', NOTHING_MORE],
} as const satisfies Readonly<Record<string, readonly [cause: string, rule: string, next: string]>>;

export type ExplanationCode = keyof typeof EXPLANATIONS;

export type ExplanationFacts = Omit<Explanation, 'code' | 'cause' | 'rule' | 'next'>;

export const NO_FACTS: ExplanationFacts = {
  nextAt: null,
  deliveryCode: null,
  attempt: null,
  attempts: null,
  gateway: null,
  suppressedAt: null,
  word: null,
  ownNumber: null,
  origin: null,
};

export function explanationOf(code: ExplanationCode, facts: ExplanationFacts): Explanation {
  const [cause, rule, next] = EXPLANATIONS[code].map((sentence) => fillIn(sentence, facts)) as [string, string, string];
  return { code, cause, rule, next, ...facts };
}

function fillIn(sentence: string, facts: ExplanationFacts): string {
  const { deliveryCode, attempt, attempts, gateway, suppressedAt, word, ownNumber } = facts;
  const values: Readonly<Record<string, string | number | null | undefined>> = {
    'deliveryCode.code': deliveryCode?.code,
    'deliveryCode.name': deliveryCode?.name,
    'deliveryCode.meaning': deliveryCode?.meaning,
    'deliveryCode.recommendedAction': deliveryCode?.recommendedAction,
    attempt,
    attempts,
    gateway,
    suppressedAt: suppressedAt && DAY.format(new Date(suppressedAt)),
    word,
    ownNumber,
  };
  return sentence.replace(/\{([\w.]+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
