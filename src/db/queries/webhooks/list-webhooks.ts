import type { Slice } from '../../../domain/paging.js';
import type { Tx } from '../../transaction.js';
import { Conditions, sliceOf } from '../conditions.js';
import { WEBHOOK_COLUMNS, type WebhookRow } from './rows.js';

/** Oldest first. */
export function listWebhookRows(tx: Tx, organisationId: string, slice: Slice): Promise<WebhookRow[]> {
  const where = new Conditions();
  where.add('organisation_id = :organisationId', { organisationId });
  const page = sliceOf(where, ['id'], false, slice);
  return tx.sql<WebhookRow>(
    `SELECT ${WEBHOOK_COLUMNS} FROM webhook_endpoints WHERE ${where.text} ${page.text}`,
    page.values,
  );
}

export async function countWebhooks(tx: Tx, organisationId: string): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    'SELECT count(*)::int AS count FROM webhook_endpoints WHERE organisation_id = :organisationId',
    { organisationId },
  );
  return row?.count ?? 0;
}
