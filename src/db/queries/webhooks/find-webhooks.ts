import { type OrganisationSql, plainArray } from '../../transaction.js';
import { WEBHOOK_COLUMNS, type WebhookRow } from './rows.js';

/** Several at once, in any order. */
export function findWebhooks(tx: OrganisationSql, ids: readonly string[]): Promise<WebhookRow[]> {
  return tx.sql<WebhookRow>(
    `SELECT ${WEBHOOK_COLUMNS} FROM webhook_endpoints WHERE organisation_id = :organisationId AND id = ANY (:ids::uuid[])`,
    { ids: plainArray(ids) },
  );
}

/** So that neither a worker nor anybody else changes it meanwhile; a lease is no lock, and stays. */
export async function lockWebhook(tx: OrganisationSql, id: string): Promise<WebhookRow | null> {
  const [row] = await tx.sql<WebhookRow>(
    `SELECT ${WEBHOOK_COLUMNS} FROM webhook_endpoints WHERE organisation_id = :organisationId AND id = :id FOR UPDATE`,
    { id },
  );
  return row ?? null;
}
