import { runSync } from '../../lib/async/yield.js';
import { newId } from '../../lib/ids.js';
import { type FieldError, fieldError } from '../errors.js';
import { LIMITS } from '../limits.js';
import { validateLabel } from '../text.js';
import type { SmsEncoding } from '../vocabulary.js';
import { CODE_OF } from './delivery-codes.js';
import { malformedMobile, parseMobile } from './phone-number.js';
import { measureText, type TextMeasure } from './segments.js';
import { compileTemplate, type MessageTemplate } from './template.js';
import { validateText } from './validate.js';

export interface BulkRecipient {
  readonly to: string;
  readonly variables?: Readonly<Record<string, string>> | null | undefined;
  readonly reference?: string | null | undefined;
}

/** A recipient as it is stored. */
export interface Recipient {
  readonly id: string;
  /** The place in the call, from 0, repetitions of numbers counted. */
  readonly place: number;
  readonly mobile: string;
  /** Null if the text is that of the campaign. */
  readonly body: string | null;
  readonly reference: string | null;
  readonly segments: number;
  readonly encoding: SmsEncoding;
  readonly status: 'queued' | 'failed';
  readonly deliveryCode: number | null;
}

/** A repetition of a number. Each number gets one message and one row. */
export interface Duplicate {
  readonly place: number;
  readonly mobile: string;
  /** The place of the recipient that gets the message. */
  readonly firstPlace: number;
}

export interface ReadRecipients {
  readonly rows: readonly Recipient[];
  readonly duplicates: readonly Duplicate[];
  readonly errors: readonly FieldError[];
}

/** Recipients between two pauses: about 2 ms of work, more with personal texts. */
const RECIPIENTS_AT_ONCE = 2_000;

/**
 * Reads the recipients of one bulk call. An invalid number fails only its own row, which gets a delivery code. A text
 * that cannot be made (a missing variable, too long) refuses the whole call, since the caller must correct it.
 */
export function readRecipients(message: string, recipients: readonly BulkRecipient[]): ReadRecipients {
  return runSync(readRecipientsInSteps(message, recipients));
}

/** The same with pauses, so that other requests do not wait. `idFor` makes the id of the message to a number. */
export function* readRecipientsInSteps(
  message: string,
  recipients: readonly BulkRecipient[],
  idFor: (mobile: string) => string = newId,
): Generator<void, ReadRecipients> {
  const { fieldErrorsPerAnswer } = LIMITS;
  const sizeErrors = validateSizes(message, recipients);
  if (sizeErrors.length > 0) return refuse(sizeErrors);
  const template = compileTemplate(message);
  const common = template.placeholders.length > 0 ? null : { body: null, ...measureText(message) };
  const textErrors = validateMessage(message, template);
  if (textErrors.length > 0) return refuse(textErrors);

  const seen = new Map<string, number>();
  const rows: Recipient[] = [];
  const duplicates: Duplicate[] = [];
  const errors: FieldError[] = [];
  for (const [place, recipient] of recipients.entries()) {
    if (place % RECIPIENTS_AT_ONCE === 0 && place > 0) yield;
    const { mobile, status, deliveryCode } = readNumber(recipient.to);
    // A malformed number may have the digits of a valid one, which must get its message all the same.
    const number = status === 'queued' ? mobile : `malformed ${mobile}`;
    const firstPlace = seen.get(number);
    if (firstPlace !== undefined) {
      duplicates.push({ place, mobile, firstPlace });
      continue;
    }
    seen.set(number, place);
    const reference = readReference(recipient, place, errors);
    const { body, segments, encoding } = common ?? personalText(template, recipient, place, errors);
    if (errors.length >= fieldErrorsPerAnswer) break;
    rows.push({ id: idFor(mobile), place, mobile, body, reference, segments, encoding, status, deliveryCode });
  }
  if (errors.length > 0) return refuse(errors.slice(0, fieldErrorsPerAnswer));
  return { rows, duplicates, errors: [] };
}

function validateSizes(message: string, { length }: readonly BulkRecipient[]): FieldError[] {
  const { recipientsPerBulkCall, templateLength } = LIMITS;
  if (length === 0 || length > recipientsPerBulkCall) {
    return [fieldError('recipients', 'invalid', `Between 1 and ${recipientsPerBulkCall} recipients are allowed.`)];
  }
  if (message.length <= templateLength) return [];
  return [fieldError('message', 'too_long', `At most ${templateLength} characters are allowed.`)];
}

function validateMessage(message: string, { places }: MessageTemplate): FieldError[] {
  const { placeholdersPerMessage } = LIMITS;
  if (places === 0) return validateText('message', message);
  if (places <= placeholdersPerMessage) return [];
  return [fieldError('message', 'invalid', `At most ${placeholdersPerMessage} placeholders are allowed.`)];
}

function refuse(errors: readonly FieldError[]): ReadRecipients {
  return { rows: [], duplicates: [], errors };
}

const pathOf = (index: number, ...inside: string[]) => ['recipients', String(index), ...inside];

/** A number as it is stored, and whether it can receive SMS. */
export function readNumber(to: string): Pick<Recipient, 'mobile' | 'status' | 'deliveryCode'> {
  const mobile = parseMobile(to);
  if (mobile.ok) return { mobile: mobile.digits, status: 'queued', deliveryCode: null };
  return {
    mobile: malformedMobile(to),
    status: 'failed',
    deliveryCode: mobile.reason === 'unsupported_type' ? CODE_OF.UnsupportedNumberType : CODE_OF.InvalidPhoneNumber,
  };
}

function readReference({ reference }: BulkRecipient, index: number, errors: FieldError[]): string | null {
  if (!reference) return null;
  errors.push(...validateLabel(pathOf(index, 'reference'), reference, LIMITS.referenceLength));
  return reference;
}

interface Text extends Pick<TextMeasure, 'segments' | 'encoding'> {
  readonly body: string | null;
}

function personalText(template: MessageTemplate, recipient: BulkRecipient, index: number, errors: FieldError[]): Text {
  const rendered = template.render(recipient.variables ?? {});
  if (!rendered.ok) {
    errors.push(
      fieldError(
        pathOf(index, 'variables', rendered.missing),
        'required',
        `The variable ${rendered.missing} has no value.`,
      ),
    );
    return { body: null, segments: 0, encoding: 'gsm7' };
  }
  errors.push(...validateText(pathOf(index, 'variables'), rendered.text));
  const { segments, encoding } = measureText(rendered.text);
  return { body: rendered.text, segments, encoding };
}
