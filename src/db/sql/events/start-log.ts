import type { OrganisationSql } from '../../transaction.js';

export async function startLog(tx: OrganisationSql): Promise<void> {
  await tx.sql('INSERT INTO event_logs (organisation_id) VALUES (:organisationId)');
}
