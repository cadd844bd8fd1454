import { OLD_MESSAGE_TASKS, type OldMessageTask } from '../../../domain/vocabulary.js';
import { LOWEST_ID } from '../../../lib/ids.js';
import { uuidArray } from '../../array-parameters.js';
import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';
import { HOME } from '../home.js';

/**
 * Locks the bound of a task, and returns it; null: another transaction has locked it. The bound spares each step the index entries of
 * all messages that the task has taken, whose number grows with every step.
 */
export async function lockBound(tx: OrganisationSql, task: OldMessageTask): Promise<string | null> {
  const [, [bound]] = await Promise.all([
    tx.sql(
      `INSERT INTO sms_bounds (organisation_id, task, up_to) VALUES (:organisationId, :task, '${LOWEST_ID}')
       ON CONFLICT (organisation_id, task) DO NOTHING`,
      { task },
    ),
    tx.sql<RowOf<'sms_bounds', 'up_to'>>(
      `SELECT up_to FROM sms_bounds WHERE organisation_id = :organisationId AND task = :task
       FOR NO KEY UPDATE SKIP LOCKED`,
      { task },
    ),
  ]);
  return bound?.up_to ?? null;
}

/** Returns up to which message a task has come. */
export async function readBound(tx: OrganisationSql, task: OldMessageTask): Promise<string> {
  const [bound] = await tx.sql<RowOf<'sms_bounds', 'up_to'>>(
    'SELECT up_to FROM sms_bounds WHERE organisation_id = :organisationId AND task = :task',
    { task },
  );
  return bound?.up_to ?? LOWEST_ID;
}

export async function moveBound(tx: OrganisationSql, task: OldMessageTask, upTo: string): Promise<void> {
  await tx.sql('UPDATE sms_bounds SET up_to = :upTo WHERE organisation_id = :organisationId AND task = :task', {
    task,
    upTo,
  });
}

/** Ids between two others, in their order. */
export interface IdRange {
  readonly after: string;
  readonly before: string;
  readonly limit: number;
}

export async function listMessageIds(tx: OrganisationSql, range: IdRange): Promise<string[]> {
  const rows = await tx.sql<RowOf<'sms_messages', 'id'>>(
    `SELECT id FROM sms_messages
     WHERE organisation_id = :organisationId AND id > :after::uuid AND id < :before::uuid
     ORDER BY id LIMIT :limit`,
    { ...range },
  );
  return rows.map(({ id }) => id);
}

export async function listDeferred(tx: OrganisationSql, task: OldMessageTask, range: IdRange): Promise<string[]> {
  const rows = await tx.sql<RowOf<'sms_deferred', 'message_id'>>(
    `SELECT message_id FROM sms_deferred
     WHERE organisation_id = :organisationId AND task = :task AND message_id > :after::uuid AND message_id < :before::uuid
     ORDER BY message_id LIMIT :limit`,
    { task, ...range },
  );
  return rows.map(({ message_id: id }) => id);
}

export async function defer(tx: OrganisationSql, task: OldMessageTask, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  await tx.sql(
    `INSERT INTO sms_deferred (organisation_id, task, message_id)
     SELECT home.organisation_id, :task, id FROM ${HOME}, unnest(:messageIds::uuid[]) AS id ORDER BY id
     ON CONFLICT (organisation_id, task, message_id) DO NOTHING`,
    { task, messageIds: uuidArray(messageIds) },
  );
}

export async function endDeferral(
  tx: OrganisationSql,
  task: OldMessageTask,
  messageIds: readonly string[],
): Promise<void> {
  if (messageIds.length === 0) return;
  await tx.sql(
    `DELETE FROM sms_deferred
     WHERE organisation_id = :organisationId AND task = :task AND message_id = ANY (:messageIds::uuid[])`,
    { task, messageIds: uuidArray(messageIds) },
  );
}

/** A message that a task has changed, or had to leave as it is. */
export interface TakenMessage extends RowOf<'sms_messages', 'id'> {
  /** It has not ended, or another transaction has locked it. */
  readonly left: boolean;
}

/** Takes number, text and metadata out of those of the messages that have ended. Redacted messages are missing from the result. */
export function redactMessages(tx: OrganisationSql, messageIds: readonly string[]): Promise<TakenMessage[]> {
  return tx.sql<TakenMessage>(
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
}

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

/**
 * Deletes those of the messages that have ended, with everything about them but their sums and events. Two statements: the snapshot of the
 * second is taken under the locks, so it shows what the last transaction with a message has written about it.
 */
export async function deleteMessages(tx: OrganisationSql, messageIds: readonly string[]): Promise<TakenMessage[]> {
  const messages = await tx.sql<TakenMessage>(
    `WITH ended AS (
       SELECT id FROM sms_messages
       WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
         AND CASE WHEN phase = 'done' THEN true ELSE false END
       ORDER BY id FOR UPDATE SKIP LOCKED
     )
     SELECT id, id NOT IN (SELECT id FROM ended) AS "left" FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])`,
    { messageIds: uuidArray(messageIds) },
  );
  const ended = messages.filter(({ left }) => !left).map(({ id }) => id);
  if (ended.length > 0) await tx.sql(DELETE, { messageIds: uuidArray(ended), tasks: OLD_MESSAGE_TASKS });
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
     )
     DELETE FROM campaigns WHERE organisation_id = :organisationId AND id = ANY (ARRAY(SELECT id FROM empty))
     RETURNING 1`,
    { before, limit },
  );
  return rows.length;
}
