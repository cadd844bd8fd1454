import type { EveryOrganisationSql } from '../../transaction.js';

/** How many messages wait for each gateway, in whatever organisation. For a transaction across organisations. */
export function countDue(tx: EveryOrganisationSql) {
  return tx.sql<{ gateway: string; messages: number }>(
    'SELECT gateway, sum(size)::int AS messages FROM sms_due GROUP BY gateway ORDER BY gateway',
  );
}
