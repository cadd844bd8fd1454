import { type InferResult, type SqlBool, sql } from 'kysely';
import type { ChatStatus } from '../../../domain/vocabulary.js';
import { anyOf, run, tables } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';

const changes = tables
  .selectFrom('events')
  .select(['subject_id', sql<ChatStatus>`substr(type, 14)`.as('status'), 'revision', 'corrected', 'created_at'])
  .where(sql<SqlBool>`type LIKE 'chat_message.%'`);

export type ChatChangeRow = InferResult<typeof changes>[number];

/** The changes of status of several chat messages, as the event log tells them. */
export function listChatChangeRows(tx: OrganisationSql, ids: readonly string[]): Promise<ChatChangeRow[]> {
  const own = changes.where('organisation_id', '=', tx.organisationId).where('subject_id', '=', anyOf(ids));
  return run(tx, own.orderBy('subject_id').orderBy('revision'));
}
