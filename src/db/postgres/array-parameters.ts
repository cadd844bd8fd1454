/**
 * An array parameter of texts. Written by hand if all are digits, as phone numbers mostly are, because the driver would
 * escape each.
 */
export function numbers(texts: readonly string[]): string | readonly string[] {
  return texts.every((text) => DIGITS.test(text)) ? `{${texts.join(',')}}` : texts;
}

const DIGITS = /^[0-9]+$/;

const UUID_OID = 2950;
const UUID_BYTES = 16;
const INTEGER_OID = 23;
const INTEGER_BYTES = 4;
/** Dimensions, nulls or none, type of the elements; then length and lower bound of the only dimension. */
const HEADER_BYTES = 20;
/** The length before each element. */
const LENGTH_BYTES = 4;
/** Where the pairs of digits stand in a UUID's text. */
const PAIRS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const;

/** The value of a hexadecimal digit by its character code. */
const VALUES = new Uint8Array(128);
for (const digit of '0123456789abcdef') VALUES[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/**
 * An array parameter of ids in PostgreSQL's binary format: PostgreSQL takes 4 ms longer to read ten thousand from text.
 * Only for ids that the program has made or read from the database: it does not check that they are lower-case UUIDs.
 */
export function uuidArray(ids: readonly string[]): Buffer {
  const array = startArray(ids.length, UUID_OID, UUID_BYTES);
  let at = HEADER_BYTES;
  for (const id of ids) {
    at = array.writeInt32BE(UUID_BYTES, at);
    for (const place of PAIRS) array[at++] = (valueAt(id, place) << 4) | valueAt(id, place + 1);
  }
  return array;
}

/** An array parameter of integers in PostgreSQL's binary format. */
export function integerArray(values: readonly number[]): Buffer {
  const array = startArray(values.length, INTEGER_OID, INTEGER_BYTES);
  let at = HEADER_BYTES;
  for (const value of values) at = array.writeInt32BE(value, array.writeInt32BE(INTEGER_BYTES, at));
  return array;
}

/** A buffer for so many elements, with the header written. */
function startArray(length: number, elementOid: number, elementBytes: number): Buffer {
  const array = Buffer.allocUnsafe(HEADER_BYTES + length * (LENGTH_BYTES + elementBytes));
  let at = 0;
  for (const word of [1, 0, elementOid, length, 1]) at = array.writeInt32BE(word, at);
  return array;
}

function valueAt(id: string, place: number): number {
  return VALUES[id.charCodeAt(place)] as number;
}
