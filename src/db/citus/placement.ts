import type { Sql } from '../postgres/transaction.js';

/** Tables that grow with the traffic of organisations. Citus keeps all rows of an organisation on one node. */
export const DISTRIBUTED_TABLES = [
  'campaigns',
  'campaign_progress',
  'campaign_timeline',
  'campaign_numbers',
  'sms_messages',
  'sms_troubles',
  'sms_retries',
  'sms_bounds',
  'sms_deferred',
  'sms_statistics',
  'sms_delivery_times',
  'sms_attempts',
  'sms_attempt_parts',
  'sms_due',
  'suppressions',
  'erased_suppressions',
  'sender_ids',
  'inbound_messages',
  'consent_changes',
  'conversations',
  'gateway_accounts',
  'gateway_alerts',
  'chat_sessions',
  'chat_session_changes',
  'chat_groups',
  'deleted_chat_sessions',
  'chat_messages',
  'chat_receipts',
  'event_logs',
  'events',
  'webhook_endpoints',
  'webhook_deliveries',
  'audit_entries',
  'idempotency_keys',
] as const;

/** Belong to no organisation, and workers read them when they claim messages: every node has a copy. */
export const REFERENCE_TABLES = ['gateway_opt_outs', 'retired_keys'] as const;

/**
 * In SQL, the shard of `pg_dist_placement` that has the rows of an organisation: of the first table, since all are
 * placed alike.
 */
export const shardOf = (organisationId: string) =>
  `get_shard_id_for_distribution_column('${DISTRIBUTED_TABLES[0]}', ${organisationId})`;

/** Whether Citus has spread the tables over nodes. Works without Citus, and before the tables exist. */
export const IS_DISTRIBUTED = `EXISTS (
  SELECT 1 FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid
  WHERE d.refclassid = 'pg_extension'::regclass AND e.extname = 'citus'
    AND d.classid = 'pg_class'::regclass AND d.objid = to_regclass('public.${DISTRIBUTED_TABLES[0]}'))`;

export async function isDistributed(tx: Sql): Promise<boolean> {
  const [row] = await tx.sql<{ found: boolean }>(`SELECT ${IS_DISTRIBUTED} AS found`);
  return row?.found === true;
}
