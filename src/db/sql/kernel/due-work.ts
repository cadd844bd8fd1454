import { DUE_PURPOSES, type DuePurpose } from '../../../domain/vocabulary.js';
import { quoted } from '../../postgres/statement.js';
import type { EveryOrganisationSql } from '../../postgres/transaction.js';
import { isDueBy } from '../sms/dispatch/agenda.js';
import { isEndpointDueBy } from '../webhooks/leases.js';

/** Work that is due, or soon will be. What is done at a gateway names the gateway. */
export type DueWork = (
  | { readonly work: DuePurpose | 'campaigns' | 'probe'; readonly gateway: string }
  | { readonly work: 'sms-reports' | 'inbound-sms' | 'chat-reports' | 'webhooks' | 'mails'; readonly gateway: null }
) & {
  /** The time until the first of it is due; zero if it is. */
  readonly due_in_ms: number;
};

interface Look {
  readonly gateways: readonly string[];
  /** How far the look goes into the future. */
  readonly horizonMs: number;
}

/**
 * Agenda rows of a gateway that are read to learn their purposes. If there are more, every purpose may be among them.
 */
const ROWS_READ = 100;

/**
 * Says what is due, or comes due before the horizon, of any organisation. One statement, since a worker asks it every
 * few seconds and the answer is usually "nothing". The statements that take the work ask again; what this one
 * overlooked, no worker would find. So its conditions have to be the same as theirs, except that it looks ahead.
 */
export function listDueWork(tx: EveryOrganisationSql, { gateways, horizonMs }: Look): Promise<DueWork[]> {
  return tx.sql<DueWork>(DUE_WORK, { gateways, horizonSeconds: horizonMs / 1000 });
}

/** A job takes up what has a priority below zero. */
export const WORK = `CASE WHEN priority < 0 THEN 'campaigns' ELSE purpose::text END`;

export const HORIZON = 'now() + make_interval(secs => :horizonSeconds)';

export const OUTSIDE_ORGANISATIONS = `
  SELECT 'sms-reports', NULL, min(due_at) FROM sms_reports WHERE due_at <= ${HORIZON}
  UNION ALL
  SELECT 'inbound-sms', NULL, min(due_at) FROM inbound_sms WHERE due_at <= ${HORIZON}
  UNION ALL
  SELECT 'chat-reports', NULL, min(due_at) FROM chat_reports WHERE due_at <= ${HORIZON}
  UNION ALL
  SELECT 'mails', NULL, min(due_at) FROM mails WHERE due_at <= ${HORIZON}`;

/** If there is no work of a kind, its `due_at` is null. */
export const FIRST_OF_EACH = `
SELECT work, gateway, (extract(epoch FROM greatest(min(due_at), now()) - now()) * 1000)::float8 AS due_in_ms
FROM due
WHERE due_at IS NOT NULL
GROUP BY work, gateway`;

export const DUE_WORK = `
WITH configured AS (SELECT unnest(:gateways::text[]) AS gateway),
agenda AS MATERIALIZED (
  SELECT c.gateway, d.work, d.due_at
  FROM configured c,
       LATERAL (SELECT ${WORK} AS work, due_at FROM sms_due WHERE gateway = c.gateway AND ${isDueBy(HORIZON)}
                ORDER BY due_at LIMIT ${ROWS_READ}) d
),
due AS (
  SELECT work, gateway, due_at FROM agenda
  UNION ALL
  SELECT work, gateway, last_read FROM unnest(ARRAY[${quoted([...DUE_PURPOSES, 'campaigns'])}]) AS work,
         (SELECT gateway, max(due_at) AS last_read FROM agenda GROUP BY gateway HAVING count(*) = ${ROWS_READ}) unread
  UNION ALL
  SELECT 'probe', gateway, next_probe_at FROM gateway_accounts
  WHERE gateway = ANY (:gateways::text[]) AND next_probe_at <= ${HORIZON}
  UNION ALL
  (SELECT 'webhooks', NULL, greatest(due_at, not_before) FROM webhook_endpoints WHERE ${isEndpointDueBy(HORIZON)}
   ORDER BY greatest(due_at, not_before) LIMIT 1)
  UNION ALL${OUTSIDE_ORGANISATIONS}
)${FIRST_OF_EACH}`;
