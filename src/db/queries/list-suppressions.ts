import type { Slice } from '../../domain/paging.js';
import type { SuppressionSource } from '../../domain/vocabulary.js';
import type { OrganisationSql } from '../transaction.js';
import { Conditions, sliceOf } from './conditions.js';

export interface SuppressionRow {
  readonly id: string;
  readonly mobile: string;
  /** Empty: for every sender. */
  readonly sender_id: string;
  readonly delivery_code: number;
  readonly source: SuppressionSource;
  readonly reason: string | null;
  /** Only for test messages. */
  readonly test: boolean;
  readonly created_at: string;
}

export interface SuppressionConditions {
  readonly mobile?: string | null | undefined;
  readonly source?: SuppressionSource | null | undefined;
}

export const SUPPRESSION_COLUMNS = 'id, mobile, sender_id, delivery_code, source, reason, test, created_at';

/** Newest first. */
export function listSuppressionRows(
  tx: OrganisationSql,
  conditions: SuppressionConditions,
  slice: Slice,
): Promise<SuppressionRow[]> {
  const where = whereOf(conditions);
  const page = sliceOf(where, ['id'], true, slice);
  return tx.sql<SuppressionRow>(
    `SELECT ${SUPPRESSION_COLUMNS} FROM suppressions WHERE ${where.text} ${page.text}`,
    page.values,
  );
}

export async function countSuppressions(tx: OrganisationSql, conditions: SuppressionConditions) {
  const where = whereOf(conditions);
  const [row] = await tx.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM suppressions WHERE ${where.text}`,
    where.values,
  );
  return row?.count ?? 0;
}

function whereOf(conditions: SuppressionConditions): Conditions {
  const where = new Conditions();
  where.add('organisation_id = :organisationId');
  if (conditions.mobile != null) where.add('mobile = :mobile', { mobile: conditions.mobile });
  if (conditions.source != null) where.add('source = :source', { source: conditions.source });
  return where;
}
