import { blankFieldError, type FieldError, fieldError, tooLongError } from '../errors.js';
import { findUnsendable } from '../text.js';

const EMAIL_CHARACTERS_MAX = 254;
/** Rejects what cannot be an address. Only a mail can show that an address exists. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+\.[^\s@<>()[\]\\,;:"\p{C}]+$/u;

/** Addresses are stored and compared in lower case, since people do not remember how they wrote them. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function validateEmail(path: string, email: string): FieldError[] {
  const address = normaliseEmail(email);
  if (address === '') return [blankFieldError(path)];
  if (address.length <= EMAIL_CHARACTERS_MAX && address.isWellFormed() && ADDRESS.test(address)) return [];
  return [fieldError(path, 'invalid', 'Must be an e-mail address.')];
}

const PASSWORD_CHARACTERS_MIN = 10;
/** Bounds the time that hashing takes. */
const PASSWORD_CHARACTERS_MAX = 200;

/**
 * Requires length, which makes passwords hard to guess, and no classes of characters, which make them hard to remember.
 */
export function validatePassword(path: string, password: string): FieldError[] {
  if ([...password].length < PASSWORD_CHARACTERS_MIN) {
    return [fieldError(path, 'invalid', `Must have at least ${PASSWORD_CHARACTERS_MIN} characters.`)];
  }
  if (password.length > PASSWORD_CHARACTERS_MAX) return [tooLongError(path, PASSWORD_CHARACTERS_MAX)];
  const unsendable = findUnsendable(password);
  if (unsendable) return [fieldError(path, 'invalid', unsendable)];
  if (new Set(password).size < 3) return [fieldError(path, 'invalid', 'Must not be one character over and over.')];
  return [];
}
