import type { OrganisationTx } from '../../src/db/postgres/transaction.js';

const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** Random numbers that a seed repeats (mulberry32). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** From 0 to below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** A whole number, both ends included. */
  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.whole(0, items.length - 1)] as Item;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A UUIDv7 of that time, as the program makes them: lists and retention go by the time in an id. */
  idAt(time: Date): string {
    const hex = (digits: number) =>
      Math.floor(this.next() * 16 ** digits)
        .toString(16)
        .padStart(digits, '0');
    const digits = `${time.getTime().toString(16).padStart(12, '0')}7${hex(3)}a${hex(7)}${hex(8)}`;
    return digits.replace(UUID_PARTS, '$1-$2-$3-$4-$5');
  }
}

/**
 * Functions for the set-based statements, which live as long as the connection. `dice` depends on its arguments alone:
 * unlike `random()`, it returns the same numbers under every plan of PostgreSQL.
 */
export async function createDice(tx: OrganisationTx): Promise<void> {
  for (const statement of [DICE, ID_AT, MOBILE]) await tx.sql(statement);
}

const DICE = `
CREATE OR REPLACE FUNCTION pg_temp.dice(seed bigint, n bigint, purpose integer) RETURNS double precision
LANGUAGE sql IMMUTABLE AS
$$ SELECT (hashint8extended(n * 64 + purpose, seed) & 9007199254740991)::double precision / 9007199254740992 $$`;

/** The place keeps ids of the same millisecond in order. */
const ID_AT = `
CREATE OR REPLACE FUNCTION pg_temp.id_at(at timestamptz, place bigint, salt text) RETURNS uuid LANGUAGE sql IMMUTABLE AS
$$ SELECT (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint + place / 4096), 12, '0') || '7'
           || lpad(to_hex(place & 4095), 3, '0') || 'a' || substr(md5(salt || ' ' || place), 1, 15))::uuid $$`;

/**
 * 48,271 has no divisor in common with 100,000,000, so every contact has a number of its own. Four of five are at home.
 */
const MOBILE = `
CREATE OR REPLACE FUNCTION pg_temp.mobile(seed bigint, contact bigint, prefixes text[]) RETURNS text
LANGUAGE sql IMMUTABLE AS
$$ SELECT prefixes[CASE WHEN pg_temp.dice(seed, contact, 1) < 0.8 THEN 1
                        ELSE 1 + floor(pg_temp.dice(seed, contact, 2) * cardinality(prefixes))::integer END]
          || lpad(((contact * 48271 + 10007) % 100000000)::text, 8, '0') $$`;
