import type { Alphabet } from './alphabets.js';

/** A part of a long text. A character may be cut between two, so octets are joined, and then decoded. */
export interface PartOfText {
  /** Tells the long texts of a phone apart, until it uses the same again. */
  readonly reference: number;
  readonly total: number;
  /** From 1 on. */
  readonly number: number;
  readonly alphabet: Alphabet;
  readonly octets: Buffer;
}

const MOST_PARTS = 255;
const HIGHEST_REFERENCE = 0xffff;
/** A phone sends 140. */
const LONGEST_PART = 1_000;

/**
 * What an inbound SMS says of its part. A part whose numbers make no sense never finds the others, so it is a text of
 * its own, which is not whole; the only part of a text is whole.
 */
export function partFields(part: PartOfText): { readonly part?: PartOfText; readonly incomplete?: true } {
  const { reference, total, number, octets } = part;
  const isSound =
    isWithin(reference, 0, HIGHEST_REFERENCE) && isWithin(total, 1, MOST_PARTS) && isWithin(number, 1, total);
  if (!isSound || octets.length > LONGEST_PART) return { incomplete: true };
  return total === 1 ? {} : { part };
}

const isWithin = (value: number, lowest: number, highest: number) =>
  Number.isInteger(value) && value >= lowest && value <= highest;
