import type { Slice } from '../../../domain/paging.js';
import type { SenderStatus } from '../../../domain/vocabulary.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../transaction.js';
import { Conditions, sliceOf } from '../conditions.js';
import { SENDER_ID_COLUMNS, type SenderIdRow } from './sender-ids.js';

export interface SenderIdConditions {
  readonly status?: SenderStatus | null | undefined;
}

/** Newest first. */
export function listSenderIdRows(tx: OrganisationSql, conditions: SenderIdConditions, slice: Slice) {
  const where = whereOf(conditions);
  const page = sliceOf(where, ['id'], true, slice);
  return tx.sql<SenderIdRow>(
    `SELECT ${SENDER_ID_COLUMNS} FROM sender_ids WHERE ${where.text} ${page.text}`,
    page.values,
  );
}

export async function countSenderIds(tx: OrganisationSql, conditions: SenderIdConditions): Promise<number> {
  const where = whereOf(conditions);
  const [row] = await tx.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM sender_ids WHERE ${where.text}`,
    where.values,
  );
  return row?.count ?? 0;
}

export interface OwnedSenderIdRow extends SenderIdRow {
  readonly organisation_id: string;
  readonly organisation_name: string;
}

/** Of one organisation or of all of them; the oldest first, so that who has waited longest is seen first. */
export function listSenderIdsOfAll(
  tx: EveryOrganisationSql,
  { organisationId, status }: SenderIdConditions & { readonly organisationId: string | null },
  limit: number,
): Promise<OwnedSenderIdRow[]> {
  return tx.sql<OwnedSenderIdRow>(
    `SELECT s.organisation_id, o.name AS organisation_name, ${SENDER_ID_COLUMNS.replaceAll(/\w+/g, 's.$&')}
     FROM sender_ids s JOIN organisations o USING (organisation_id)
     WHERE (:organisationId::uuid IS NULL OR s.organisation_id = :organisationId) AND (:status::sender_status IS NULL OR s.status = :status)
     ORDER BY s.id LIMIT :limit`,
    { organisationId, status: status ?? null, limit },
  );
}

function whereOf({ status }: SenderIdConditions): Conditions {
  const where = new Conditions();
  where.add('organisation_id = :organisationId');
  if (status != null) where.add('status = :status', { status });
  return where;
}
