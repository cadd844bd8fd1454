import type { SuppressionRow } from '../../../db/sql/sms/recipients/suppressions.js';
import { fieldError, requireValid } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { validateOwnSender } from '../../../domain/people/api-key.js';
import { blockSuppressed, type PlannedNumber } from '../../../domain/sms/bulk-plan.js';
import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import { countryOf } from '../../../domain/sms/phone-number.js';
import { readNumber } from '../../../domain/sms/recipients.js';
import { validateSenderId } from '../../../domain/sms/validate.js';
import { mapYielding } from '../../../lib/async/yield.js';
import type { Context } from '../../context.js';
import { failUncovered } from '../senders/enforce-sender-id.js';
import { findBlocking, type SendingInput, sendingOf } from '../suppressions/blocking.js';
import { inTurnIfLong } from '../suppressions/long-lists.js';

export interface CheckNumbersInput extends SendingInput {
  readonly numbers: readonly string[];
}

export interface CheckedNumber {
  readonly mobile: string;
  /** Null if a message would be sent. */
  readonly deliveryCode: number | null;
  /** Null also for a caller who may not list suppressions. */
  readonly suppression: SuppressionRow | null;
  readonly country: string | null;
}

type Checker = Pick<Context, 'db' | 'caller' | 'secretKeys'>;

/** Says what a bulk call with these numbers would do to each of them, in their order. */
export function checkNumbers(context: Checker, input: CheckNumbersInput): Promise<CheckedNumber[]> {
  return inTurnIfLong(context.caller, input.numbers, () => check(context, input));
}

async function check(
  { db, caller, secretKeys }: Checker,
  { numbers, ...input }: CheckNumbersInput,
): Promise<CheckedNumber[]> {
  const sending = sendingOf(caller, input);
  const { senderId } = sending;
  const errors = [...validateSenderId('senderId', senderId), ...validateOwnSender(caller, senderId)];
  if (numbers.length === 0 || numbers.length > LIMITS.numbersChecked) {
    errors.push(fieldError('numbers', 'invalid', `Between 1 and ${LIMITS.numbersChecked} numbers are allowed.`));
  }
  requireValid(errors);
  const read: readonly PlannedNumber[] = await mapYielding(numbers, readNumber);
  const { checked, suppressions, codes } = await db.inOrganisation(caller.organisationId, async (tx) => {
    const checked = await failUncovered(tx, caller, senderId, read);
    const mobiles = checked.map(({ mobile }) => mobile);
    return { checked, ...(await findBlocking(tx, secretKeys, sending, mobiles)) };
  });
  const mayList = caller.scopes.includes('suppressions:manage');
  return mapYielding(blockSuppressed(checked, codes), ({ mobile, status, deliveryCode }) => ({
    mobile,
    deliveryCode,
    suppression: (status === 'blocked' && mayList && suppressions.get(mobile)) || null,
    country: deliveryCode === CODE_OF.InvalidPhoneNumber ? null : countryOf(mobile),
  }));
}
