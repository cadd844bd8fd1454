import { type CreatedBy, createdBy } from '../../../db/sql/people/created-by.js';
import type { NewConsentChange } from '../../../db/sql/sms/recipients/consent-changes.js';
import { type NewSuppression, suppress } from '../../../db/sql/sms/recipients/insert-suppressions.js';
import { findSuppressions, type SuppressionRow } from '../../../db/sql/sms/recipients/suppressions.js';
import { type FieldError, fieldError, invalidField, requireValid } from '../../../domain/errors.js';
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
import { recordConsent } from './record-consent.js';

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
  /** When the person opted out; null: now. */
  readonly optedOutAt?: Date | null | undefined;
  /** Where that is proved. */
  readonly proof?: string | null | undefined;
}

/** A suppression, and the proof that the person wants it. */
interface Entry extends NewSuppression, Required<Pick<NewConsentChange, 'source' | 'changed_at' | 'proof'>> {}

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
      const changed = new Set((await suppress(tx, 'manual', entries)).map((row) => keyOf(row.mobile, row.sender_id)));
      const entry = { action: 'suppression.added', subjectId: null, after: { count: changed.size } } as const;
      if (changed.size > 0) await recordAudit(tx, context.caller, entry);
      const optOuts = entries.filter(({ mobile, senderId }) => changed.has(keyOf(mobile, senderId)));
      const by = createdBy(context.caller.actor);
      await recordConsent(tx, optOuts.map(toConsentChange(by)));
      return findSuppressions(tx, entries);
    }),
  );
}

const keyOf = (mobile: string, senderId: string) => `${mobile} ${senderId}`;

const toConsentChange =
  (by: CreatedBy) =>
  ({ mobile, senderId, source, proof, changed_at, test, promotionalOnly }: Entry): NewConsentChange => ({
    ...{ mobile, sender_id: senderId, change: 'opted_out', source, proof, changed_at, test },
    promotional_only: promotionalOnly,
    ...by,
  });

async function readEntries(numbers: readonly NumberToSuppress[], test: boolean): Promise<Entry[]> {
  const { suppressionsPerCall, fieldErrorsPerAnswer } = LIMITS;
  if (numbers.length === 0 || numbers.length > suppressionsPerCall) {
    const message = `Between 1 and ${suppressionsPerCall} numbers are allowed.`;
    throw invalidField('numbers', 'invalid', message);
  }
  const read = await mapYielding(numbers, (number, index) => readEntry(number, index, test));
  const errors = read.flatMap((one) => ('errors' in one ? one.errors : []));
  requireValid(errors.slice(0, fieldErrorsPerAnswer));
  const entries = read.flatMap((one) => ('errors' in one ? [] : one));
  const repeated = Map.groupBy(entries, (entry) => keyOf(entry.mobile, entry.senderId)).values();
  // The last one counts, but neither narrows what the call says before nor drops its proof.
  return [...repeated].map((own) => ({
    ...(own.at(-1) as Entry),
    ...proofOf(own.findLast(({ source }) => source === 'import') ?? (own.at(-1) as Entry)),
    promotionalOnly: own.every(({ promotionalOnly }) => promotionalOnly),
  }));
}

const proofOf = ({ source, changed_at, proof }: Entry) => ({ source, changed_at, proof });

function readEntry(
  { mobile: given, senderId, reason, category, optedOutAt, proof }: NumberToSuppress,
  index: number,
  test: boolean,
): Entry | { readonly errors: readonly FieldError[] } {
  const path = ['numbers', String(index)];
  const mobile = parseMobile(given);
  const errors = [
    ...validateSenderId([...path, 'senderId'], senderId),
    ...validateLabel([...path, 'reason'], reason, LIMITS.referenceLength),
    ...validateLabel([...path, 'proof'], proof, LIMITS.proofLength),
    ...validatePast([...path, 'optedOutAt'], optedOutAt),
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
    source: proof || optedOutAt ? 'import' : 'manual',
    proof: proof || null,
    changed_at: optedOutAt?.toISOString() ?? null,
  };
}

function validatePast(path: readonly string[], time: Date | null | undefined): FieldError[] {
  if (time == null || (time.getTime() >= 0 && time.getTime() <= Date.now())) return [];
  return [fieldError(path, 'invalid', 'The time must be after 1970, and not in the future.')];
}

const NOT_THE_OTHERS = 'A suppression holds for promotional messages, or for all: leave the category out.';
