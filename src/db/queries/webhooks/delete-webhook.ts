import type { Tx } from '../../transaction.js';

/** With everything that was delivered to it. */
export async function deleteWebhookRow(tx: Tx, organisationId: string, id: string): Promise<void> {
  await tx.sql('DELETE FROM webhook_endpoints WHERE organisation_id = $1 AND id = $2', [organisationId, id]);
}
