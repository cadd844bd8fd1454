import type { Slice } from '../../../domain/paging.js';
import type { OrganisationSql } from '../../transaction.js';
import { Conditions, sliceOf } from '../conditions.js';
import { WEBHOOK_COLUMNS, type WebhookRow } from './rows.js';

/** Oldest first. */
export function listWebhookRows(tx: OrganisationSql, slice: Slice): Promise<WebhookRow[]> {
  const where = new Conditions();
  where.add('organisation_id = :organisationId');
  const page = sliceOf(where, ['id'], false, slice);
  return tx.sql<WebhookRow>(
    `SELECT ${WEBHOOK_COLUMNS} FROM webhook_endpoints WHERE ${where.text} ${page.text}`,
    page.values,
  );
}

export async function countWebhooks(tx: OrganisationSql): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    'SELECT count(*)::int AS count FROM webhook_endpoints WHERE organisation_id = :organisationId',
  );
  return row?.count ?? 0;
}
