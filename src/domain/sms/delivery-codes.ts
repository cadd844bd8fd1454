import type { SmsStatus } from '../vocabulary.js';

export type DeliveryCodeCategory = 'success' | 'in_progress' | 'rejection' | 'error';

export interface DeliveryCode {
  readonly code: number;
  readonly name: string;
  readonly category: DeliveryCodeCategory;
  readonly meaning: string;
  /** What to do about messages with the status of the code; null if there is nothing to do. */
  readonly recommendedAction: string | null;
  /** Sending the same message again later may succeed. Equals having a row in RETRY_RULES. */
  readonly retryable: boolean;
  /** The recipient wants no more messages, so the number is suppressed. */
  readonly suppresses: boolean;
  /** The status of a message with this code. */
  readonly status: SmsStatus;
}

/** The only place that has the codes as numbers; other code uses the names. */
export const CODE_OF = {
  Processed: 100,
  Sent: 101,
  Queued: 102,
  RiskHold: 401,
  InvalidSenderId: 402,
  InvalidPhoneNumber: 403,
  UnsupportedNumberType: 404,
  InsufficientBalance: 405,
  UserInBlacklist: 406,
  CouldNotRoute: 407,
  DoNotDisturbRejection: 409,
  InternalServerError: 500,
  GatewayError: 501,
  RejectedByGateway: 502,
} as const;

export interface RetryRule {
  readonly attempts: number;
  readonly atLeastSeconds: number;
  readonly atMostSeconds: number;
  readonly otherGateway: boolean;
}

/** The only list of codes that are retried. Every other code ends the message at once. */
export const RETRY_RULES: ReadonlyMap<number, RetryRule> = new Map([
  [CODE_OF.CouldNotRoute, { attempts: 2, atLeastSeconds: 60, atMostSeconds: 60, otherGateway: true }],
  [CODE_OF.GatewayError, { attempts: 2, atLeastSeconds: 300, atMostSeconds: 300, otherGateway: false }],
  [CODE_OF.RejectedByGateway, { attempts: 2, atLeastSeconds: 900, atMostSeconds: 1800, otherGateway: false }],
]);

/**
 * Codes with which a caller may send failed messages again. The gateway has refused these messages for certain, and
 * what was in the way can end: the sender ID is approved, the account is topped up, the gateway works.
 */
export const SENT_AGAIN_CODES: readonly number[] = [
  CODE_OF.InvalidSenderId,
  CODE_OF.InsufficientBalance,
  CODE_OF.CouldNotRoute,
  CODE_OF.GatewayError,
  CODE_OF.RejectedByGateway,
];

// The build of the console, which uses numbers of codes, leaves out the catalogue because of these notes.
/* @__NO_SIDE_EFFECTS__ */
function define(
  name: keyof typeof CODE_OF,
  category: DeliveryCodeCategory,
  status: SmsStatus,
  meaning: string,
  recommendedAction: string | null,
): DeliveryCode {
  const code = CODE_OF[name];
  const facts = { retryable: RETRY_RULES.has(code), suppresses: suppresses(code) };
  return { code, name, category, status, meaning, recommendedAction, ...facts };
}

export const DELIVERY_CODES: readonly DeliveryCode[] = [
  define('Processed', 'success', 'delivered', 'Delivered to the handset', null),
  define('Sent', 'in_progress', 'sent', 'Submitted to and accepted by the gateway', 'Wait for the delivery report'),
  define(
    'Queued',
    'in_progress',
    'queued',
    'Waiting at the gateway before network submission',
    'Wait until the gateway submits the message to the network',
  ),
  define(
    'RiskHold',
    'rejection',
    'held',
    'Gateway held the message for risk or fraud review',
    'Wait; usually auto-released',
  ),
  define(
    'InvalidSenderId',
    'rejection',
    'failed',
    'Sender ID not registered or approved for this network',
    'Register or change the sender ID',
  ),
  define(
    'InvalidPhoneNumber',
    'rejection',
    'failed',
    'Destination malformed or not a valid mobile number',
    'Validate and correct the number',
  ),
  define(
    'UnsupportedNumberType',
    'rejection',
    'failed',
    'Network or number type not supported by this route',
    'Remove number from the list',
  ),
  define(
    'InsufficientBalance',
    'rejection',
    'failed',
    'Gateway account has insufficient credits',
    'Top up provider balance',
  ),
  define(
    'UserInBlacklist',
    'rejection',
    'blocked',
    'Recipient has blacklisted this sender ID',
    'Remove from future sends',
  ),
  define(
    'CouldNotRoute',
    'rejection',
    'failed',
    'Gateway found no delivery route',
    'Retry once; if persistent, remove number',
  ),
  define(
    'DoNotDisturbRejection',
    'rejection',
    'blocked',
    'Recipient is on the do-not-disturb registry',
    'Remove permanently from all lists',
  ),
  define(
    'InternalServerError',
    'error',
    'failed',
    'Unexpected error on the service side',
    'Contact support if persistent',
  ),
  define('GatewayError', 'error', 'failed', 'Gateway configuration or credential issue', 'Check the sender ID setup'),
  define(
    'RejectedByGateway',
    'error',
    'undelivered',
    'Gateway accepted the message but the network returned a hard rejection',
    'Check number validity',
  ),
];

const BY_CODE = /* @__PURE__ */ (() => new Map(DELIVERY_CODES.map((entry) => [entry.code, entry])))();

export function findDeliveryCode(code: number): DeliveryCode | undefined {
  return BY_CODE.get(code);
}

/** Unknown codes count as InternalServerError, so that a new code of a gateway breaks nothing. */
export function knownDeliveryCode(code: number): number {
  return BY_CODE.has(code) ? code : CODE_OF.InternalServerError;
}

/** Whether the code means that the recipient wants no more messages, so that the number must be suppressed. */
export function suppresses(code: number): boolean {
  return code === CODE_OF.UserInBlacklist || code === CODE_OF.DoNotDisturbRejection;
}
