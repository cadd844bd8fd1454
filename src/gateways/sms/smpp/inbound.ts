import { hash } from 'node:crypto';
import type { InboundSms } from '../../../domain/sms/inbound/inbound-sms.js';
import { decodeText } from '../../../domain/sms/inbound/long-texts/alphabets.js';
import { type PartOfText, partFields } from '../../../domain/sms/inbound/long-texts/parts.js';
import { newId } from '../../../lib/ids.js';
import { CONCATENATED, CONCATENATED_WIDE } from '../smsc-codes.js';
import { ESM_CLASS, TAG } from './fields.js';
import type { SmppOptions } from './options.js';
import { EMPTY } from './pdu.js';
import { type Delivery, withoutHeader } from './receipts.js';
import { alphabetOf } from './text-coding.js';

/** The data is for a program on the phone. */
const PORTS = 0x05;

/** An inbound SMS, or a part of one; null for receipts and for data of programs. */
export function toInbound(
  delivery: Delivery,
  { defaultAlphabet }: Pick<SmppOptions, 'defaultAlphabet'>,
  keyOf: Keys['keyOf'],
): InboundSms | null {
  const { from, to, esmClass, dataCoding } = delivery;
  if ((esmClass & ESM_CLASS.messageType) !== 0) return null;
  const elements = esmClass & ESM_CLASS.udhIndicator ? elementsOf(delivery.octets) : new Map<number, Buffer>();
  if (elements.has(PORTS)) return null;
  const octets = withoutHeader(delivery);
  const alphabet = alphabetOf(dataCoding, defaultAlphabet);
  const numbers = partInHeader(elements) ?? partInParameters(delivery.parameters);
  const fields = numbers ? partFields({ ...numbers, alphabet, octets }) : {};
  const key = fields.part ? fingerprintOf(delivery) : keyOf(delivery);
  return { key, from, to, text: decodeText(octets, alphabet), ...fields };
}

/** The elements of a user data header by their identifiers. Of a repeated one the last counts. */
function elementsOf(octets: Buffer): ReadonlyMap<number, Buffer> {
  const header = octets.subarray(1, 1 + (octets[0] ?? 0));
  const elements = new Map<number, Buffer>();
  for (let at = 0; at + 1 < header.length; ) {
    const end = at + 2 + (header[at + 1] as number);
    elements.set(header[at] as number, header.subarray(at + 2, end));
    at = end;
  }
  return elements;
}

type PartNumbers = Pick<PartOfText, 'reference' | 'total' | 'number'>;

/** Numbers that the header is too short for are none. */
function partInHeader(elements: ReadonlyMap<number, Buffer>): PartNumbers | null {
  const narrow = elements.get(CONCATENATED);
  const wide = elements.get(CONCATENATED_WIDE);
  if (wide) return { reference: numberIn(wide.subarray(0, 2)), total: wide[2] ?? 0, number: wide[3] ?? 0 };
  return narrow ? { reference: narrow[0] ?? 0, total: narrow[1] ?? 0, number: narrow[2] ?? 0 } : null;
}

/** The parameters whose names begin with "sar": segmentation and reassembly. */
function partInParameters(parameters: Delivery['parameters']): PartNumbers | null {
  const numberOf = (tag: number) => numberIn(parameters.get(tag) ?? EMPTY);
  if (!parameters.has(TAG.sarSegmentNumber)) return null;
  return {
    reference: numberOf(TAG.sarMessageReference),
    total: numberOf(TAG.sarTotalSegments),
    number: numberOf(TAG.sarSegmentNumber),
  };
}

const numberIn = (octets: Buffer) => octets.reduce((number, octet) => number * 256 + octet, 0);

/** After this time an equal message is another: people write "OK" more than once. */
const REPEATED_WITHIN_MS = 600_000;
const MOST_UNANSWERED = 1_000;

export interface Keys {
  keyOf(delivery: Delivery): string;
  /** The centre has not got the answer to this message, or one that it was not kept, and sends it again. */
  unanswered(delivery: Delivery, key: string): void;
}

/**
 * SMPP has no ids of such messages. A message that is equal to one whose answer provably did not get out has the same
 * key; all others have keys of their own. Only the next one has it: who says STOP, START and STOP again means it.
 * Equal parts of long texts are repetitions anyway, since the next text of a phone has another reference.
 */
export function createKeys(now: () => number = () => performance.now()): Keys {
  const unanswered = new Map<string, { readonly key: string; readonly atMs: number }>();
  return {
    keyOf(delivery) {
      const fingerprint = fingerprintOf(delivery);
      const known = unanswered.get(fingerprint);
      unanswered.delete(fingerprint);
      return known && now() - known.atMs < REPEATED_WITHIN_MS ? known.key : newId();
    },
    unanswered(delivery, key) {
      unanswered.set(fingerprintOf(delivery), { key, atMs: now() });
      const [oldest] = unanswered.keys();
      if (unanswered.size > MOST_UNANSWERED && oldest !== undefined) unanswered.delete(oldest);
    },
  };
}

function fingerprintOf({ from, to, dataCoding, octets, parameters }: Delivery): string {
  const part = PART_PARAMETERS.map((tag) => parameters.get(tag)?.toString('hex'));
  return hash('sha256', `${from} ${to} ${dataCoding} ${part} ${octets.toString('base64')}`);
}

const PART_PARAMETERS = [TAG.sarMessageReference, TAG.sarTotalSegments, TAG.sarSegmentNumber];
