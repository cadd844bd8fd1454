import type { EveryOrganisationSql } from '../../postgres/transaction.js';

/** What the database holds, and how many messages come and stay. */
export interface GrowthRow {
  readonly database_bytes: number;
  /** Of all messages and their attempts, with indexes. */
  readonly message_bytes: number;
  /** As PostgreSQL estimates them. */
  readonly messages: number;
  /** In the last days, by organisations that keep theirs. */
  readonly kept: number;
  /** How many days that were, 7 at most; null without a message. */
  readonly days: number | null;
}

export async function readGrowth(tx: EveryOrganisationSql): Promise<GrowthRow> {
  const [sizes] = await tx.sql<Pick<GrowthRow, 'database_bytes' | 'message_bytes' | 'messages'>>(SIZES, {
    messages: 'sms_messages',
    attempts: 'sms_attempts',
  });
  const [growth] = await tx.sql<Pick<GrowthRow, 'kept' | 'days'>>(
    `SELECT coalesce(sum(s.messages), 0)::float8 AS kept,
            extract(epoch FROM now() - min(s.quarter))::float8 / 86400 AS days
     FROM sms_statistics s
     WHERE s.quarter >= now() - interval '7 days'
       AND s.organisation_id IN (SELECT organisation_id FROM organisations WHERE message_retention_days IS NULL)`,
  );
  return { ...sizes, ...growth } as GrowthRow;
}

export const SIZES = `
SELECT pg_database_size(current_database())::float8 AS database_bytes,
       (pg_total_relation_size(:messages::regclass) + pg_total_relation_size(:attempts::regclass))::float8 AS message_bytes,
       (SELECT reltuples::float8 FROM pg_class WHERE oid = :messages::regclass) AS messages`;
