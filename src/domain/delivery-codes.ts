import type { SmsStatus } from './vocabulary.js';

export const DELIVERY_CODE_CATEGORIES = ['success', 'in_progress', 'rejection', 'error'] as const;
export type DeliveryCodeCategory = (typeof DELIVERY_CODE_CATEGORIES)[number];

export interface DeliveryCode {
  readonly code: number;
  readonly name: string;
  readonly category: DeliveryCodeCategory;
  readonly meaning: string;
  readonly recommendedAction: string;
  /** True when sending the same message again later may succeed. */
  readonly retryable: boolean;
  /** The status that a message with this code ends in (or waits in). */
  readonly status: SmsStatus;
}

function define(
  code: number,
  name: string,
  category: DeliveryCodeCategory,
  status: SmsStatus,
  meaning: string,
  recommendedAction: string,
): DeliveryCode {
  return { code, name, category, status, meaning, recommendedAction, retryable: [407, 501, 502].includes(code) };
}

const WAIT = 'None; wait for the outcome';

export const DELIVERY_CODES: readonly DeliveryCode[] = [
  define(100, 'Processed', 'success', 'delivered', 'Delivered to the handset', 'None'),
  define(101, 'Sent', 'in_progress', 'sent', 'Submitted to and accepted by the gateway', WAIT),
  define(102, 'Queued', 'in_progress', 'queued', 'Waiting at the gateway before network submission', WAIT),
  define(
    401,
    'RiskHold',
    'rejection',
    'held',
    'Gateway held the message for risk or fraud review',
    'Wait; usually auto-released',
  ),
  define(
    402,
    'InvalidSenderId',
    'rejection',
    'failed',
    'Sender ID not registered or approved for this network',
    'Register or change the sender ID',
  ),
  define(
    403,
    'InvalidPhoneNumber',
    'rejection',
    'failed',
    'Destination malformed or not a valid mobile number',
    'Validate and correct the number',
  ),
  define(
    404,
    'UnsupportedNumberType',
    'rejection',
    'failed',
    'Network or number type not supported by this route',
    'Remove number from the list',
  ),
  define(
    405,
    'InsufficientBalance',
    'rejection',
    'failed',
    'Gateway account has insufficient credits',
    'Top up provider balance',
  ),
  define(
    406,
    'UserInBlacklist',
    'rejection',
    'blocked',
    'Recipient has blacklisted this sender ID',
    'Remove from future sends',
  ),
  define(
    407,
    'CouldNotRoute',
    'rejection',
    'failed',
    'Gateway found no delivery route',
    'Retry once; if persistent, remove number',
  ),
  define(
    409,
    'DoNotDisturbRejection',
    'rejection',
    'blocked',
    'Recipient is on the do-not-disturb registry',
    'Remove permanently from all lists',
  ),
  define(
    500,
    'InternalServerError',
    'error',
    'failed',
    'Unexpected error on the service side',
    'Contact support if persistent',
  ),
  define(
    501,
    'GatewayError',
    'error',
    'failed',
    'Gateway configuration or credential issue',
    'Check the sender ID setup',
  ),
  define(
    502,
    'RejectedByGateway',
    'error',
    'undelivered',
    'Gateway accepted the message but the network returned a hard rejection',
    'Check number validity',
  ),
];

const BY_CODE = new Map(DELIVERY_CODES.map((entry) => [entry.code, entry]));

export function findDeliveryCode(code: number): DeliveryCode | undefined {
  return BY_CODE.get(code);
}

/** Unknown codes (408 among them) count as 500: a gateway's new code must not break anything. */
export function knownDeliveryCode(code: number): number {
  return BY_CODE.has(code) ? code : 500;
}

/** 406 and 409 say that this person must not be written to again; the number is suppressed. */
export function suppresses(code: number): boolean {
  return code === 406 || code === 409;
}
