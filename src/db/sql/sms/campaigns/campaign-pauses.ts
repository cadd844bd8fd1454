import { TOO_MANY_FAILURES, WATCHED_CODES, WATCHED_OUTCOMES } from '../../../../domain/sms/failure-watch.js';
import { CANCELLABLE, CLAIMABLE } from '../../../../domain/sms/verdict.js';
import { FAILED_STATUSES } from '../../../../domain/vocabulary.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import { quoted } from '../../../postgres/statement.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';

/** For FROM: the ids of the campaigns that are paused, read once a statement. */
export const PAUSED = `(SELECT ARRAY(
  SELECT id FROM campaigns WHERE organisation_id = :organisationId AND paused_at IS NOT NULL) AS ids) AS paused`;

/** For statements on `sms_messages m` FROM PAUSED: the campaign of the message is paused. */
export const IS_CAMPAIGN_PAUSED = 'coalesce(m.campaign_id = ANY (paused.ids), false)';

/**
 * Waits for claims of the campaign's messages that are under way. Those that lock the campaign later wait until this
 * transaction commits, and learn that it is paused, even if they began before the pause: PostgreSQL gives a weaker lock
 * the old row, unless the stronger one has changed it.
 */
export async function outlastClaims(tx: OrganisationSql, campaignId: string): Promise<void> {
  const own = 'WHERE organisation_id = :organisationId AND id = :campaignId';
  await tx.sql(`SELECT FROM campaigns ${own} FOR UPDATE`, { campaignId });
  await tx.sql(`UPDATE campaigns SET paused_at = paused_at ${own}`, { campaignId });
}

/**
 * Locks a campaign before the check that it is open. Otherwise a report or a cancel could end it between the check and
 * the pause, and `campaign.paused` would follow `campaign.completed`.
 */
export async function lockForPause(tx: OrganisationSql, campaignId: string): Promise<void> {
  const own = 'WHERE organisation_id = :organisationId AND id = :campaignId';
  await tx.sql(`SELECT FROM campaigns ${own} FOR NO KEY UPDATE`, { campaignId });
}

export type DueMessage = RowOf<'sms_messages', 'id' | 'mobile' | 'gateway'>;

/** The messages of a campaign that a worker would take now, in the order of the call. */
export function listDueOfCampaign(tx: OrganisationSql, campaignId: string): Promise<DueMessage[]> {
  return tx.sql<DueMessage>(
    `SELECT id, mobile, gateway FROM sms_messages
     WHERE organisation_id = :organisationId AND campaign_id = :campaignId
       AND CASE WHEN phase IN (${quoted(CLAIMABLE)}) THEN coalesce(next_action_at <= now(), true) ELSE false END
     ORDER BY position`,
    { campaignId },
  );
}

/**
 * Locks those campaigns of the messages that are paused, and returns them. A resume waits until this transaction
 * commits, and then sees its changes.
 */
export async function lockPausedCampaigns(tx: OrganisationSql, messageIds: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<RowOf<'campaigns', 'id'>>(
    `SELECT id FROM campaigns
     WHERE organisation_id = :organisationId AND paused_at IS NOT NULL AND id = ANY (ARRAY(
       SELECT DISTINCT campaign_id FROM sms_messages
       WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND campaign_id IS NOT NULL))
     ORDER BY id FOR SHARE`,
    { messageIds: uuidArray(messageIds) },
  );
  return rows.map((row) => row.id);
}

/** For statements on `campaigns c`. A pause may have met the end of the campaign, and then means nothing. */
const IS_LONG_PAUSED = `c.paused_at < now() - make_interval(days => :days)
  AND EXISTS (SELECT FROM campaign_progress p
              WHERE p.organisation_id = :organisationId AND p.campaign_id = c.id AND p.completed_at IS NULL)`;

/** The open campaigns that have been paused for more than so many days. */
export async function listLongPaused(tx: OrganisationSql, days: number): Promise<string[]> {
  const rows = await tx.sql<RowOf<'campaigns', 'id'>>(
    `SELECT id FROM campaigns c WHERE c.organisation_id = :organisationId AND ${IS_LONG_PAUSED} ORDER BY id`,
    { days },
  );
  return rows.map((row) => row.id);
}

/** Locks an open campaign if it has been paused for more than so many days. */
export async function lockLongPaused(
  tx: OrganisationSql,
  campaignId: string,
  days: number,
): Promise<RowOf<'campaigns', 'paused_at'> | null> {
  const [row = null] = await tx.sql<RowOf<'campaigns', 'paused_at'>>(
    `SELECT paused_at FROM campaigns c
     WHERE c.organisation_id = :organisationId AND c.id = :campaignId AND ${IS_LONG_PAUSED}
     FOR NO KEY UPDATE`,
    { campaignId, days },
  );
  return row;
}

export interface WaitingMessage extends RowOf<'sms_messages', 'id' | 'attempt' | 'handed_over'> {
  /** The latest delivery code that a gateway gave. */
  readonly last_code: number | null;
}

/** The columns of a WaitingMessage `m`. */
export const WAITING_COLUMNS = `m.id, m.attempt, m.handed_over,
            (SELECT a.delivery_code FROM sms_attempts a
             WHERE a.organisation_id = :organisationId AND a.message_id = m.id AND a.delivery_code IS NOT NULL
             ORDER BY a.number DESC LIMIT 1) AS last_code`;

/** Reads messages that perhaps wait to be submitted. */
export function readWaiting(tx: OrganisationSql, messageIds: readonly string[]): Promise<WaitingMessage[]> {
  return tx.sql<WaitingMessage>(
    `SELECT ${WAITING_COLUMNS} FROM sms_messages m
     WHERE m.organisation_id = :organisationId AND m.id = ANY (:messageIds::uuid[]) ORDER BY m.id`,
    { messageIds: uuidArray(messageIds) },
  );
}

/** Locks the messages of a campaign that would be submitted some time, held ones included. */
export function lockWaitingMessages(tx: OrganisationSql, campaignId: string): Promise<WaitingMessage[]> {
  return tx.sql<WaitingMessage>(
    `SELECT ${WAITING_COLUMNS}
     FROM sms_messages m
     WHERE m.organisation_id = :organisationId AND m.campaign_id = :campaignId
       AND CASE WHEN m.phase IN (${quoted(CANCELLABLE)}) THEN true ELSE false END
     ORDER BY m.id FOR NO KEY UPDATE OF m`,
    { campaignId },
  );
}

/**
 * Those campaigns of the messages that want to be paused on failures, have messages to hold back, and of whose latest
 * outcomes too many have a watched code. Messages that a gateway accepted count as outcomes: their delivery is reported
 * much later than a failure.
 */
export async function findFailingCampaigns(tx: OrganisationSql, messageIds: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<RowOf<'campaigns', 'id'>>(FAILING, {
    messageIds: uuidArray(messageIds),
    codes: WATCHED_CODES,
  });
  return rows.map((row) => row.id);
}

const FAILING = `
SELECT c.id
FROM campaigns c
JOIN campaign_progress p ON p.organisation_id = :organisationId AND p.campaign_id = c.id AND p.queued > 0,
LATERAL (
  SELECT count(*) AS outcomes,
         count(*) FILTER (WHERE status IN (${quoted(FAILED_STATUSES)}) AND delivery_code = ANY (:codes::smallint[])) AS failures
  FROM (SELECT status, delivery_code FROM sms_messages
        WHERE organisation_id = :organisationId AND campaign_id = c.id AND attempt > 0
          AND CASE WHEN status IN ('sent', 'delivered', ${quoted(FAILED_STATUSES)}) THEN true ELSE false END
        ORDER BY updated_at DESC LIMIT ${WATCHED_OUTCOMES}) latest
) l
WHERE c.organisation_id = :organisationId AND c.pause_on_failures AND c.paused_at IS NULL AND c.cancelled_at IS NULL
  AND c.id = ANY (ARRAY(
    SELECT DISTINCT campaign_id FROM sms_messages
    WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND campaign_id IS NOT NULL))
  AND l.outcomes = ${WATCHED_OUTCOMES} AND l.failures >= ${TOO_MANY_FAILURES}
ORDER BY c.id`;
