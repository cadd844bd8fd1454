import { GSM7_BASIC, GSM7_EXTENSION } from '../../../../../src/domain/sms/segments.js';

const GSM7 = new Set(GSM7_BASIC + GSM7_EXTENSION);

export const isGsm7 = (character: string): boolean => GSM7.has(character);

/** What text programs put in place of what was typed. */
const TYPED: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '‹': "'",
  '›': "'",
  '′': "'",
  '″': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u2009': ' ',
  '\u202f': ' ',
};

/** The characters of a text that GSM-7 lacks, each once, in their order. */
export const unicodeCharactersOf = (text: string): string[] => [...new Set(text)].filter((one) => !isGsm7(one));

export const isTypographic = (character: string): boolean => Object.hasOwn(TYPED, character);

export const withTypedCharacters = (text: string): string =>
  Array.from(text, (character) => TYPED[character] ?? character).join('');
