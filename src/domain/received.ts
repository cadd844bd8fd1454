import { hash } from 'node:crypto';

/** What people send, in the form in which PostgreSQL can store it. */

const LONGEST_KEY = 200;
/** More than a phone can send by SMS: 255 parts of 67 characters are 17,085. */
const LONGEST_TEXT = 20_000;

/** Without NUL and halves of surrogate pairs, which PostgreSQL refuses. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');

/** At most so many characters; the cut may be within one. */
export const cut = (text: string, longest: number): string => text.slice(0, longest).toWellFormed();

export function storableText(received: string): { readonly text: string; readonly isCut: boolean } {
  const text = storable(received);
  return text.length > LONGEST_TEXT ? { text: cut(text, LONGEST_TEXT), isCut: true } : { text, isCut: false };
}

/** The id that a gateway or an engine gave a message. */
export function storableKey(key: string): string {
  return key.length <= LONGEST_KEY && storable(key) === key ? key : hash('sha256', key);
}

/** PostgreSQL refuses zones of 16 hours and more, long fractions, and years that are not written with four digits. */
export function storableTime(written: string | number): string | null {
  const time = new Date(written);
  const text = Number.isNaN(time.getTime()) ? '' : time.toISOString();
  return /^(?!0000)\d{4}-/.test(text) ? text : null;
}
