import { hasUnprintable } from '../lib/log/unprintable.js';
import { type FieldError, fieldError } from './errors.js';
import { LIMITS } from './limits.js';

/** Why a text cannot be stored and sent as it is, or null. */
export function findUnsendable(text: string): string | null {
  if (text.includes('\0')) return 'The text contains a NUL character.';
  if (!text.isWellFormed()) return 'The text contains half of a surrogate pair, which is not a character.';
  return null;
}

/** Complaints about a name, a reference, or another short text that may be left out. */
export function validateLabel(
  path: string | readonly string[],
  value: string | null | undefined,
  length: number,
): FieldError[] {
  if (value == null) return [];
  if (value.length > length) return [fieldError(path, 'too_long', `At most ${length} characters are allowed.`)];
  const unsendable = findUnsendable(value);
  return unsendable ? [fieldError(path, 'invalid', unsendable)] : [];
}

/** Programs that show mails make links of these. */
const WEB_ADDRESS = /:\/\/|www\./i;

/** Complaints about the name of something, which must have one. Names stand in mails to strangers, as if they were our words. */
export function validateName(path: string, name: string): FieldError[] {
  if (name.trim() === '') return [fieldError(path, 'blank', 'This field may not be blank.')];
  if (hasUnprintable(name)) return [fieldError(path, 'invalid', 'Must not contain control characters.')];
  if (WEB_ADDRESS.test(name)) return [fieldError(path, 'invalid', 'Must not contain a web address.')];
  return validateLabel(path, name, LIMITS.nameLength);
}

const MOST_CHARACTERS = 200;

/**
 * Whether an id or a word that a gateway or an engine gave us can be kept: what PostgreSQL would refuse would stop
 * everything that is written with it.
 */
export function isStorable(word: string | undefined): boolean {
  return word === undefined || (word.length <= MOST_CHARACTERS && !word.includes('\0') && word.isWellFormed());
}
