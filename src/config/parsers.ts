import { z } from 'zod';

/** Parsers for environment variables. Each message completes the sentence "NAME must be …". */

export function wholeNumber(min: number, max: number) {
  const message = `a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

const RATIO = 'a number from 0 to 1';
export const ratio = z
  .string()
  .regex(/^(?:0|1|0?\.\d{1,9}|[01]\.0+)$/, RATIO)
  .transform(Number);

export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, `one of ${words.join(', ')}`);
}

export const yesOrNo = z
  .enum(['true', 'false', '1', '0', 'yes', 'no'], 'true or false')
  .transform((word) => word === 'true' || word === '1' || word === 'yes');

/** The number of proxies in front of the server; true: any number. */
export const proxies = z
  .string()
  .regex(/^(true|false|yes|no|\d{1,2})$/, 'true, false or the number of proxies in front')
  .transform((text): boolean | number => (/\d/.test(text) ? Number(text) : text === 'true' || text === 'yes'));

export function url(protocols: readonly string[], example: string) {
  return z.string().refine((text) => {
    const parsed = URL.parse(text);
    return parsed !== null && protocols.includes(parsed.protocol) && parsed.hostname !== '';
  }, `a URL such as ${example}`);
}

export function secret(minCharacters: number) {
  return z.string().min(minCharacters, `at least ${minCharacters} characters long`);
}

export const word = z.string().regex(/^\S+$/, 'one word without spaces');

const ADDRESS = String.raw`[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+`;
const NAME = String.raw`"[^"\\\p{C}]+"|[^\s@<>()[\]\\,;:"\p{C}]+(?: [^\s@<>()[\]\\,;:"\p{C}]+)*`;
const MAILBOX = new RegExp(`^(?:${ADDRESS}|(?:${NAME}) <${ADDRESS}>)$`, 'u');

export const mailbox = z.string().regex(MAILBOX, 'an address such as Postrider <postrider@example.org>');

export const path = z.string();

export const text = z.string();

/** A segment of a URL that no route has yet. */
export function freeSegment(taken: readonly string[]) {
  return z
    .string()
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'lower-case letters and digits, with dashes between them, such as my-chat')
    .refine((segment) => !taken.includes(segment), `other than the segments that exist: ${taken.join(', ')}`);
}

export const commaSeparated = z
  .string()
  .transform((text): readonly string[] => text.split(',').map((item) => item.trim()))
  .refine((items) => items.every((item) => item !== ''), 'names separated by commas');

/** In the notation of browsers, because origins are compared as texts. */
export const origins = commaSeparated.refine(
  (items) => items.every((item) => /^https?:[^*]+$/.test(item) && URL.parse(item)?.origin === item),
  'origins separated by commas, each exactly as browsers send it, such as https://app.example.org',
);
