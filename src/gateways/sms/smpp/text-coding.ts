import {
  type Alphabet,
  encodeUcs2,
  GSM7_ESCAPE,
  GSM7_EXTENSION_CODES,
} from '../../../domain/sms/inbound/long-texts/alphabets.js';
import { GSM7_BASIC, GSM7_EXTENSION } from '../../../domain/sms/segments.js';

/** What data_coding 0 means to the SMSC. */
export type DefaultAlphabet = 'gsm7' | 'latin1';

export const DATA_CODING = { defaultAlphabet: 0, ia5: 1, latin1: 3, ucs2: 8 } as const;

export type TextCoding =
  | { readonly dataCoding: 0; readonly encode: (text: string) => Buffer }
  | { readonly dataCoding: 8; readonly encode: (text: string) => Buffer };

/** Code by UTF-16 unit, with an escape in the higher octet where needed; -1: not in the alphabet. */
const GSM7_CODES = codeTable();

/** The cheapest coding that keeps every character. */
export function codingOf(text: string, alphabet: DefaultAlphabet): TextCoding {
  if (!isGsm7(text)) return { dataCoding: DATA_CODING.ucs2, encode: encodeUcs2 };
  if (alphabet === 'gsm7') return { dataCoding: DATA_CODING.defaultAlphabet, encode: encodeGsm7 };
  // GSM-7 has Greek letters and the euro sign, Latin-1 does not.
  if (!isLatin1(text)) return { dataCoding: DATA_CODING.ucs2, encode: encodeUcs2 };
  return { dataCoding: DATA_CODING.defaultAlphabet, encode: (part) => Buffer.from(part, 'latin1') };
}

/** 2 for a character with an escape, otherwise 1. For characters of GSM-7 only. */
export function septetsOf(unit: number): number {
  return (GSM7_CODES[unit] as number) > 0xff ? 2 : 1;
}

/** One octet a septet: the SMSC packs them. */
function encodeGsm7(text: string): Buffer {
  const octets = Buffer.allocUnsafe(text.length * 2);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = GSM7_CODES[text.charCodeAt(i)] as number;
    if (code > 0xff) octets[length++] = GSM7_ESCAPE;
    octets[length++] = code & 0xff;
  }
  return octets.subarray(0, length);
}

/** The alphabet of a message from a phone. */
export function alphabetOf(dataCoding: number, defaultAlphabet: DefaultAlphabet): Alphabet {
  switch (withoutClass(dataCoding)) {
    case DATA_CODING.defaultAlphabet:
      return defaultAlphabet;
    case DATA_CODING.ia5:
    case DATA_CODING.latin1:
      return 'latin1';
    case DATA_CODING.ucs2:
      return 'ucs2';
    default:
      return 'binary';
  }
}

/** GSM 03.38, which SMPP refers to: 1111 is followed by a bit that is 0 for the default alphabet, and by a class. */
const withoutClass = (dataCoding: number) => ((dataCoding & 0xf4) === 0xf0 ? DATA_CODING.defaultAlphabet : dataCoding);

function isGsm7(text: string): boolean {
  for (let i = 0; i < text.length; i++) if ((GSM7_CODES[text.charCodeAt(i)] as number) < 0) return false;
  return true;
}

function isLatin1(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0xff) return false;
  return true;
}

function codeTable(): Int16Array {
  const table = new Int16Array(0x10000).fill(-1);
  for (const [index, character] of [...GSM7_BASIC].entries()) {
    table[character.charCodeAt(0)] = index < GSM7_ESCAPE ? index : index + 1;
  }
  for (const [index, character] of [...GSM7_EXTENSION].entries()) {
    table[character.charCodeAt(0)] = (GSM7_ESCAPE << 8) | (GSM7_EXTENSION_CODES[index] as number);
  }
  return table;
}
