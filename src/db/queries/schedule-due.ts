import type { DuePurpose } from '../../domain/vocabulary.js';
import { newId } from '../../lib/ids.js';
import type { Tx } from '../transaction.js';
import { uuidArray } from '../uuid-array.js';

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
     SELECT $1, id, gateway, purpose, coalesce(at, now() + make_interval(secs => in_seconds)),
            ($7::uuid[])[last - size + 1:last], size, tries
     FROM unnest($2::uuid[], $3::text[], $4::due_purpose[], $5::timestamptz[], $6::double precision[], $8::int[],
                 $9::int[], $10::int[])
       AS d (id, gateway, purpose, at, in_seconds, size, last, tries)`,
    [organisationId, ...dueColumns(rows)],
  );
}

/** For `coalesce(at, now() + make_interval(secs => in_seconds))`. */
export function momentOf(due: DueRow['due']): [at: Date | null, inSeconds: number | null] {
  return typeof due === 'number' ? [null, due] : [due, null];
}

/**
 * One array per column. Arrays of arrays must be rectangular, so the messages of all rows are one array: those of a row are `size`
 * messages, and the last of them stands at the place `last`.
 */
export function dueColumns(rows: readonly DueRow[]): unknown[] {
  let last = 0;
  return [
    rows.map(() => newId()),
    rows.map((row) => row.gateway),
    rows.map((row) => row.purpose),
    rows.map((row) => momentOf(row.due)[0]),
    rows.map((row) => momentOf(row.due)[1]),
    uuidArray(rows.flatMap((row) => row.messageIds)),
    rows.map((row) => row.messageIds.length),
    rows.map((row) => (last += row.messageIds.length)),
    rows.map((row) => row.tries ?? 0),
  ];
}
