import type { OldMessageTask } from '../../../domain/vocabulary.js';
import { LOWEST_ID } from '../../../lib/ids.js';
import { uuidArray } from '../../postgres/array-parameters.js';
import { type OrganisationSql, together } from '../../postgres/transaction.js';
import type { RowOf } from '../../tables.js';

/**
 * Locks the bound of a task, and returns it; null: another transaction has locked it. The bound spares each step the
 * index entries of all messages that the task has taken, whose number grows with every step.
 */
export async function lockBound(tx: OrganisationSql, task: OldMessageTask): Promise<string | null> {
  const [, [bound]] = await together([
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

/** The tables of messages that have bounds, deferred rows and an age. */
export type MessageTable = 'sms_messages' | 'inbound_messages' | 'chat_messages';

export async function listMessageIds(tx: OrganisationSql, table: MessageTable, range: IdRange): Promise<string[]> {
  const rows = await tx.sql<RowOf<MessageTable, 'id'>>(
    `SELECT id FROM ${table}
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
     SELECT :organisationId, :task, id FROM unnest(:messageIds::uuid[]) AS id ORDER BY id
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
export interface TakenMessage extends RowOf<MessageTable, 'id'> {
  /** It has not ended, or another transaction has locked it. */
  readonly left: boolean;
}

/**
 * Locks those of the messages that are ready for a task, and says which are not. What hangs on them is deleted by a
 * later statement: its snapshot is taken under the locks, so it shows what the last transaction with a message has
 * written about it.
 */
export function lockReady(
  tx: OrganisationSql,
  table: MessageTable,
  messageIds: readonly string[],
  isReady: string,
): Promise<TakenMessage[]> {
  return tx.sql<TakenMessage>(
    `WITH ready AS (
       SELECT id FROM ${table}
       WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND ${isReady}
       ORDER BY id FOR UPDATE SKIP LOCKED
     )
     SELECT id, id NOT IN (SELECT id FROM ready) AS "left" FROM ${table}
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])`,
    { messageIds: uuidArray(messageIds) },
  );
}

export const readyOf = (messages: readonly TakenMessage[]): string[] =>
  messages.filter(({ left }) => !left).map(({ id }) => id);
