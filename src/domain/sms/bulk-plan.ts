import { SMS_ENCODINGS, type SmsEncoding } from '../vocabulary.js';
import { findDeliveryCode } from './delivery-codes.js';
import type { GatewayPace } from './gateway.js';
import type { Duplicate, Recipient } from './recipients.js';

/** A recipient after all checks; `blocked` if its number is suppressed. */
export interface PlannedRecipient extends Omit<Recipient, 'status'> {
  readonly status: Recipient['status'] | 'blocked';
}

/** What the checks of numbers need of a recipient, and change. */
export type PlannedNumber = Pick<PlannedRecipient, 'mobile' | 'status' | 'deliveryCode'>;

/** What a bulk call would store, or stores. */
export interface BulkPlan {
  /** Of all messages whose recipient has no text of its own; null if each has one. */
  readonly text: string | null;
  /** The call asks for smart encoding. */
  readonly isSmart: boolean;
  /** One row each in the listing, in the order of the call. */
  readonly recipients: readonly PlannedRecipient[];
  readonly duplicates: readonly Duplicate[];
  /** The messages that will be sent, in the order of the call, by their first gateways. */
  readonly byGateway: ReadonlyMap<string, readonly PlannedRecipient[]>;
}

/** Blocks the numbers that are suppressed, each with the code of its suppression. */
export function blockSuppressed<Row extends PlannedNumber>(
  rows: readonly Row[],
  suppressed: ReadonlyMap<string, number>,
): readonly Row[] {
  if (suppressed.size === 0) return rows;
  return rows.map((row) => {
    const deliveryCode = row.status === 'queued' ? suppressed.get(row.mobile) : undefined;
    return deliveryCode === undefined ? row : { ...row, status: 'blocked', deliveryCode };
  });
}

export interface PlanCounts {
  readonly total: number;
  readonly accepted: number;
  readonly invalid: number;
  readonly suppressed: number;
  readonly duplicates: number;
  /** Of the accepted messages. */
  readonly segments: number;
}

export function countsOf({ recipients, duplicates }: BulkPlan): PlanCounts {
  const count = (status: PlannedRecipient['status']) => recipients.filter((one) => one.status === status).length;
  return {
    total: recipients.length,
    accepted: count('queued'),
    invalid: count('failed'),
    suppressed: count('blocked'),
    duplicates: duplicates.length,
    segments: segmentsOf(recipients.filter(isAccepted)),
  };
}

const isAccepted = ({ status }: PlannedRecipient) => status === 'queued';

export function segmentsOf(recipients: readonly PlannedRecipient[]): number {
  return recipients.reduce((sum, { segments }) => sum + segments, 0);
}

export interface EncodingShare {
  readonly encoding: SmsEncoding;
  readonly messages: number;
  readonly segments: number;
}

/** Of the accepted messages; encodings that none has are left out. */
export function encodingsOf({ recipients }: BulkPlan): EncodingShare[] {
  const accepted = Map.groupBy(recipients.filter(isAccepted), ({ encoding }) => encoding);
  return SMS_ENCODINGS.flatMap((encoding) => {
    const of = accepted.get(encoding);
    return of ? [{ encoding, messages: of.length, segments: segmentsOf(of) }] : [];
  });
}

export interface Replacement {
  readonly character: string;
  /** Empty if the character is left out. */
  readonly replacement: string;
  /** The number of messages that had the character. */
  readonly messages: number;
}

export interface SmartEncodingEffect {
  /** The number of messages whose text has changed. */
  readonly messages: number;
  /** Of all accepted messages, if their texts had stayed as they were. */
  readonly segmentsBefore: number;
  /** The most frequent first. */
  readonly replacements: readonly Replacement[];
}

/** Of the accepted messages; null if the call goes without smart encoding. */
export function smartEncodingOf({ isSmart, recipients }: BulkPlan): SmartEncodingEffect | null {
  if (!isSmart) return null;
  let messages = 0;
  let segmentsBefore = 0;
  const replacements = new Map<string, { character: string; replacement: string; messages: number }>();
  for (const { replaced, segments } of recipients.filter(isAccepted)) {
    segmentsBefore += replaced?.segmentsBefore ?? segments;
    if (!replaced) continue;
    messages += 1;
    for (const [character, replacement] of replaced.characters) {
      const counted = replacements.get(character);
      if (counted) counted.messages += 1;
      else replacements.set(character, { character, replacement, messages: 1 });
    }
  }
  return {
    messages,
    segmentsBefore,
    replacements: [...replacements.values()].sort((a, b) => b.messages - a.messages),
  };
}

const SAMPLE_KINDS = ['first', 'shortest', 'longest'] as const;
export type SampleKind = (typeof SAMPLE_KINDS)[number];

export interface Sample extends Pick<Recipient, 'segments' | 'encoding'> {
  readonly kind: SampleKind;
  readonly position: number;
  readonly text: string;
}

/** One sample of each kind, also if one message is several of them; none if no message is accepted. */
export function samplesOf({ text, recipients }: BulkPlan): Sample[] {
  const accepted = recipients.filter(isAccepted);
  const [first] = accepted;
  if (!first) return [];
  const textOf = ({ body }: PlannedRecipient) => body ?? text ?? '';
  let [shortest, longest] = [first, first];
  for (const recipient of accepted) {
    const { length } = textOf(recipient);
    if (length < textOf(shortest).length) shortest = recipient;
    if (length > textOf(longest).length) longest = recipient;
  }
  const chosen = { first, shortest, longest };
  return SAMPLE_KINDS.map((kind) => {
    const { place: position, segments, encoding } = chosen[kind];
    return { kind, position, text: textOf(chosen[kind]), segments, encoding };
  });
}

/** A recipient that gets no message. */
export interface Problem {
  readonly position: number;
  readonly mobile: string;
  /** The status that the listing will show; null for a repetition, which is not listed. */
  readonly status: 'failed' | 'blocked' | null;
  readonly deliveryCode: number | null;
  readonly message: string;
}

/** In the order of the call. */
export function problemsOf({ recipients, duplicates }: BulkPlan): Problem[] {
  const leftOut = recipients.flatMap(({ place: position, mobile, status, deliveryCode }): Problem[] => {
    if (status === 'queued') return [];
    const code = deliveryCode === null ? undefined : findDeliveryCode(deliveryCode);
    return [{ position, mobile, status, deliveryCode, message: `${code?.meaning ?? 'The message fails'}.` }];
  });
  const repeated = duplicates.map(({ place: position, mobile, firstPlace }): Problem => {
    const message = `The number repeats that of position ${firstPlace}, which gets the message.`;
    return { position, mobile, status: null, deliveryCode: null, message };
  });
  return [...leftOut, ...repeated].sort((a, b) => a.position - b.position);
}

/** How many of the messages, from the first, a credit pays for. */
export function messagesPaid(recipients: readonly PlannedRecipient[], credit: number, pricePerSegment: number): number {
  // Prices are decimal fractions: 0.3 / 0.1 is a little less than 3.
  let segmentsLeft = Math.floor(credit / pricePerSegment + 1e-9);
  const unpaid = recipients.findIndex(({ segments }) => {
    segmentsLeft -= segments;
    return segmentsLeft < 0;
  });
  return unpaid < 0 ? recipients.length : unpaid;
}

/**
 * How long the messages take at the configured pace of their gateways; null if one of these has none, or nothing is
 * sent.
 */
export function secondsAtPace(
  { byGateway }: BulkPlan,
  paceOf: (gateway: string) => GatewayPace | undefined,
): number | null {
  const seconds = [...byGateway].map(([gateway, messages]) => {
    const pace = paceOf(gateway);
    const units = pace?.rateUnit === 'segments' ? segmentsOf(messages) : messages.length;
    return pace?.ratePerSecond ? units / pace.ratePerSecond : null;
  });
  if (seconds.length === 0 || seconds.includes(null)) return null;
  return Math.max(...(seconds as number[]));
}
