import type { Slice } from '../../../domain/paging.js';
import type { ChatMessageType, ChatStatus } from '../../../domain/vocabulary.js';
import type { OrganisationSql } from '../../transaction.js';
import { Conditions, sliceOf } from '../conditions.js';
import { CHAT_MESSAGE_COLUMNS, type ChatMessageRow } from './rows.js';

export interface ChatMessageConditions {
  readonly sessionId?: string | null | undefined;
  readonly status?: ChatStatus | null | undefined;
  readonly type?: ChatMessageType | null | undefined;
  readonly to?: string | null | undefined;
}

/** Newest first: ids are made in the order of time. */
export function listChatMessageRows(
  tx: OrganisationSql,
  conditions: ChatMessageConditions,
  slice: Slice,
): Promise<ChatMessageRow[]> {
  const where = whereOf(conditions);
  const page = sliceOf(where, ['id'], true, slice);
  return tx.sql<ChatMessageRow>(
    `SELECT ${CHAT_MESSAGE_COLUMNS} FROM chat_messages WHERE ${where.text} ${page.text}`,
    page.values,
  );
}

export async function countChatMessages(tx: OrganisationSql, conditions: ChatMessageConditions) {
  const where = whereOf(conditions);
  const [row] = await tx.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM chat_messages WHERE ${where.text}`,
    where.values,
  );
  return row?.count ?? 0;
}

function whereOf({ sessionId, status, type, to }: ChatMessageConditions): Conditions {
  const where = new Conditions();
  where.add('organisation_id = :organisationId');
  if (sessionId != null) where.add('session_id = :sessionId', { sessionId });
  if (status != null) where.add('status = :status', { status });
  if (type != null) where.add('type = :type', { type });
  if (to != null) where.add('recipient = :to', { to });
  return where;
}
