import { runSync } from '../../lib/async/yield.js';
import { newId } from '../../lib/ids.js';
import { type FieldError, fieldError, requiredFieldError, tooLongError } from '../errors.js';
import { LIMITS } from '../limits.js';
import { validateLabel } from '../text.js';
import type { SmsEncoding } from '../vocabulary.js';
import { CODE_OF } from './delivery-codes.js';
import { malformedMobile, parseMobile } from './phone-number.js';
import { encodeText, type Replaced } from './smart-encoding.js';
import { compileTemplate } from './template.js';
import { validateText } from './validate.js';

export interface BulkRecipient {
  readonly to: string;
  readonly variables?: Readonly<Record<string, string>> | null | undefined;
  readonly reference?: string | null | undefined;
  /** Instead of the message of the call. An empty one counts as none. */
  readonly message?: string | null | undefined;
}

/** What a bulk call says to the recipients that have no message of their own. */
export interface BulkMessage {
  readonly message?: string | null | undefined;
  readonly isSmart: boolean;
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
  /** Null if smart encoding has left the text as it was. */
  readonly replaced: Replaced | null;
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
  /** The text of the campaign: with its placeholders, or as recipients get it; null if each has one of its own. */
  readonly text: string | null;
  readonly rows: readonly Recipient[];
  readonly duplicates: readonly Duplicate[];
  readonly errors: readonly FieldError[];
}

/** Recipients between two pauses: less than 1 ms of work, more with personal texts, and most with smart encoding. */
const RECIPIENTS_AT_ONCE = 500;

/**
 * Reads the recipients of one bulk call. An invalid number fails only its own row, which gets a delivery code. A text
 * that cannot be made (a missing variable, too long) refuses the whole call, since the caller must correct it.
 */
export function readRecipients(message: BulkMessage, recipients: readonly BulkRecipient[]): ReadRecipients {
  return runSync(readRecipientsInSteps(message, recipients));
}

/** The same with pauses, so that other requests do not wait. `idFor` makes the id of the message to a number. */
export function* readRecipientsInSteps(
  message: BulkMessage,
  recipients: readonly BulkRecipient[],
  idFor: (mobile: string) => string = newId,
): Generator<void, ReadRecipients> {
  const { fieldErrorsPerAnswer } = LIMITS;
  const common = readCommon(message, recipients);
  if (common.errors.length > 0) return refuse(common.errors);
  const reading = { isSmart: message.isSmart, isShared: false };

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
    const own = recipient.message ? readMessage(pathOf(place, 'message'), recipient.message, reading) : common;
    errors.push(...own.errors);
    const { body, segments, encoding, replaced } = own.textFor(recipient, place, errors);
    if (errors.length >= fieldErrorsPerAnswer) break;
    rows.push({
      id: idFor(mobile),
      place,
      mobile,
      body,
      reference,
      segments,
      encoding,
      replaced,
      status,
      deliveryCode,
    });
  }
  if (errors.length > 0) return refuse(errors.slice(0, fieldErrorsPerAnswer));
  return { text: common.text, rows, duplicates, errors: [] };
}

function refuse(errors: readonly FieldError[]): ReadRecipients {
  return { text: null, rows: [], duplicates: [], errors };
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

type Text = Pick<Recipient, 'body' | 'segments' | 'encoding' | 'replaced'>;

/** A message of a call, of which texts of recipients are made. */
interface ReadMessage {
  /** With its placeholders, or as recipients get it; null if there is none. */
  readonly text: string | null;
  readonly errors: readonly FieldError[];
  /** Adds to the errors why the text cannot be sent. */
  readonly textFor: (recipient: BulkRecipient, place: number, errors: FieldError[]) => Text;
}

const NO_TEXT: Text = { body: null, segments: 0, encoding: 'gsm7', replaced: null };
const unread = (...errors: FieldError[]): ReadMessage => ({ text: null, errors, textFor: () => NO_TEXT });

/** The message of the recipients that have none of their own. */
function readCommon({ message, isSmart }: BulkMessage, recipients: readonly BulkRecipient[]): ReadMessage {
  const { recipientsPerBulkCall } = LIMITS;
  if (recipients.length === 0 || recipients.length > recipientsPerBulkCall) {
    const allowed = `Between 1 and ${recipientsPerBulkCall} recipients are allowed.`;
    return unread(fieldError('recipients', 'invalid', allowed));
  }
  if (message) return readMessage(['message'], message, { isSmart, isShared: true });
  if (!recipients.some((recipient) => recipient.message)) {
    const missing = requiredFieldError('message');
    return message === '' ? unread(...validateText('message', '')) : unread(missing);
  }
  return {
    text: null,
    errors: [],
    textFor(_, place, errors) {
      const complaint = 'This recipient has no message, and neither has the call.';
      errors.push(fieldError(pathOf(place, 'message'), 'required', complaint));
      return NO_TEXT;
    },
  };
}

interface Reading {
  readonly isSmart: boolean;
  /** The campaign keeps the text, if it is the same for all recipients. */
  readonly isShared: boolean;
}

function readMessage(path: readonly string[], message: string, { isSmart, isShared }: Reading): ReadMessage {
  const { templateLength, placeholdersPerMessage } = LIMITS;
  if (message.length > templateLength) {
    return unread(tooLongError(path, templateLength));
  }
  const template = compileTemplate(message);
  if (template.places > placeholdersPerMessage) {
    return unread(fieldError(path, 'invalid', `At most ${placeholdersPerMessage} placeholders are allowed.`));
  }
  if (template.places === 0) {
    const { text, segments, encoding, replaced } = encodeText(message, isSmart);
    const same = { body: isShared ? null : text, segments, encoding, replaced };
    return { text, errors: validateText(path, text), textFor: () => same };
  }
  function textFor({ variables }: BulkRecipient, place: number, errors: FieldError[]): Text {
    const rendered = template.render(variables ?? {});
    if (!rendered.ok) {
      const { missing } = rendered;
      const complaint = `The variable ${missing} has no value.`;
      errors.push(fieldError(pathOf(place, 'variables', missing), 'required', complaint));
      return NO_TEXT;
    }
    const { text: body, segments, encoding, replaced } = encodeText(rendered.text, isSmart);
    errors.push(...validateText(pathOf(place, 'variables'), body));
    return { body, segments, encoding, replaced };
  }
  return { text: message, errors: [], textFor };
}
