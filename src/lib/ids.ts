import { randomFillSync } from 'node:crypto';

/**
 * UUIDv7 with a counter behind the millisecond, so ids of one process sort in the order of their making, which keeps
 * inserts at the end of every index. Own code because a bulk call needs ten thousand at once: 0.3 µs each instead of
 * the 5 µs of the usual package, which would block everybody else for 50 ms.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    counter = 0;
  } else if (++counter > MAX_COUNTER) {
    // Ids run ahead of the clock for a moment rather than out of order.
    lastMs += 1;
    counter = 0;
  }
  if (nextRandom + RANDOM_BYTES > random.length) {
    randomFillSync(random);
    nextRandom = 0;
  }
  const r = nextRandom;
  nextRandom += RANDOM_BYTES;
  const time = lastMs.toString(16).padStart(12, '0');
  const variant = HEX[0x80 | (byte(r) & 0x3f)];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${HEX[counter >> 8]?.[1]}${HEX[counter & 0xff]}-${variant}${hex(r + 1)}-${hex(r + 2)}${hex(r + 3)}${hex(r + 4)}${hex(r + 5)}${hex(r + 6)}${hex(r + 7)}`;
}

const MAX_COUNTER = 0xfff;
const RANDOM_BYTES = 8;
const HEX = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'));
const random = Buffer.alloc(RANDOM_BYTES * 512);
let nextRandom = random.length;
let lastMs = 0;
let counter = 0;

const byte = (index: number) => random[index] ?? 0;
const hex = (index: number) => HEX[byte(index)];

/** Below every id that is made at this time or later: version 7 begins with the milliseconds. */
export function lowestIdAt(timeMs: number): string {
  const hex = Math.max(0, timeMs).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
