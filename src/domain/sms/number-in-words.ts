import { isDeepStrictEqual } from 'node:util';
import { commonDigitsOf, isNationalAt, MAX_DIGITS, parseMobile, spelled, spellingsOf } from './phone-number.js';

/** Stands in the place of a number that was erased. */
const MASK = '[erased]';

export interface NumberFinder {
  /** An expression for PostgreSQL that matches whatever names the number, and some texts that do not. */
  readonly candidates: string;
  /**
   * Whether a recipient or a sender, as it was stored, is this number, a spelling of it that is no valid number, or
   * several numbers run together.
   */
  isMeantBy(party: string): boolean;
  /**
   * Whether a sender, as it was stored, can only be this number. A national spelling may be a number of another
   * country as well, unless it has reached a number of the same one.
   */
  isSender(from: string, ours: string): boolean;
  /** Whether a text, or JSON, names the number in any spelling. */
  isNamedBy(value: unknown): boolean;
  /** A copy of a text, or of JSON, without the number where it stands alone; the same value if it does so nowhere. */
  mask<Value>(value: Value): Value;
}

/** Finds a number, given as digits, in what callers have written. */
export function findNumber(digits: string): NumberFinder {
  const candidates = commonDigitsOf(digits);
  const common = new RegExp(candidates);
  const named = new RegExp(spellingsOf(digits));
  // With the signs before it. Beside a letter or a digit it may be a part of something else.
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])[+(]{0,2}${spelled(digits)}(?![\\p{L}\\p{N}])`, 'gu');
  const international = new RegExp(`^(?:\\+|00|011)?${digits}$`);
  const whole = new RegExp(`^${spelled(digits)}$`);
  const maskText = (text: string) => text.replaceAll(alone, MASK);
  const isNamedBy = (value: unknown): boolean => {
    if (!isObject(value)) return named.test(String(value));
    return Object.entries(value).some(([name, held]) => named.test(name) || isNamedBy(held));
  };
  const isMeantBy = (party: string): boolean => {
    if (party === digits) return true;
    const mobile = parseMobile(party);
    if (mobile.ok || mobile.reason !== 'malformed') return false;
    return isNamedBy(party) || (party.length > MAX_DIGITS && common.test(party));
  };
  return {
    candidates,
    isMeantBy,
    isSender: (from, ours) =>
      isMeantBy(from) && (international.test(from) || (whole.test(from) && isNationalAt(ours, digits))),
    isNamedBy,
    mask(value) {
      if (!isNamedBy(value)) return value;
      const copy = maskJson(value, maskText) as typeof value;
      return isDeepStrictEqual(copy, value) ? value : copy;
    },
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function maskJson(value: unknown, maskText: (text: string) => string): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value === 'number') return maskText(String(value)) === MASK ? MASK : value;
  if (Array.isArray(value)) return value.map((item) => maskJson(item, maskText));
  return isObject(value) ? maskFields(value, maskText) : value;
}

function maskFields(object: object, maskText: (text: string) => string): object {
  const fields = Object.entries(object).map(([name, value]) => ({ name, masked: maskText(name), value }));
  const taken = new Set(fields.flatMap(({ name, masked }) => (name === masked ? name : [])));
  // Many spellings of the number may be names in one object. The next free place of each name is kept: to look for it
  // from the first one on would stop the process for seconds.
  const places = new Map<string, number>();
  const free = (masked: string): string => {
    const place = (places.get(masked) ?? 0) + 1;
    places.set(masked, place);
    const name = place === 1 ? masked : `${masked} ${place}`;
    return taken.has(name) ? free(masked) : name;
  };
  return Object.fromEntries(
    fields.map(({ name, masked, value }) => [name === masked ? name : free(masked), maskJson(value, maskText)]),
  );
}
