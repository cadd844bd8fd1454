import { hash } from 'node:crypto';
import { newId } from '../../../../lib/ids.js';
import { bounded, type StoredInboundSms, type StoredPart } from '../inbound-sms.js';
import { decodeText } from './alphabets.js';

/** For how long a text waits for its parts, and its parts are known after that: as long as Kannel does by default. */
export const PARTS_WAIT_SECONDS = 1_800;

/** What waits in the inbox under one reference of a phone. */
export interface LongText {
  readonly parts: readonly StoredPart[];
  /** The keys of the parts of the text that was joined last: gateways repeat some of them. */
  readonly joined: readonly string[];
}

export const NO_PARTS: LongText = { parts: [], joined: [] };

/** What the inbox keeps: a message, a part that no worker has seen, or the parts that wait. */
export type InboundEntry = StoredInboundSms | StoredPart | LongText;

/** An entry as a message, as far as its text is there; null if no parts wait. */
export function messageOf(entry: InboundEntry): StoredInboundSms | null {
  if ('parts' in entry) return entry.parts.length > 0 ? joinParts(entry.parts) : null;
  return 'part' in entry ? joinParts([entry]) : entry;
}

/** The id of the row in which the parts of a text meet, whichever worker has them. */
export function longTextId(gateway: string, { from, to, part: { reference, total } }: StoredPart): string {
  const digest = hash('sha256', JSON.stringify([gateway, from, to, reference, total]));
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** The text with a part more, and the messages that are ready now. */
export function addPart(
  text: LongText,
  added: StoredPart,
): { readonly text: LongText; readonly ready: readonly StoredInboundSms[] } {
  const { parts, joined } = text;
  if (joined.includes(added.key) || parts.some(({ key }) => key === added.key)) return { text, ready: [] };
  const same = parts.find(({ part }) => part.number === added.part.number);
  if (same?.part.octets === added.part.octets) return { text, ready: [] };
  // The phone has used the reference again, so the other parts of the text before are lost.
  if (same) return { text: { parts: [added], joined }, ready: [joinParts(parts)] };
  const all = [...parts, added];
  if (all.length < added.part.total) return { text: { parts: all, joined }, ready: [] };
  return { text: { parts: [], joined: all.map(({ key }) => key) }, ready: [joinParts(all)] };
}

/** One message of all parts that there are, at least one. */
function joinParts(parts: readonly StoredPart[]): StoredInboundSms {
  const inOrder = parts.toSorted((a, b) => a.part.number - b.part.number);
  const { part: _, ...first } = inOrder[0] as StoredPart;
  const isWhole = parts.length === inOrder[0]?.part.total;
  return {
    ...first,
    // A text of the same words may come under the same reference some day.
    key: newId(),
    receivedAt:
      parts
        .map(({ receivedAt }) => receivedAt)
        .toSorted()
        .at(-1) ?? first.receivedAt,
    ...bounded(textOf(inOrder), !isWhole),
  };
}

/** Null if a part is no text. */
function textOf(parts: readonly StoredPart[]): string | null {
  let text = '';
  for (const stretch of stretchesOf(parts)) {
    const octets = Buffer.concat(stretch.map(({ part }) => Buffer.from(part.octets, 'base64')));
    const decoded = decodeText(octets, (stretch[0] as StoredPart).part.alphabet);
    if (decoded === null) return null;
    text += decoded;
  }
  return text;
}

/** Parts that follow each other in one alphabet: characters may be cut between these. */
function stretchesOf(parts: readonly StoredPart[]): StoredPart[][] {
  const stretches: StoredPart[][] = [];
  for (const one of parts) {
    const before = stretches.at(-1)?.at(-1)?.part;
    const goesOn = before?.alphabet === one.part.alphabet && before.number === one.part.number - 1;
    if (goesOn) stretches.at(-1)?.push(one);
    else stretches.push([one]);
  }
  return stretches;
}
