import { DUE_PURPOSES, type DuePurpose } from '../../../domain/vocabulary.js';
import { amongReachable, type Reachable } from '../../citus/reachable.js';
import type { EveryOrganisationSql } from '../../transaction.js';
import { IS_DUE } from '../sms/agenda.js';
import { IS_ENDPOINT_DUE } from '../webhooks/leases.js';
import { quoted } from '../words.js';

/** Work that is due. What is done at a gateway names the gateway. */
export type DueWork =
  | { readonly work: DuePurpose | 'probe'; readonly gateway: string }
  | { readonly work: 'sms-reports' | 'chat-reports' | 'webhooks' | 'mails'; readonly gateway: null };

/** Agenda rows of a gateway that are read to learn their purposes. If more are due, every purpose may be among them. */
const ROWS_READ = 100;

/**
 * Says what is due, of any organisation. One statement, since a worker asks it every few seconds and the answer is usually "nothing". The
 * statements that take the work ask again; what this one overlooked, no worker would find. So its conditions have to be theirs.
 */
export function listDueWork(
  tx: EveryOrganisationSql,
  gateways: readonly string[],
  reachable: Reachable,
): Promise<DueWork[]> {
  const among = amongReachable(reachable);
  return tx.sql<DueWork>(tx.isDistributed ? dueWorkOfNodes(among.condition) : DUE_WORK, { gateways, ...among.values });
}

/** On the coordinator of Citus too. */
const OUTSIDE_ORGANISATIONS = `
SELECT 'sms-reports' AS work, NULL AS gateway WHERE EXISTS (SELECT 1 FROM sms_reports WHERE due_at <= now())
UNION ALL
SELECT 'chat-reports', NULL WHERE EXISTS (SELECT 1 FROM chat_reports WHERE due_at <= now())
UNION ALL
SELECT 'mails', NULL WHERE EXISTS (SELECT 1 FROM mails WHERE due_at <= now())`;

const DUE_WORK = `
WITH configured AS (SELECT unnest(:gateways::text[]) AS gateway),
agenda AS MATERIALIZED (
  SELECT c.gateway, d.purpose
  FROM configured c,
       LATERAL (SELECT purpose FROM sms_due WHERE gateway = c.gateway AND ${IS_DUE}
                ORDER BY due_at LIMIT ${ROWS_READ}) d
)
SELECT purpose::text AS work, gateway FROM agenda
UNION
SELECT purpose, gateway FROM unnest(ARRAY[${quoted(DUE_PURPOSES)}]) AS purpose,
       (SELECT gateway FROM agenda GROUP BY gateway HAVING count(*) = ${ROWS_READ}) backlog
UNION ALL
SELECT 'probe', gateway FROM configured c
WHERE EXISTS (SELECT FROM gateway_accounts a WHERE a.gateway = c.gateway AND a.next_probe_at <= now())
UNION ALL
SELECT 'webhooks', NULL
WHERE EXISTS (SELECT FROM webhook_endpoints WHERE ${IS_ENDPOINT_DUE})
UNION ALL
${OUTSIDE_ORGANISATIONS}`;

/** One query for each shard, whatever the number of gateways. */
const dueWorkOfNodes = (among: string) => `
SELECT DISTINCT work, gateway FROM (
  SELECT organisation_id, purpose::text AS work, gateway FROM sms_due WHERE gateway = ANY (:gateways::text[]) AND ${IS_DUE} ${among}
  UNION ALL
  SELECT organisation_id, 'probe', gateway FROM gateway_accounts
  WHERE gateway = ANY (:gateways::text[]) AND next_probe_at <= now() ${among}
  UNION ALL
  SELECT organisation_id, 'webhooks', NULL FROM webhook_endpoints WHERE ${IS_ENDPOINT_DUE} ${among}
) AS of_nodes
UNION ALL
${OUTSIDE_ORGANISATIONS}`;
