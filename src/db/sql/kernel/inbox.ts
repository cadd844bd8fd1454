import { REFERENCE_PREFIX } from '../../../domain/sms/reference.js';
import type { StoredReports } from '../../../domain/stored-reports.js';
import { newId } from '../../../lib/ids.js';
import type { OrganisationSql, Sql } from '../../postgres/transaction.js';

/** The tables that keep reports and inbound SMS until a worker folds them. */
export type Inbox = 'sms_reports' | 'inbound_sms' | 'chat_reports';

/** Stores reports of one gateway. A worker folds them after `delaySeconds`. */
export async function storeReports(
  tx: Sql,
  inbox: Inbox,
  gateway: string,
  reports: readonly object[],
  delaySeconds: number,
  parked?: { tries: number; ageSeconds: number },
): Promise<void> {
  if (reports.length === 0) return;
  await tx.sql(
    `INSERT INTO ${inbox} (id, gateway, reports, size, due_at, tries, received_at)
     VALUES (:id, :gateway, :reports, :size, now() + make_interval(secs => :delaySeconds), :tries,
       now() - make_interval(secs => :ageSeconds))`,
    {
      id: newId(),
      gateway,
      reports: JSON.stringify(reports),
      size: reports.length,
      delaySeconds,
      tries: parked?.tries ?? 0,
      ageSeconds: parked?.ageSeconds ?? 0,
    },
  );
}

/**
 * Deletes about `limit` due reports and returns them; they are gone only if the transaction commits. Concurrent callers
 * get different ones.
 */
export function takeReports<Report>(tx: Sql, inbox: Inbox, limit: number): Promise<StoredReports<Report>[]> {
  return tx.sql<StoredReports<Report>>(
    `WITH due AS (
       SELECT id, size, due_at FROM ${inbox} WHERE due_at <= now()
       ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED
     ),
     chosen AS (
       SELECT id FROM (SELECT id, sum(size) OVER (ORDER BY due_at, id) - size AS before FROM due) d WHERE before < :limit
     )
     DELETE FROM ${inbox} r USING chosen c WHERE r.id = c.id
     RETURNING r.gateway, r.reports, r.tries, extract(epoch FROM now() - r.received_at)::float8 AS age_seconds`,
    { limit },
  );
}

/**
 * Whether stored reports of the gateway wait to be folded that arrived between the submission of one of these messages
 * and the end of its wait: one of them may be about the message.
 */
export async function hasUnreadReports(
  tx: OrganisationSql,
  gateway: string,
  messageIds: readonly string[],
): Promise<boolean> {
  return (await tx.sql(UNREAD_REPORTS, { messageIds, gateway })).length > 0;
}

export const unreadReports = (mayBeAbout: string) => `
SELECT 1
FROM (SELECT min(submitted_at) AS since, max(next_action_at) AS until FROM sms_messages
      WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND phase = 'in_doubt'
        AND next_action_at <= now()) waited
JOIN sms_reports r ON r.gateway = :gateway AND ${mayBeAbout}
LIMIT 1`;

export const UNREAD_REPORTS = unreadReports(
  'r.due_at <= now() AND r.received_at BETWEEN waited.since AND waited.until',
);

/** What names a message in a stored report. */
export interface ReportNames {
  /** See `referencePrefix`. */
  readonly prefixes: readonly string[];
  /** Ids that gateways gave, each with the name of its gateway. */
  readonly providerIds: readonly string[];
  readonly gateways: readonly string[];
}

export interface NamedReport {
  readonly prefix: string | null;
  readonly provider_id: string | null;
}

/** Stored reports of delivery that no worker has folded, and that name one of these. */
export function findUnreadDeliveries(
  tx: Sql,
  { prefixes, providerIds, gateways }: ReportNames,
): Promise<NamedReport[]> {
  return tx.sql<NamedReport>(
    `SELECT left(one.reference, ${REFERENCE_PREFIX}) AS prefix, one."providerId" AS provider_id
     FROM sms_reports r, json_to_recordset(r.reports) AS one (reference text, "providerId" text, outcome json),
          json_to_record(one.outcome) AS outcome (kind text)
     WHERE (r.due_at <= now() OR r.tries > 0)
       AND CASE WHEN left(one.reference, ${REFERENCE_PREFIX}) IN (SELECT unnest(:prefixes::text[])) THEN true
                ELSE (r.gateway, one."providerId") IN (SELECT * FROM unnest(:gateways::text[], :providerIds::text[])) END
       AND outcome.kind = 'delivered'`,
    { prefixes, providerIds, gateways },
  );
}

export interface UnclaimedNumber {
  readonly gateway: string;
  readonly to: string;
  readonly messages: number;
}

const NUMBERS_SHOWN = 20;

/** The numbers to which people have sent what fits no organisation, most messages first. */
export function listUnclaimedNumbers(tx: Sql): Promise<UnclaimedNumber[]> {
  return tx.sql<UnclaimedNumber>(
    `SELECT r.gateway, one."to", count(*)::int AS messages
     FROM inbound_sms r, json_to_recordset(r.reports) AS one ("to" text)
     WHERE r.tries > 0 GROUP BY r.gateway, one."to" ORDER BY messages DESC, one."to" LIMIT ${NUMBERS_SHOWN}`,
  );
}

export interface Dropped {
  readonly gateway: string;
  readonly reports: number;
}

/** Deletes the oldest parked reports of each gateway, so that at most `atMost` remain. */
export function dropParkedReports(tx: Sql, inbox: Inbox, atMost: number): Promise<Dropped[]> {
  return tx.sql<Dropped>(
    `WITH counted AS (
       SELECT id, sum(size) OVER (PARTITION BY gateway ORDER BY received_at DESC, id) AS with_younger
       FROM ${inbox} WHERE tries > 0
     ),
     spare AS (
       SELECT id FROM ${inbox} WHERE id IN (SELECT id FROM counted WHERE with_younger > :atMost) FOR UPDATE SKIP LOCKED
     ),
     dropped AS (
       DELETE FROM ${inbox} r USING spare s WHERE r.id = s.id RETURNING r.gateway, r.size
     )
     SELECT gateway, sum(size)::integer AS reports FROM dropped GROUP BY gateway`,
    { atMost },
  );
}
