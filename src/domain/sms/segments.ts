import { LIMITS } from '../limits.js';
import type { SmsEncoding } from '../vocabulary.js';

export interface TextMeasure {
  encoding: SmsEncoding;
  segments: number;
  /** Septets in GSM-7, UTF-16 units in UCS-2. */
  units: number;
}

// Each part of a longer text needs 6 of its 140 octets for the header by which the phone joins the parts.
export const GSM7_SINGLE_SEPTETS = 160;
export const GSM7_PART_SEPTETS = 153;
export const UCS2_SINGLE_UNITS = 70;
export const UCS2_PART_UNITS = 67;

/** In UTF-16 units: GSM-7 fits the most characters into a segment. */
export const LONGEST_TEXT = LIMITS.segmentsPerMessage * GSM7_PART_SEPTETS;

// GSM 03.38: the basic alphabet without the escape character, and the extension table.
export const GSM7_BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
export const GSM7_EXTENSION = '\f^{}\\[~]|€';

/** Septets by UTF-16 unit; 0 means that GSM-7 lacks the character. */
const SEPTETS = septetTable();

/** Returns the encoding of a text, its length in that encoding, and its number of segments. */
export function measureText(text: string): TextMeasure {
  return measureGsm7(text) ?? measureUcs2(text);
}

function measureGsm7(text: string): TextMeasure | null {
  let units = 0;
  let parts = 1;
  let usedInPart = 0;
  for (let i = 0; i < text.length; i++) {
    const septets = SEPTETS[text.charCodeAt(i)] as number;
    if (septets === 0) return null;
    units += septets;
    usedInPart += septets;
    // An escape and its character must stay in one part; split over two, the phone would show two wrong characters.
    if (usedInPart > GSM7_PART_SEPTETS) {
      parts++;
      usedInPart = septets;
    }
  }
  return { encoding: 'gsm7', segments: units <= GSM7_SINGLE_SEPTETS ? 1 : parts, units };
}

function measureUcs2(text: string): TextMeasure {
  const units = text.length;
  if (units <= UCS2_SINGLE_UNITS) return { encoding: 'ucs2', segments: 1, units };
  let segments = 1;
  for (let end = UCS2_PART_UNITS; end < units; end += UCS2_PART_UNITS) {
    segments++;
    if (splitsPair(text, end)) end--;
  }
  return { encoding: 'ucs2', segments, units };
}

/** Whether a cut before `index` would fall between the two halves of one character. */
export function splitsPair(text: string, index: number): boolean {
  return (text.codePointAt(index - 1) as number) > 0xffff;
}

function septetTable(): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (const character of GSM7_BASIC) table[character.charCodeAt(0)] = 1;
  for (const character of GSM7_EXTENSION) table[character.charCodeAt(0)] = 2;
  return table;
}
