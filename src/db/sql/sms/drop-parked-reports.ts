import type { Sql } from '../../transaction.js';

export interface Dropped {
  readonly gateway: string;
  readonly reports: number;
}

/** Of each gateway, of the reports that were looked at in vain: those that have waited longest, beyond so many. */
export function dropParkedReports(tx: Sql, atMost: number): Promise<Dropped[]> {
  return tx.sql<Dropped>(
    `WITH counted AS (
       SELECT id, sum(size) OVER (PARTITION BY gateway ORDER BY received_at DESC, id) AS with_younger
       FROM sms_reports WHERE tries > 0
     ),
     spare AS (
       SELECT id FROM sms_reports WHERE id IN (SELECT id FROM counted WHERE with_younger > :atMost) FOR UPDATE SKIP LOCKED
     ),
     dropped AS (
       DELETE FROM sms_reports r USING spare s WHERE r.id = s.id RETURNING r.gateway, r.size
     )
     SELECT gateway, sum(size)::integer AS reports FROM dropped GROUP BY gateway`,
    { atMost },
  );
}
