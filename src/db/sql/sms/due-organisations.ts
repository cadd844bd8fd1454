import type { DuePurpose } from '../../../domain/vocabulary.js';
import type { RowOf } from '../../tables.js';
import type { EveryOrganisationSql } from '../../transaction.js';

/**
 * Which organisations have something due at a gateway. Jumps from organisation to organisation along the index, so a
 * hundred thousand due rows of one cost no more than one row.
 */
export async function listDueOrganisations(
  tx: EveryOrganisationSql,
  purpose: DuePurpose,
  gateway: string,
): Promise<string[]> {
  const rows = await tx.sql<RowOf<'sms_due', 'organisation_id'>>(
    `WITH RECURSIVE organisations_with_rows AS (
       (SELECT organisation_id FROM sms_due WHERE purpose = :purpose AND gateway = :gateway ORDER BY organisation_id LIMIT 1)
       UNION ALL
       SELECT (SELECT d.organisation_id FROM sms_due d
               WHERE d.purpose = :purpose AND d.gateway = :gateway AND d.organisation_id > o.organisation_id
               ORDER BY d.organisation_id LIMIT 1)
       FROM organisations_with_rows o WHERE o.organisation_id IS NOT NULL
     )
     SELECT organisation_id FROM organisations_with_rows o
     WHERE EXISTS (SELECT 1 FROM sms_due d WHERE d.purpose = :purpose AND d.gateway = :gateway
                   AND d.organisation_id = o.organisation_id AND d.due_at <= now())`,
    { purpose, gateway },
  );
  return rows.map((row) => row.organisation_id);
}
