import type { EveryOrganisationSql } from '../../transaction.js';

/**
 * Puts messages in doubt that no process has settled within the lease: the process that handed them over has died, and the
 * engine may have sent them.
 */
export async function doubtUnanswered(tx: EveryOrganisationSql, leaseSeconds: number): Promise<number> {
  const rows = await tx.sql(
    `UPDATE chat_messages SET phase = 'in_doubt', error = 'provider_timeout', updated_at = now()
     WHERE phase = 'submitting' AND created_at < now() - make_interval(secs => :leaseSeconds)
     RETURNING id`,
    { leaseSeconds },
  );
  return rows.length;
}
