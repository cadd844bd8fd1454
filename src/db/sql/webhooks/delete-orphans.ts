import type { OrganisationSql } from '../../transaction.js';

/** Deletes deliveries to endpoints that are gone, at most `limit`. Returns how many. */
export async function deleteOrphans(tx: OrganisationSql, limit: number): Promise<number> {
  const rows = await tx.sql(
    `WITH RECURSIVE
       -- From endpoint to endpoint along the key, instead of reading every delivery.
       seen AS (
         (SELECT endpoint_id FROM webhook_deliveries WHERE organisation_id = :organisationId ORDER BY endpoint_id LIMIT 1)
         UNION ALL
         SELECT (SELECT d.endpoint_id FROM webhook_deliveries d
                 WHERE d.organisation_id = :organisationId AND d.endpoint_id > s.endpoint_id ORDER BY d.endpoint_id LIMIT 1)
         FROM seen s WHERE s.endpoint_id IS NOT NULL
       ),
       gone AS (
         SELECT endpoint_id FROM seen s
         WHERE NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.organisation_id = :organisationId AND e.id = s.endpoint_id)
       )
     DELETE FROM webhook_deliveries
     WHERE organisation_id = :organisationId AND ctid = ANY (ARRAY(
       -- Along the key for each endpoint: the planner, who does not know the limit, would else read the whole table.
       SELECT d.place FROM gone g CROSS JOIN LATERAL (
         SELECT ctid AS place FROM webhook_deliveries
         WHERE organisation_id = :organisationId AND endpoint_id = g.endpoint_id ORDER BY sequence LIMIT :limit
       ) d LIMIT :limit
     ))
     RETURNING 1`,
    { limit },
  );
  return rows.length;
}
