/** A number in JSON that a double cannot hold. As a plain number it would be another one, and nothing would tell. */
export class InexactNumber {
  constructor(readonly source: string) {}
}

/**
 * A double holds every number of at most 15 digits and two digits of exponent, and most JSON has no others. Searching for
 * them takes a tenth of the time of JSON.parse; asking for the source of each value takes several times as long.
 */
const LONG_NUMBER = /[:,[]\s*-?[\d.]{16}/;
const LARGE_EXPONENT = /\d[eE][+-]?\d{3}/;

export function mayHoldInexactNumbers(json: string): boolean {
  return LONG_NUMBER.test(json) || LARGE_EXPONENT.test(json);
}

/** As JSON.parse, with an InexactNumber in the place of each number that is one. */
export function parseMarkingInexact(json: string): unknown {
  // TypeScript does not know the third parameter yet.
  return JSON.parse(json, mark as (key: string, value: unknown) => unknown);
}

function mark(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source && !isHeldByDouble(source) ? new InexactNumber(source) : value;
}

/** Whether some value below is an InexactNumber. */
export function holdsInexactNumber(value: unknown): boolean {
  if (value instanceof InexactNumber) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsInexactNumber);
}

/** More digits than any double needs to be told from its neighbours, fewer than toPrecision refuses. */
const MOST_DIGITS = 100;

/**
 * Whether the double nearest to this number is this number, in as many digits as are given. So `0.10000000000000001`, which
 * some languages write for the double 0.1, is held, and 9007199254740993 is not.
 */
export function isHeldByDouble(source: string): boolean {
  const given = decimalOf(source);
  if (given.digits === '') return true;
  const value = Number(source);
  if (!Number.isFinite(value) || value === 0 || given.digits.length > MOST_DIGITS) return false;
  // The shortest form can differ from the rounded one in the last digit, where a double lies half-way between two.
  return [String(value), value.toPrecision(given.digits.length)].some((text) => {
    const { digits, exponent } = decimalOf(text);
    return digits === given.digits && exponent === given.exponent;
  });
}

/** The digits without zeros at either end, and the power of ten of the last one. */
function decimalOf(text: string): { readonly digits: string; readonly exponent: number } {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  return { digits, exponent: Number(power) - fraction.length + all.length - digits.length };
}
