import { type FieldError, fieldError } from '../errors.js';
import { findUnsendable } from '../text.js';

const SHORTEST = 10;
/** Hashing takes longer for longer ones. */
const LONGEST = 200;

/** Length is what makes passwords hard to guess; rules on characters make them hard to remember. */
export function validatePassword(path: string, password: string): FieldError[] {
  if ([...password].length < SHORTEST) {
    return [fieldError(path, 'invalid', `Must have at least ${SHORTEST} characters.`)];
  }
  if (password.length > LONGEST) return [fieldError(path, 'too_long', `At most ${LONGEST} characters are allowed.`)];
  const unsendable = findUnsendable(password);
  if (unsendable) return [fieldError(path, 'invalid', unsendable)];
  if (new Set(password).size < 3) return [fieldError(path, 'invalid', 'Must not be one character over and over.')];
  return [];
}
