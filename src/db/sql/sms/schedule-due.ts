import type { DuePurpose } from '../../../domain/vocabulary.js';
import { newId } from '../../../lib/ids.js';
import { uuidArray } from '../../array-parameters.js';
import type { OrganisationSql } from '../../transaction.js';

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
export async function scheduleDue(tx: OrganisationSql, rows: readonly DueRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.sql(INSERT_DUE, { ...dueColumns(rows) });
}

/** For `coalesce(:at, now() + make_interval(secs => :inSeconds))`. */
export function momentOf(due: DueRow['due']): { readonly at: Date | null; readonly inSeconds: number | null } {
  return typeof due === 'number' ? { at: null, inSeconds: due } : { at: due, inSeconds: null };
}

/** Inserts the rows of `dueColumns`. */
export const INSERT_DUE = `
INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size, tries)
SELECT :organisationId, id, gateway, purpose, coalesce(at, now() + make_interval(secs => in_seconds)),
       (:dueMessageIds::uuid[])[last - size + 1 : last], size, tries
FROM unnest(:dueIds::uuid[], :dueGateways::text[], :duePurposes::due_purpose[], :dueAts::timestamptz[],
            :dueInSeconds::double precision[], :dueSizes::int[], :dueLasts::int[], :dueTries::int[])
  AS d (id, gateway, purpose, at, in_seconds, size, last, tries)`;

/**
 * One array per column. Arrays of arrays must be rectangular, so the messages of all rows are one array: those of a row
 * are `size` messages, and the last of them stands at the place `last`.
 */
export function dueColumns(rows: readonly DueRow[]) {
  const moments = rows.map((row) => momentOf(row.due));
  let last = 0;
  return {
    dueIds: rows.map(() => newId()),
    dueGateways: rows.map((row) => row.gateway),
    duePurposes: rows.map((row) => row.purpose),
    dueAts: moments.map(({ at }) => at),
    dueInSeconds: moments.map(({ inSeconds }) => inSeconds),
    dueMessageIds: uuidArray(rows.flatMap((row) => row.messageIds)),
    dueSizes: rows.map((row) => row.messageIds.length),
    dueLasts: rows.map((row) => (last += row.messageIds.length)),
    dueTries: rows.map((row) => row.tries ?? 0),
  };
}
