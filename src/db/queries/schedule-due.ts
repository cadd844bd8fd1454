import type { DuePurpose } from '../../domain/vocabulary.js';
import { newId } from '../../lib/ids.js';
import { plainArray, type Tx } from '../transaction.js';

export interface DueRow {
  readonly gateway: string;
  readonly purpose: DuePurpose;
  /** A moment, or seconds from now on the clock of the database, which is the same for all processes. */
  readonly due: Date | number;
  readonly messageIds: readonly string[];
  /** How often this set of messages has already been put off; drives back-off. */
  readonly tries?: number;
}

/** Puts messages on the agenda. */
export async function scheduleDue(tx: Tx, organisationId: string, rows: readonly DueRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.sql(
    `INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size, tries)
     SELECT $1, id, gateway, purpose, coalesce(at, now() + make_interval(secs => in_seconds)), message_ids::uuid[],
            size, tries
     FROM unnest($2::uuid[], $3::text[], $4::due_purpose[], $5::timestamptz[], $6::double precision[], $7::text[],
                 $8::int[], $9::int[])
       AS d (id, gateway, purpose, at, in_seconds, message_ids, size, tries)`,
    [organisationId, ...dueColumns(rows)],
  );
}

/** For `coalesce(at, now() + make_interval(secs => in_seconds))`. */
export function momentOf(due: DueRow['due']): [at: Date | null, inSeconds: number | null] {
  return typeof due === 'number' ? [null, due] : [due, null];
}

/** One array per column; each set of ids as an array literal, since arrays of arrays must be rectangular. */
export function dueColumns(rows: readonly DueRow[]): unknown[] {
  return [
    rows.map(() => newId()),
    rows.map((row) => row.gateway),
    rows.map((row) => row.purpose),
    rows.map((row) => momentOf(row.due)[0]),
    rows.map((row) => momentOf(row.due)[1]),
    rows.map((row) => plainArray(row.messageIds)),
    rows.map((row) => row.messageIds.length),
    rows.map((row) => row.tries ?? 0),
  ];
}
