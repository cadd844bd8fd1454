import { randomFillSync } from 'node:crypto';

/**
 * UUIDv7 with a counter behind the millisecond, so ids of one process sort in the order of their making, which keeps
 * inserts at the end of every index. Own code because a bulk call needs ten thousand at once: 0.3 µs each instead of
 * the 5 µs of the usual package, which would block everybody else for 50 ms. Written digit by digit into one buffer: strings
 * that are put together from parts took five times as long to make, and as long again to send.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastMs) {
    writeTime(now);
  } else if (++counter > MAX_COUNTER) {
    // Ids run ahead of the clock for a moment rather than out of order.
    writeTime(lastMs + 1);
  }
  if (nextRandom + RANDOM_BYTES > random.length) {
    randomFillSync(random);
    nextRandom = 0;
  }
  digits[COUNTER_AT] = HEX[counter >> 8] as number;
  writeByte(COUNTER_AT + 1, counter);
  writeByte(RANDOM_AT[0], 0x80 | (randomByte() & 0x3f));
  for (let index = 1; index < RANDOM_BYTES; index += 1) writeByte(RANDOM_AT[index] as number, randomByte());
  return digits.toString('latin1');
}

const MAX_COUNTER = 0xfff;
const RANDOM_BYTES = 8;
const digits = Buffer.from('00000000-0000-7000-8000-000000000000', 'latin1');
const COUNTER_AT = 15;
const RANDOM_AT = [19, 21, 24, 26, 28, 30, 32, 34] as const;
const HEX = Buffer.from('0123456789abcdef', 'latin1');
const random = Buffer.alloc(RANDOM_BYTES * 512);
let nextRandom = random.length;
let lastMs = 0;
let counter = 0;

const randomByte = () => random[nextRandom++] as number;

function writeByte(place: number, byte: number): void {
  digits[place] = HEX[(byte >> 4) & 0xf] as number;
  digits[place + 1] = HEX[byte & 0xf] as number;
}

function writeTime(ms: number): void {
  lastMs = ms;
  counter = 0;
  const time = ms.toString(16).padStart(12, '0');
  digits.write(`${time.slice(0, 8)}-${time.slice(8)}`, 'latin1');
}

/** Below every id that is made at this time or later: version 7 begins with the milliseconds. */
export function lowestIdAt(timeMs: number): string {
  const hex = Math.max(0, timeMs).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
