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
import type { MessageCategory } from '../../../domain/vocabulary.js';
import { mapYielding } from '../../../lib/async/yield.js';
import type { Context } from '../../context.js';
import { once, type Replayable } from '../../kernel/once.js';
import { recordAudit } from '../../people/audit-log.js';
import { inTurnIfLong } from './long-lists.js';

export interface AddSuppressionsInput {
  readonly numbers: readonly NumberToSuppress[];
  readonly idempotencyKey?: string | null | undefined;
}

export interface NumberToSuppress {
  readonly mobile: string;
  /** Null: for every sender. */
  readonly senderId?: string | null | undefined;
  readonly reason?: string | null | undefined;
  /** Null: messages of every category. */
  readonly category?: MessageCategory | null | undefined;
}

/**
 * Suppresses numbers; a test key suppresses them for test messages only. A number that is suppressed already keeps its
 * row, which may be widened.
 */
export function addSuppressions(context: Context, input: AddSuppressionsInput): Promise<Replayable<SuppressionRow[]>> {
  return inTurnIfLong(context.caller, input.numbers, () => add(context, input));
}

async function add(context: Context, input: AddSuppressionsInput): Promise<Replayable<SuppressionRow[]>> {
  const { organisationId, mode } = context.caller;
  const entries = await readEntries(input.numbers, mode === 'test');
  return context.db.inOrganisation(organisationId, (tx) =>
    once(tx, context, 'addSuppressions', input, async () => {
      const count = await suppress(tx, 'manual', entries);
      const entry = { action: 'suppression.added', subjectId: null, after: { count } } as const;
      if (count > 0) await recordAudit(tx, context.caller, entry);
      return findSuppressions(tx, entries);
    }),
  );
}

async function readEntries(numbers: readonly NumberToSuppress[], test: boolean): Promise<NewSuppression[]> {
  const { suppressionsPerCall, fieldErrorsPerAnswer } = LIMITS;
  if (numbers.length === 0 || numbers.length > suppressionsPerCall) {
    const message = `Between 1 and ${suppressionsPerCall} numbers are allowed.`;
    throw invalidInput([fieldError('numbers', 'invalid', message)]);
  }
  const read = await mapYielding(numbers, (number, index) => readEntry(number, index, test));
  const errors = read.flatMap((one) => ('errors' in one ? one.errors : []));
  if (errors.length > 0) throw invalidInput(errors.slice(0, fieldErrorsPerAnswer));
  const entries = read.flatMap((one) => ('errors' in one ? [] : one));
  const repeated = Map.groupBy(entries, (entry) => `${entry.mobile} ${entry.senderId}`).values();
  // The last one counts, but does not narrow what the call says before.
  return [...repeated].map((own) => ({
    ...(own.at(-1) as NewSuppression),
    promotionalOnly: own.every(({ promotionalOnly }) => promotionalOnly),
  }));
}

function readEntry(
  { mobile: given, senderId, reason, category }: NumberToSuppress,
  index: number,
  test: boolean,
): NewSuppression | { readonly errors: readonly FieldError[] } {
  const path = ['numbers', String(index)];
  const mobile = parseMobile(given);
  const errors = [
    ...validateSenderId([...path, 'senderId'], senderId),
    ...validateLabel([...path, 'reason'], reason, LIMITS.referenceLength),
  ];
  if (category === 'transactional') errors.push(fieldError([...path, 'category'], 'invalid', NOT_THE_OTHERS));
  if (!mobile.ok) return { errors: [fieldError([...path, 'mobile'], mobile.reason, mobile.message), ...errors] };
  if (errors.length > 0) return { errors };
  const deliveryCode = senderId ? CODE_OF.UserInBlacklist : CODE_OF.DoNotDisturbRejection;
  const promotionalOnly = category === 'promotional';
  return {
    mobile: mobile.digits,
    senderId: senderId ?? '',
    reason: reason || null,
    deliveryCode,
    test,
    promotionalOnly,
  };
}

const NOT_THE_OTHERS = 'A suppression holds for promotional messages, or for all: leave the category out.';
