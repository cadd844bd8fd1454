import { OLD_MESSAGE_TASKS } from '../../../../domain/vocabulary.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import { lockReady, readyOf, type TakenMessage } from '../../upkeep/old-messages.js';
import { removeLastDigits } from '../campaigns/campaign-numbers.js';

/**
 * Takes number, text, metadata and words of gateways out of those of the messages that have ended. Redacted messages
 * are missing from the result.
 */
export async function redactMessages(tx: OrganisationSql, messageIds: readonly string[]): Promise<TakenMessage[]> {
  const messages = await tx.sql<TakenMessage>(
    `WITH ended AS (
       SELECT id FROM sms_messages
       WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
         AND CASE WHEN redacted_at IS NULL THEN phase = 'done' ELSE false END
       ORDER BY id FOR UPDATE SKIP LOCKED
     ),
     redacted AS (
       UPDATE sms_messages m SET mobile = NULL, body = NULL, metadata = NULL, redacted_at = now()
       FROM ended WHERE m.organisation_id = :organisationId AND m.id = ANY (:messageIds::uuid[]) AND m.id = ended.id
       RETURNING m.id
     )
     SELECT id, false AS "left" FROM redacted
     UNION ALL
     SELECT id, true FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
       AND CASE WHEN redacted_at IS NULL THEN id NOT IN (SELECT id FROM redacted) ELSE false END`,
    { messageIds: uuidArray(messageIds) },
  );
  const redacted = readyOf(messages);
  await removeLastDigits(tx, redacted);
  if (redacted.length > 0) await tx.sql(FORGET_WORDS, { messageIds: uuidArray(redacted) });
  return messages;
}

// What gateways said of the messages may repeat their texts.
const FORGET_WORDS = `
UPDATE sms_attempts SET raw_reason = NULL
WHERE organisation_id = :organisationId AND message_id = ANY (:messageIds::uuid[]) AND raw_reason IS NOT NULL`;

/** Redacts complete campaigns that are older than an id. */
export async function redactCampaigns(tx: OrganisationSql, before: string, limit: number): Promise<number> {
  const rows = await tx.sql(
    `WITH complete AS (
       SELECT c.id FROM campaigns c
       JOIN campaign_progress p ON p.organisation_id = :organisationId AND p.campaign_id = c.id
       WHERE c.organisation_id = :organisationId AND c.id < :before::uuid AND c.redacted_at IS NULL
         AND p.completed_at IS NOT NULL
       ORDER BY c.id LIMIT :limit FOR UPDATE OF c SKIP LOCKED
     )
     UPDATE campaigns c SET body = NULL, metadata = NULL, redacted_at = now()
     FROM complete WHERE c.organisation_id = :organisationId AND c.id = complete.id
     RETURNING 1`,
    { before, limit },
  );
  return rows.length;
}

/** Deletes those of the messages that have ended, with everything about them but their sums and events. */
export async function deleteMessages(tx: OrganisationSql, messageIds: readonly string[]): Promise<TakenMessage[]> {
  const hasEnded = `CASE WHEN phase = 'done' THEN true ELSE false END`;
  const messages = await lockReady(tx, 'sms_messages', messageIds, hasEnded);
  const ended = readyOf(messages);
  if (ended.length > 0) {
    await removeLastDigits(tx, ended);
    await tx.sql(DELETE, { messageIds: uuidArray(ended), tasks: OLD_MESSAGE_TASKS });
  }
  return messages;
}

const ABOUT_THEM = 'WHERE organisation_id = :organisationId AND message_id = ANY (:messageIds::uuid[])';

const DELETE = `
WITH attempts AS (DELETE FROM sms_attempts ${ABOUT_THEM}),
parts AS (DELETE FROM sms_attempt_parts ${ABOUT_THEM}),
troubles AS (DELETE FROM sms_troubles ${ABOUT_THEM}),
retries AS (DELETE FROM sms_retries ${ABOUT_THEM}),
deferred AS (DELETE FROM sms_deferred ${ABOUT_THEM} AND task = ANY (:tasks::text[]))
DELETE FROM sms_messages WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])`;

/** Deletes campaigns that are older than an id, and have no message left. */
export async function deleteCampaigns(tx: OrganisationSql, before: string, limit: number): Promise<number> {
  const rows = await tx.sql(
    `WITH empty AS (
       SELECT c.id FROM campaigns c
       WHERE c.organisation_id = :organisationId AND c.id < :before::uuid
         AND NOT EXISTS (SELECT FROM sms_messages m WHERE m.organisation_id = :organisationId AND m.campaign_id = c.id)
       ORDER BY c.id LIMIT :limit FOR UPDATE SKIP LOCKED
     ),
     progress AS (
       DELETE FROM campaign_progress
       WHERE organisation_id = :organisationId AND campaign_id = ANY (ARRAY(SELECT id FROM empty))
     ),
     timeline AS (
       DELETE FROM campaign_timeline
       WHERE organisation_id = :organisationId AND campaign_id = ANY (ARRAY(SELECT id FROM empty))
     ),
     numbers AS (
       DELETE FROM campaign_numbers
       WHERE organisation_id = :organisationId AND campaign_id = ANY (ARRAY(SELECT id FROM empty))
     )
     DELETE FROM campaigns WHERE organisation_id = :organisationId AND id = ANY (ARRAY(SELECT id FROM empty))
     RETURNING 1`,
    { before, limit },
  );
  return rows.length;
}
