import { type FieldError, fieldError } from '../errors.js';

const LONGEST = 254;
/** Whether an address exists only a mail can tell; this keeps out what no mail could be addressed to. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+\.[^\s@<>()[\]\\,;:"\p{C}]+$/u;

/** As it is stored and compared: people do not remember how they wrote it. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function validateEmail(path: string, email: string): FieldError[] {
  const address = normaliseEmail(email);
  if (address === '') return [fieldError(path, 'blank', 'This field may not be blank.')];
  if (address.length <= LONGEST && address.isWellFormed() && ADDRESS.test(address)) return [];
  return [fieldError(path, 'invalid', 'Must be an e-mail address.')];
}
