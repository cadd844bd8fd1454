import type { Tx } from '../../transaction.js';

export async function startLog(tx: Tx, organisationId: string): Promise<void> {
  await tx.sql('INSERT INTO event_logs (organisation_id) VALUES (:organisationId)', { organisationId });
}
