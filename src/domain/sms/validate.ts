import { holdsInexactNumber } from '../../lib/exact-json.js';
import { blankFieldError, type FieldError, fieldError } from '../errors.js';
import { LIMITS } from '../limits.js';
import { findUnsendable, validateLabel } from '../text.js';
import type { MessageCategory } from '../vocabulary.js';
import { LONGEST_TEXT, measureText } from './segments.js';

/** Options of both single and bulk sends. */
export interface SendOptions {
  /** Missing in a bulk call: each recipient has one of its own. */
  readonly message?: string | null | undefined;
  readonly senderId?: string | null | undefined;
  /** An empty name or reference counts as none. */
  readonly name?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly metadata?: Record<string, unknown> | null | undefined;
  /** Missing: transactional. */
  readonly category?: MessageCategory | null | undefined;
  readonly scheduledAt?: Date | null | undefined;
  /** The message is not submitted after this time. */
  readonly validUntil?: Date | null | undefined;
  /** Send to the sandbox. Calls with a test key do so anyway. */
  readonly test?: boolean | null | undefined;
  /** Null: as the organisation is set. */
  readonly smartEncoding?: boolean | null | undefined;
}

/** A phone number, a short code, or up to eleven characters that begin with a letter or digit and end with no space. */
const SENDER_ID = /^(\+?\d{3,15}|[A-Za-z0-9][A-Za-z0-9 ._&-]{0,10}(?<! ))$/;
const DAY_MS = 24 * 3600 * 1000;

/** Texts with rules of their own. Any other is stored and returned as it is, like the reference. */
const NO_LABELS = ['to', 'message', 'senderId', 'name', 'idempotencyKey', 'previewToken'];

export function validateOptions(options: SendOptions): FieldError[] {
  const errors: FieldError[] = [];
  errors.push(...validateSenderId('senderId', options.senderId));
  errors.push(...validateLabel('name', options.name, LIMITS.nameLength));
  for (const [field, value] of Object.entries(options)) {
    const isLabel = typeof value === 'string' && !NO_LABELS.includes(field);
    if (isLabel) errors.push(...validateLabel(field, value, LIMITS.referenceLength));
  }
  if (options.metadata != null) errors.push(...validateMetadata(options.metadata));
  return errors;
}

export function validateSenderId(path: string | readonly string[], senderId: string | null | undefined): FieldError[] {
  if (senderId == null || SENDER_ID.test(senderId)) return [];
  return [
    fieldError(
      path,
      'invalid',
      'A sender ID is a number, or 1 to 11 letters, digits, spaces and . _ & - that begin with a letter or digit and do not end with a space.',
    ),
  ];
}

function validateMetadata(metadata: Record<string, unknown>): FieldError[] {
  const json = jsonOf(metadata);
  if (json === null || Buffer.byteLength(json) > LIMITS.metadataBytes) {
    return [fieldError('metadata', 'too_long', `Metadata may have at most ${LIMITS.metadataBytes} bytes as JSON.`)];
  }
  if (holdsInexactNumber(metadata)) return [fieldError('metadata', 'invalid', INEXACT)];
  // JSON.stringify writes NUL and lone surrogates as escapes, which PostgreSQL's jsonb refuses; behind an even number
  // of backslashes it is no escape.
  return /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i.test(json)
    ? [fieldError('metadata', 'invalid', 'Metadata may not contain NUL or lone surrogates.')]
    : [];
}

const INEXACT = 'Metadata has a number that double precision cannot hold, so it would be changed: send it as a string.';

/** Returns null if the value is nested too deeply for JSON.stringify, and so is also too long. */
function jsonOf(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function validateText(path: string | readonly string[], text: string): FieldError[] {
  // First, because the other checks of megabytes would block the event loop.
  if (text.length > LONGEST_TEXT) return [tooLong(path)];
  if (text.trim() === '') return [blankFieldError(path)];
  const unsendable = findUnsendable(text);
  if (unsendable) return [fieldError(path, 'invalid', unsendable)];
  return measureText(text).segments > LIMITS.segmentsPerMessage ? [tooLong(path)] : [];
}

function tooLong(path: string | readonly string[]): FieldError {
  return fieldError(path, 'too_long', `A message may have at most ${LIMITS.segmentsPerMessage} segments.`);
}

/** Separate, because a call that is repeated after its scheduled time must still get its stored answer. */
export function validateSchedule(scheduledAt: Date | null | undefined, now: Date): FieldError[] {
  return validateTime('scheduledAt', scheduledAt, now);
}

/** The same for both times of a send. */
export function validateTimes(
  { scheduledAt, validUntil }: Pick<SendOptions, 'scheduledAt' | 'validUntil'>,
  now: Date,
): FieldError[] {
  const errors = [...validateSchedule(scheduledAt, now), ...validateTime('validUntil', validUntil, now)];
  if (errors.length > 0 || scheduledAt == null || validUntil == null || validUntil > scheduledAt) return errors;
  return [fieldError('validUntil', 'invalid', 'The time must be after the scheduled time.')];
}

function validateTime(path: string, time: Date | null | undefined, now: Date): FieldError[] {
  if (time == null) return [];
  const aheadMs = time.getTime() - now.getTime();
  if (!(aheadMs > 0)) return [fieldError(path, 'invalid', 'The time must be in the future.')];
  if (aheadMs <= LIMITS.scheduleAheadDays * DAY_MS) return [];
  return [fieldError(path, 'invalid', `The time must be within ${LIMITS.scheduleAheadDays} days.`)];
}
