import { hasUnprintable } from '../lib/log/unprintable.js';
import { blankFieldError, type FieldError, fieldError, tooLongError } from './errors.js';
import { LIMITS } from './limits.js';

/** Returns why a text cannot be stored and sent unchanged; null if it can. */
export function findUnsendable(text: string): string | null {
  if (text.includes('\0')) return 'The text contains a NUL character.';
  if (!text.isWellFormed()) return 'The text contains half of a surrogate pair, which is not a character.';
  return null;
}

/** Validates an optional short text, such as a reference. */
export function validateLabel(
  path: string | readonly string[],
  value: string | null | undefined,
  length: number,
): FieldError[] {
  if (value == null) return [];
  if (value.length > length) return [tooLongError(path, length)];
  const unsendable = findUnsendable(value);
  return unsendable ? [fieldError(path, 'invalid', unsendable)] : [];
}

/** Mail programs turn these into links. */
const WEB_ADDRESS = /:\/\/|www\./i;

/** Validates a required name. Names appear in mails to strangers, so a link in one could be used for phishing. */
export function validateName(path: string, name: string): FieldError[] {
  if (name.trim() === '') return [blankFieldError(path)];
  if (hasUnprintable(name)) return [fieldError(path, 'invalid', 'Must not contain control characters.')];
  if (WEB_ADDRESS.test(name)) return [fieldError(path, 'invalid', 'Must not contain a web address.')];
  return validateLabel(path, name, LIMITS.nameLength);
}

const FOREIGN_WORD_LENGTH = 200;

/**
 * Whether PostgreSQL can store a word from a gateway or an engine. A word that it refuses would fail the whole
 * transaction, with everything else in it.
 */
export function isStorable(word: string | undefined): boolean {
  return word === undefined || (word.length <= FOREIGN_WORD_LENGTH && !word.includes('\0') && word.isWellFormed());
}

/**
 * UTC, or a name such as Africa/Nairobi. PostgreSQL reads the sign of an offset the other way round, and takes an
 * abbreviation such as BST or CET for another zone than the console.
 */
export function isTimeZone(name: string): boolean {
  try {
    return /^(utc$|[a-z]+\/)/i.test(name) && Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
