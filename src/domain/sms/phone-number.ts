import metadata from 'libphonenumber-js/max/metadata';

/** `malformed` becomes the delivery code InvalidPhoneNumber, `unsupported_type` becomes UnsupportedNumberType. */
type MobileRefusal = {
  readonly ok: false;
  readonly reason: 'malformed' | 'unsupported_type';
  readonly message: string;
};
export type ParsedMobile = { readonly ok: true; readonly digits: string } | MobileRefusal;

/** One country's numbers, as expressions over the whole number, calling code included: matching needs no slicing. */
interface NumberingPlan {
  /** ISO 3166; null for numbers without a country, such as satellite phones. */
  country: string | null;
  mobile: RegExp;
  otherUse: RegExp;
}

type NumberUse = 'mobile' | 'other' | 'none';

/** 0 if the country has no numbers of the type; an empty pattern if mobiles share the pattern of landlines. */
type TypeCell = readonly [pattern: string, ...rest: unknown[]] | 0;

// Longer than any written number. Bounds the work on input that is mostly separators.
export const MAX_INPUT_CHARS = 64;
const MIN_DIGITS = 8;
export const MAX_DIGITS = 15;
const ZERO = 48;
const NINE = 57;
const SEPARATORS = /[ -]/g;

// Columns of a country in the library's packed metadata, version 4; of its types the first are landline and mobile.
const GENERAL_PATTERN = 2;
const TYPES = 11;
const MATCHES_NOTHING = /(?!)/;

// Shared constants: a call with ten thousand bad rows allocates nothing, and no message contains a number.
const NOT_A_NUMBER = refusal('malformed', 'This is not a phone number: give 8 to 15 digits, country code first.');
const GROUP_ID = refusal('malformed', 'This is a group id, not a phone number.');
const IMPOSSIBLE = refusal(
  'malformed',
  'No such number exists in its country: give the country code, then the number without its leading 0.',
);
const NOT_MOBILE = refusal('unsupported_type', 'This number is a landline or special number that cannot receive SMS.');

const plansByFirstThreeDigits = new Array<readonly NumberingPlan[] | undefined>(1000);

/**
 * Reads a number in international format; an optional leading `+`, spaces and dashes are removed.
 *
 * Own matching of libphonenumber-js's metadata, compiled once per calling code: 0.5 µs a number, where the library
 * takes 6.1 µs and would double the CPU time of a bulk call. Its class Metadata does not export the patterns. A test
 * compares both verdicts.
 */
export function parseMobile(input: string): ParsedMobile {
  const digits = isInternational(input) ? input : withoutSeparators(input);
  if (digits === null) return input.includes('@') ? GROUP_ID : NOT_A_NUMBER;
  switch (classify(digits)) {
    case 'mobile':
      return { ok: true, digits };
    case 'other':
      return NOT_MOBILE;
    case 'none':
      return IMPOSSIBLE;
  }
}

/** Characters kept of a number that is none, so that the caller recognises it in the listing. */
const MALFORMED_LENGTH = 32;

/** The form in which a malformed number is stored: its digits, or what the caller gave if it has none; never empty. */
export function malformedMobile(given: string): string {
  const digits = given.replace(/[^0-9]/g, '');
  const shown = digits || given.replaceAll('\0', '').trim() || 'unknown';
  return shown.slice(0, MALFORMED_LENGTH).toWellFormed();
}

/** Fewer digits are found in too many other numbers, and eight of them in dates. */
const FEWEST_NATIONAL_DIGITS = 9;
/** Up to three signs. In the text of JSON some of them are escapes with a letter, such as that of a line break. */
const SEPARATOR = '(?:\\\\[bfnrt"\\\\]|[^0-9a-zA-Z]){0,3}';
const NO_DATE = '(?![0-9]{4}-[0-9]{2}-[0-9]{2})';

const spaced = (digits: string) => [...digits].join(SEPARATOR);

/**
 * Finds a number in a text in all of its spellings: with separators, and with the prefixes of calls, with and without
 * country code. JavaScript and PostgreSQL understand the expression alike.
 */
export function spellingsOf(digits: string): string {
  return `(?<![0-9])${spelled(digits)}(?![0-9])`;
}

/** The spellings of a number without what may stand around them. */
export function spelled(digits: string): string {
  const national = nationalOf(digits);
  if (national === null) return `(?:00|011)?${NO_DATE}${spaced(digits)}`;
  const country = digits.slice(0, -national.length);
  return `(?:(?:00|011)?${spaced(country)}${SEPARATOR})?[08]?${SEPARATOR}${NO_DATE}${spaced(national)}`;
}

/**
 * Finds the digits that all spellings of a number have, also within longer numbers. PostgreSQL takes 2 µs to look for
 * them in a message, and 28 µs for `spellingsOf`, because look-around cannot be compiled.
 */
export function commonDigitsOf(digits: string): string {
  return spaced(nationalOf(digits) ?? digits);
}

/** The number without its country code; null if that is too short to be told from other numbers. */
function nationalOf(digits: string): string | null {
  const national = digits.slice(callingCodeOf(digits.slice(0, 3))?.length ?? 0);
  return national.length >= FEWEST_NATIONAL_DIGITS ? national : null;
}

/** The form in which a number is stored. */
export function searchedMobile(given: string | null | undefined): string | null | undefined {
  if (given == null) return given;
  const mobile = parseMobile(given);
  return mobile.ok ? mobile.digits : malformedMobile(given);
}

/**
 * Whether a number that `parseMobile` has accepted may belong to one of these countries. Some countries share their
 * numbers.
 */
export function isNumberOf(digits: string, countries: ReadonlySet<string>): boolean {
  return plansFor(digits).some(
    ({ country, mobile }) => country !== null && countries.has(country) && mobile.test(digits),
  );
}

/** The most likely country; null for none. */
export function countryOf(digits: string): string | null {
  return plansFor(digits).find((plan) => plan.mobile.test(digits))?.country ?? null;
}

/**
 * Whether a national spelling of a number means that number alone to this mobile number of ours. Numbers of countries
 * that share a calling code differ without it as well.
 */
export function isNationalAt(ours: string, digits: string): boolean {
  return countryOf(ours) !== null && callingCodeOf(ours.slice(0, 3)) === callingCodeOf(digits.slice(0, 3));
}

export function isCountry(code: string): boolean {
  return Object.hasOwn(metadata.countries, code);
}

function withoutSeparators(input: string): string | null {
  if (input.length > MAX_INPUT_CHARS) return null;
  const compact = input.replace(SEPARATORS, '');
  const digits = compact.startsWith('+') ? compact.slice(1) : compact;
  return isInternational(digits) ? digits : null;
}

// Compares character codes, because regular expressions made parsing an accepted number 1.5 times as slow.
function isInternational(text: string): boolean {
  if (text.length < MIN_DIGITS || text.length > MAX_DIGITS || text.charCodeAt(0) === ZERO) return false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < ZERO || code > NINE) return false;
  }
  return true;
}

function classify(digits: string): NumberUse {
  for (const plan of plansFor(digits)) {
    if (plan.mobile.test(digits)) return 'mobile';
    if (plan.otherUse.test(digits)) return 'other';
  }
  return 'none';
}

function plansFor(digits: string): readonly NumberingPlan[] {
  const firstThree = digits.charCodeAt(0) * 100 + digits.charCodeAt(1) * 10 + digits.charCodeAt(2) - ZERO * 111;
  return plansByFirstThreeDigits[firstThree] ?? loadPlans(digits.slice(0, 3));
}

function loadPlans(firstThree: string): readonly NumberingPlan[] {
  const code = callingCodeOf(firstThree);
  const plans = code === null ? [] : compilePlans(code);
  const prefix = code ?? firstThree;
  const share = 10 ** (firstThree.length - prefix.length);
  plansByFirstThreeDigits.fill(plans, Number(prefix) * share, (Number(prefix) + 1) * share);
  return plans;
}

function callingCodeOf(firstThree: string): string | null {
  for (const length of [1, 2, 3]) {
    const code = firstThree.slice(0, length);
    if (Object.hasOwn(metadata.country_calling_codes, code) || Object.hasOwn(metadata.nonGeographic, code)) return code;
  }
  return null;
}

function compilePlans(code: string): NumberingPlan[] {
  const countries = metadata.country_calling_codes[code];
  if (!countries) return [compilePlan(code, null, metadata.nonGeographic[code] ?? [])];
  return countries.map((country) => compilePlan(code, country, metadata.countries[country] ?? []));
}

function compilePlan(code: string, country: string | null, row: readonly unknown[]): NumberingPlan {
  const types = row[TYPES] as readonly TypeCell[];
  const anyOf = (cells: readonly TypeCell[]) => {
    const patterns = cells.map(patternOf).filter((pattern) => pattern !== '');
    if (patterns.length === 0) return MATCHES_NOTHING;
    return new RegExp(`^${code}(?=(?:${row[GENERAL_PATTERN]})$)(?:${patterns.join('|')})$`);
  };
  const [fixedLine = 0, mobile = 0, ...others] = types;
  return {
    country,
    mobile: anyOf([patternOf(mobile) === '' ? fixedLine : mobile]),
    otherUse: anyOf([fixedLine, ...others]),
  };
}

function patternOf(cell: TypeCell): string {
  return cell === 0 ? '' : cell[0];
}

function refusal(reason: MobileRefusal['reason'], message: string): MobileRefusal {
  return Object.freeze({ ok: false, reason, message });
}
