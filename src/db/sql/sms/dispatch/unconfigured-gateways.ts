import { CLAIMABLE } from '../../../../domain/sms/verdict.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import { quoted } from '../../../postgres/statement.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';
import { isFor, WITHIN_RETRIES } from './agenda.js';

/**
 * How many messages of all organisations have not ended at gateways other than these. The agenda also names messages
 * that have: those whose report came, until the time at which it would have been missed.
 */
export function countElsewhere(tx: EveryOrganisationSql, gateways: readonly string[]) {
  return tx.sql<{ gateway: string; messages: number }>(
    `SELECT d.gateway, count(DISTINCT m.id)::int AS messages
     FROM sms_due d CROSS JOIN LATERAL unnest(d.message_ids) AS i (id)
     JOIN sms_messages m ON m.organisation_id = d.organisation_id AND m.id = i.id
     WHERE d.gateway <> ALL (:gateways::text[]) AND m.phase <> 'done' GROUP BY d.gateway ORDER BY d.gateway`,
    { gateways },
  );
}

/** The gateways other than these for which messages of any organisation wait to be submitted. */
export async function listElsewhere(tx: EveryOrganisationSql, gateways: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<RowOf<'sms_due', 'gateway'>>(ELSEWHERE, { gateways });
  return rows.map(({ gateway }) => gateway);
}

/** Skips from gateway to gateway along the index (loose index scan): a backlog costs no more than one row. */
export const ELSEWHERE = `
WITH RECURSIVE on_agenda AS (
  (SELECT gateway FROM sms_due WHERE ${isFor('dispatch')} ORDER BY gateway LIMIT 1)
  UNION ALL
  SELECT (SELECT d.gateway FROM sms_due d WHERE ${isFor('dispatch')} AND d.gateway > o.gateway ORDER BY d.gateway LIMIT 1)
  FROM on_agenda o WHERE o.gateway IS NOT NULL
)
SELECT gateway FROM on_agenda WHERE gateway <> ALL (:gateways::text[])`;

/** Bounds what a statement reads at gateways at which no worker clears the agenda. */
const MOST_ROWS = 20_000;
const MOST_MESSAGES = 20_000;

/** About 20,000 messages that the agenda names at each gateway; with those that were cancelled meanwhile. */
const NAMED = `
rows_at AS (
  SELECT g.gateway, d.message_ids, sum(d.size) OVER (PARTITION BY g.gateway ORDER BY d.due_at DESC, d.id) - d.size AS size_before
  FROM unnest(:gateways::text[]) AS g (gateway), LATERAL (
    SELECT id, message_ids, size, due_at FROM sms_due
    WHERE organisation_id = :organisationId AND gateway = g.gateway AND ${isFor('dispatch')} AND due_at <= ${WITHIN_RETRIES}
    LIMIT ${MOST_ROWS}) d
),
named AS (
  SELECT r.gateway, i.id FROM rows_at r, unnest(r.message_ids) AS i (id) WHERE r.size_before < ${MOST_MESSAGES}
)`;

/** How many messages of the organisation wait at each of the gateways; those without any are left out. */
export function countWaitingAt(tx: OrganisationSql, gateways: readonly string[]) {
  return tx.sql<{ gateway: string; waiting: number }>(
    `WITH ${NAMED}
     SELECT n.gateway, count(DISTINCT n.id)::int AS waiting
     FROM named n, LATERAL (
       SELECT FROM sms_messages
       WHERE organisation_id = :organisationId AND id = n.id
         AND CASE WHEN phase IN (${quoted(CLAIMABLE)}) THEN true ELSE false END
       OFFSET 0) m
     GROUP BY n.gateway ORDER BY n.gateway`,
    { gateways },
  );
}

/** Which of these messages wait at which of the gateways. */
export function findWaitingAt(tx: OrganisationSql, gateways: readonly string[], messageIds: readonly string[]) {
  return tx.sql<{ id: string; gateway: string }>(
    `WITH ${NAMED} SELECT id, gateway FROM named WHERE id = ANY (:messageIds::uuid[])`,
    { gateways, messageIds: uuidArray(messageIds) },
  );
}
