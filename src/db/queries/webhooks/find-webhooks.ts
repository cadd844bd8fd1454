import { plainArray, type Tx } from '../../transaction.js';
import { WEBHOOK_COLUMNS, type WebhookRow } from './rows.js';

/** Several at once, in any order. */
export function findWebhooks(tx: Tx, organisationId: string, ids: readonly string[]): Promise<WebhookRow[]> {
  return tx.sql<WebhookRow>(
    `SELECT ${WEBHOOK_COLUMNS} FROM webhook_endpoints WHERE organisation_id = :organisationId AND id = ANY (:ids::uuid[])`,
    { organisationId, ids: plainArray(ids) },
  );
}

/** So that neither a worker nor anybody else changes it meanwhile; a lease is no lock, and stays. */
export async function lockWebhook(tx: Tx, organisationId: string, id: string): Promise<WebhookRow | null> {
  const [row] = await tx.sql<WebhookRow>(
    `SELECT ${WEBHOOK_COLUMNS} FROM webhook_endpoints WHERE organisation_id = :organisationId AND id = :id FOR UPDATE`,
    { organisationId, id },
  );
  return row ?? null;
}
