import {
  findSuppressions,
  type NewSuppression,
  type SuppressionRow,
  suppress,
} from '../../../db/sql/sms/recipients/suppressions.js';
import { type FieldError, fieldError, invalidInput } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import { parseMobile } from '../../../domain/sms/phone-number.js';
import { validateSenderId } from '../../../domain/sms/validate.js';
import { validateLabel } from '../../../domain/text.js';
import type { Context } from '../../context.js';
import { once, type Replayable } from '../../kernel/once.js';
import { recordAudit } from '../../people/audit-log.js';

export interface AddSuppressionsInput {
  readonly numbers: readonly NumberToSuppress[];
  readonly idempotencyKey?: string | null | undefined;
}

export interface NumberToSuppress {
  readonly mobile: string;
  /** Null: for every sender. */
  readonly senderId?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

/**
 * Suppresses numbers; a test key suppresses them for test messages only. A number that is suppressed already keeps its
 * row.
 */
export async function addSuppressions(
  context: Context,
  input: AddSuppressionsInput,
): Promise<Replayable<SuppressionRow[]>> {
  const { organisationId, mode } = context.caller;
  const entries = readEntries(input.numbers, mode === 'test');
  return context.db.inOrganisation(organisationId, (tx) =>
    once(tx, context, 'addSuppressions', input, async () => {
      const count = await suppress(tx, 'manual', entries);
      const entry = { action: 'suppression.added', subjectId: null, after: { count } } as const;
      if (count > 0) await recordAudit(tx, context.caller, entry);
      return findSuppressions(tx, entries);
    }),
  );
}

function readEntries(numbers: readonly NumberToSuppress[], test: boolean): NewSuppression[] {
  const { suppressionsPerCall, fieldErrorsPerAnswer } = LIMITS;
  if (numbers.length === 0 || numbers.length > suppressionsPerCall) {
    const message = `Between 1 and ${suppressionsPerCall} numbers are allowed.`;
    throw invalidInput([fieldError('numbers', 'invalid', message)]);
  }
  const errors: FieldError[] = [];
  const entries = new Map<string, NewSuppression>();
  for (const [index, { mobile: given, senderId, reason }] of numbers.entries()) {
    const path = ['numbers', String(index)];
    const mobile = parseMobile(given);
    if (!mobile.ok) errors.push(fieldError([...path, 'mobile'], mobile.reason, mobile.message));
    errors.push(...validateSenderId([...path, 'senderId'], senderId));
    errors.push(...validateLabel([...path, 'reason'], reason, LIMITS.referenceLength));
    if (!mobile.ok) continue;
    const entry = { mobile: mobile.digits, senderId: senderId ?? '', reason: reason || null };
    const deliveryCode = entry.senderId === '' ? CODE_OF.DoNotDisturbRejection : CODE_OF.UserInBlacklist;
    entries.set(`${entry.mobile} ${entry.senderId}`, { ...entry, deliveryCode, test });
  }
  if (errors.length > 0) throw invalidInput(errors.slice(0, fieldErrorsPerAnswer));
  return [...entries.values()];
}
