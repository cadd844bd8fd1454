import { hash } from 'node:crypto';
import type { InboundSms } from '../../../domain/sms/inbound.js';
import { newId } from '../../../lib/ids.js';
import { isPartOfText } from '../smsc-codes.js';
import { ESM_CLASS, TAG } from './fields.js';
import type { SmppOptions } from './options.js';
import { type Delivery, withoutHeader } from './receipts.js';
import { decodeText } from './text-coding.js';

/** The data is for a program on the phone. */
const PORTS = 0x05;

/**
 * An inbound SMS; null for receipts and for data of programs. Parts of a long text are messages of their own, each
 * incomplete.
 */
export function toInbound(
  delivery: Delivery,
  { defaultAlphabet }: Pick<SmppOptions, 'defaultAlphabet'>,
  keyOf: Keys['keyOf'],
): InboundSms | null {
  const { from, to, esmClass, dataCoding, octets, parameters } = delivery;
  if ((esmClass & ESM_CLASS.messageType) !== 0) return null;
  const elements = esmClass & ESM_CLASS.udhIndicator ? elementsOf(octets) : [];
  if (elements.includes(PORTS)) return null;
  const text = decodeText(withoutHeader(delivery), dataCoding, defaultAlphabet);
  const isPart = elements.some(isPartOfText) || parameters.has(TAG.sarSegmentNumber);
  return { key: keyOf(delivery), from, to, text, ...(isPart && { incomplete: true }) };
}

/** The identifiers of the elements of a user data header. */
function elementsOf(octets: Buffer): number[] {
  const header = octets.subarray(1, 1 + (octets[0] ?? 0));
  const elements: number[] = [];
  for (let at = 0; at + 1 < header.length; at += 2 + (header[at + 1] as number)) elements.push(header[at] as number);
  return elements;
}

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

const fingerprintOf = ({ from, to, dataCoding, octets }: Delivery) =>
  hash('sha256', `${from} ${to} ${dataCoding} ${octets.toString('base64')}`);
