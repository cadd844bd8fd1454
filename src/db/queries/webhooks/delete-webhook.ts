import type { Tx } from '../../transaction.js';

/** With everything that was delivered to it. The caller holds a lock on it, so that nobody writes down any more. */
export async function deleteWebhookRow(tx: Tx, organisationId: string, id: string): Promise<void> {
  await tx.sql('DELETE FROM webhook_deliveries WHERE organisation_id = $1 AND endpoint_id = $2', [organisationId, id]);
  await tx.sql('DELETE FROM webhook_endpoints WHERE organisation_id = $1 AND id = $2', [organisationId, id]);
}
