import { PRIORITIES } from '../../../../domain/sms/priority.js';
import type { DuePurpose, HoldReason } from '../../../../domain/vocabulary.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import { IS_PAUSED } from '../gateways/gateway-accounts.js';
import { isFor, SOON, WITHIN_RETRIES } from './agenda.js';

export interface HoldRow {
  readonly gateway: string;
  readonly reason: HoldReason;
  readonly messages: number;
  readonly since: string;
  /** Null if the account is not paused: nothing releases these messages but a caller, or the end of their hold. */
  readonly next_probe_at: string | null;
  readonly campaign_ids: readonly string[];
}

/** Messages that are looked at one by one; of further ones only the sizes of their agenda rows are read. */
const COUNTED_EXACTLY = 10_000;
/** At each gateway: ten million messages, if the rows are full. */
const MOST_ROWS = 20_000;
const MOST_CAMPAIGNS = 100;

/**
 * What waits for credit, or for approval of its sender ID, at each of the gateways. The agenda knows it: an index on
 * statuses would cost every status change. Agenda rows also name messages that were cancelled while they were held; up
 * to COUNTED_EXACTLY these are left out.
 */
export function readHolds(
  tx: OrganisationSql,
  { gateways, maxHoldHours }: { readonly gateways: readonly string[]; readonly maxHoldHours: number },
): Promise<HoldRow[]> {
  return tx.sql<HoldRow>(HOLDS, { gateways, maxHoldHours });
}

const rowsOf = (purpose: DuePurpose, reason: HoldReason) => `
  (SELECT '${reason}' AS reason, id, message_ids, size, due_at FROM sms_due
   WHERE organisation_id = :organisationId AND gateway = g.gateway AND ${isFor(purpose)}
   ORDER BY due_at LIMIT ${MOST_ROWS})`;

// OFFSET 0 makes PostgreSQL look up each message by its key: it expects far more messages than there are, and would
// read them all.
const HOLDS = `
WITH waiting AS (
  SELECT g.gateway, d.reason, d.message_ids, d.size, d.due_at,
         sum(d.size) OVER (PARTITION BY g.gateway, d.reason ORDER BY d.due_at, d.id) - d.size AS size_before
  FROM unnest(:gateways::text[]) AS g (gateway),
       LATERAL (${[rowsOf('hold', 'insufficient_credit'), rowsOf('approval', 'sender_id_rejected')].join(' UNION ALL ')}) d
),
held AS (
  SELECT w.gateway, w.reason, m.campaign_id
  FROM waiting w, unnest(w.message_ids) AS i (id),
       LATERAL (SELECT campaign_id FROM sms_messages
                WHERE organisation_id = :organisationId AND id = i.id
                  AND CASE WHEN phase = 'paused' THEN true ELSE false END
                OFFSET 0) m
  WHERE w.size_before < ${COUNTED_EXACTLY}
),
seen AS (
  SELECT gateway, reason, count(*)::int AS messages,
         coalesce(array_agg(DISTINCT campaign_id) FILTER (WHERE campaign_id IS NOT NULL), '{}') AS campaign_ids
  FROM held GROUP BY gateway, reason
),
summed AS (
  SELECT gateway, reason, min(due_at) AS first_due_at,
         coalesce(sum(size) FILTER (WHERE size_before >= ${COUNTED_EXACTLY}), 0)::int AS unseen
  FROM waiting GROUP BY gateway, reason
)
SELECT gateway, reason, s.messages + w.unseen AS messages,
       coalesce(a.paused_at, w.first_due_at - make_interval(hours => :maxHoldHours)) AS since,
       a.next_probe_at, s.campaign_ids[1:${MOST_CAMPAIGNS}] AS campaign_ids
FROM seen s JOIN summed w USING (gateway, reason)
LEFT JOIN (SELECT gateway, 'insufficient_credit' AS reason, paused_at, next_probe_at FROM gateway_accounts
           WHERE organisation_id = :organisationId AND ${IS_PAUSED}) a USING (gateway, reason)
ORDER BY gateway, reason`;

export interface GatewayStateRow {
  readonly gateway: string;
  /** Null if the organisation's account has credit, as far as is known. */
  readonly paused_at: string | null;
  /** Messages of the organisation wait because the gateway could not be reached. */
  readonly is_away: boolean;
  /** Messages of the organisation that are due there, or soon will be. */
  readonly waiting: number;
}

/** Agenda rows of each priority that are looked at, the newest first: rows that were put off stand at the end. */
const NEWEST_ROWS = 500;

/** What the organisation's own rows say about the gateways, in their order. */
export function readGatewayStates(tx: OrganisationSql, gateways: readonly string[]): Promise<GatewayStateRow[]> {
  return tx.sql<GatewayStateRow>(GATEWAY_STATES, { gateways });
}

const GATEWAY_STATES = `
SELECT g.gateway, a.paused_at,
       EXISTS (SELECT 1 FROM unnest(ARRAY[${PRIORITIES}]) AS p (priority), LATERAL (
                 SELECT tries FROM sms_due d
                 WHERE organisation_id = :organisationId AND gateway = g.gateway AND purpose = 'dispatch'
                   AND d.priority = p.priority AND due_at <= ${SOON}
                 ORDER BY due_at DESC LIMIT ${NEWEST_ROWS}) newest
               WHERE tries > 0) AS is_away,
       (SELECT coalesce(sum(size), 0)::int FROM sms_due
        WHERE organisation_id = :organisationId AND gateway = g.gateway AND purpose = 'dispatch'
          AND due_at <= ${WITHIN_RETRIES}) AS waiting
FROM unnest(:gateways::text[]) WITH ORDINALITY AS g (gateway, place)
LEFT JOIN (SELECT gateway, paused_at FROM gateway_accounts
           WHERE organisation_id = :organisationId AND ${IS_PAUSED}) a USING (gateway)
ORDER BY g.place`;
