import {
  GSM7_PART_SEPTETS,
  GSM7_SINGLE_SEPTETS,
  splitsPair,
  UCS2_PART_UNITS,
  UCS2_SINGLE_UNITS,
} from '../../../domain/sms/segments.js';
import { parameter, TAG } from './fields.js';
import { EMPTY } from './pdu.js';
import { codingOf, DATA_CODING, type DefaultAlphabet, septetsOf } from './text-coding.js';

/** How to send a text that is too long for one message. */
export type LongMessages = 'udh' | 'sar' | 'payload';

/** The part of a text in one submit_sm. */
export interface Part {
  readonly dataCoding: number;
  /** The user data starts with a header (UDH). */
  readonly hasHeader: boolean;
  readonly shortMessage: Buffer;
  readonly parameters: Buffer;
}

const UDH_CONCATENATED = [0x05, 0x00, 0x03];

/** The phone joins the parts by `reference`, of which a UDH has only the lowest octet. */
export function toParts(text: string, reference: number, form: LongMessages, alphabet: DefaultAlphabet): Part[] {
  const { dataCoding, encode } = codingOf(text, alphabet);
  const texts = dataCoding === DATA_CODING.ucs2 ? splitUcs2(text) : splitGsm7(text);
  const plain = { dataCoding, hasHeader: false, shortMessage: EMPTY, parameters: EMPTY };
  if (texts.length === 1) return [{ ...plain, shortMessage: encode(text) }];
  if (form === 'payload') return [{ ...plain, parameters: parameter(TAG.messagePayload, encode(text)) }];
  return texts.map((share, index) => {
    const octets = encode(share);
    if (form === 'sar') return { ...plain, shortMessage: octets, parameters: sar(reference, texts.length, index + 1) };
    const header = Buffer.from([...UDH_CONCATENATED, reference & 0xff, texts.length, index + 1]);
    return { ...plain, hasHeader: true, shortMessage: Buffer.concat([header, octets]) };
  });
}

function sar(reference: number, total: number, number: number): Buffer {
  return Buffer.concat([
    parameter(TAG.sarMessageReference, Buffer.from([(reference >> 8) & 0xff, reference & 0xff])),
    parameter(TAG.sarTotalSegments, Buffer.from([total])),
    parameter(TAG.sarSegmentNumber, Buffer.from([number])),
  ]);
}

/** Never splits an escape from its character: the phone would show two wrong ones. */
function splitGsm7(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let used = 0;
  let total = 0;
  for (let i = 0; i < text.length; i++) {
    const septets = septetsOf(text.charCodeAt(i));
    total += septets;
    used += septets;
    if (used > GSM7_PART_SEPTETS) {
      parts.push(text.slice(start, i));
      start = i;
      used = septets;
    }
  }
  return total <= GSM7_SINGLE_SEPTETS ? [text] : [...parts, text.slice(start)];
}

/** Never splits a surrogate pair. */
function splitUcs2(text: string): string[] {
  if (text.length <= UCS2_SINGLE_UNITS) return [text];
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + UCS2_PART_UNITS, text.length);
    if (end < text.length && splitsPair(text, end)) end--;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}
