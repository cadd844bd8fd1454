import type { EveryOrganisationSql } from '../../transaction.js';

/**
 * Messages whose hand-over nobody has settled in all this time: whoever made it is dead, and nobody knows what the engine
 * did. For a transaction across organisations.
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
