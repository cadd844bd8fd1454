import type { Slice } from '../../../domain/paging.js';
import type { ChatMessageType, ChatStatus, SessionState } from '../../../domain/vocabulary.js';
import { plainArray } from '../../array-parameters.js';
import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';
import { Conditions, sliceOf } from '../conditions.js';

const CHAT_MESSAGE_COLUMN_NAMES = [
  'id',
  'session_id',
  'engine',
  'message_id',
  'recipient',
  'is_group',
  'type',
  'body',
  'url',
  'filename',
  'mime_type',
  'test',
  'status',
  'phase',
  'error',
  'provider_reason',
  'delivered_count',
  'read_count',
  'revision',
  'created_at',
  'updated_at',
  'sent_at',
  'delivered_at',
  'read_at',
] as const;

export type ChatMessageRow = Pick<RowOf<'chat_messages'>, (typeof CHAT_MESSAGE_COLUMN_NAMES)[number]>;

export const CHAT_MESSAGE_COLUMNS = CHAT_MESSAGE_COLUMN_NAMES.join(', ');

/** In any order. */
export function findChatMessages(tx: OrganisationSql, ids: readonly string[]): Promise<ChatMessageRow[]> {
  return tx.sql<ChatMessageRow>(
    `SELECT ${CHAT_MESSAGE_COLUMNS} FROM chat_messages WHERE organisation_id = :organisationId AND id = ANY (:ids::uuid[])`,
    { ids: plainArray(ids) },
  );
}

/** Returns the newest message if two engines have used the same id. */
export async function findChatMessageByEngineId(tx: OrganisationSql, messageId: string) {
  const [row] = await tx.sql<ChatMessageRow>(
    `SELECT ${CHAT_MESSAGE_COLUMNS} FROM chat_messages
     WHERE organisation_id = :organisationId AND message_id = :messageId AND sent_at IS NOT NULL ORDER BY id DESC LIMIT 1`,
    { messageId },
  );
  return row ?? null;
}

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

export interface ChatChangeRow extends Pick<RowOf<'events'>, 'subject_id' | 'revision' | 'corrected' | 'created_at'> {
  readonly status: ChatStatus;
}

const PREFIX = 'chat_message.';

/** Reads changes of status from the event log. */
export function listChatChangeRows(tx: OrganisationSql, ids: readonly string[]): Promise<ChatChangeRow[]> {
  return tx.sql<ChatChangeRow>(
    `SELECT subject_id, substr(type, ${PREFIX.length + 1}) AS status, revision, corrected, created_at
     FROM events WHERE organisation_id = :organisationId AND subject_id = ANY (:ids::uuid[]) AND type LIKE '${PREFIX}%'
     ORDER BY subject_id, revision`,
    { ids: plainArray(ids) },
  );
}

export interface NewChatMessage {
  readonly id: string;
  readonly sessionId: string;
  readonly messageId: string;
  readonly recipient: string;
  readonly isGroup: boolean;
  readonly type: ChatMessageType;
  readonly body: string | null;
  readonly url: string | null;
  readonly filename: string | null;
  readonly mimeType: string | null;
  readonly test: boolean;
}

/** The session as the hand-over needs it. */
export interface SendingSession {
  readonly engine: string;
  readonly state: SessionState;
  readonly phone_number: string | null;
  readonly revision: number;
  /** The message was inserted and may be handed over. */
  readonly inserted: boolean;
}

/**
 * Inserts messages before their hand-over, if their sessions are connected. Returns the session of each message; a message
 * whose session does not exist is missing. Messages of test keys go to `testEngine` instead of the session's own engine.
 */
export async function insertChatMessages(
  tx: OrganisationSql,
  messages: readonly NewChatMessage[],
  testEngine: string,
): Promise<Map<string, SendingSession>> {
  const column = <Name extends keyof NewChatMessage>(name: Name) => messages.map((message) => message[name]);
  const rows = await tx.sql<SendingSession & { message: string }>(INSERT, {
    ids: column('id'),
    sessionIds: column('sessionId'),
    messageIds: column('messageId'),
    recipients: column('recipient'),
    isGroups: column('isGroup'),
    types: column('type'),
    bodies: column('body'),
    urls: column('url'),
    filenames: column('filename'),
    mimeTypes: column('mimeType'),
    tests: column('test'),
    testEngine,
  });
  return new Map(rows.map(({ message, ...session }) => [message, session]));
}

const INSERT = `
WITH input AS MATERIALIZED (
  SELECT i.*, CASE WHEN i.test THEN :testEngine ELSE s.own_engine END AS engine, s.state, s.phone_number, s.revision
  FROM unnest(:ids::uuid[], :sessionIds::uuid[], :messageIds::text[], :recipients::text[], :isGroups::boolean[],
              :types::chat_message_type[], :bodies::text[], :urls::text[], :filenames::text[], :mimeTypes::text[],
              :tests::boolean[])
    AS i (id, session_id, message_id, recipient, is_group, type, body, url, filename, mime_type, test)
  CROSS JOIN LATERAL (
    -- The limit keeps PostgreSQL from reading all phones at once.
    SELECT engine AS own_engine, state, phone_number, revision FROM chat_sessions
    WHERE organisation_id = :organisationId AND id = i.session_id LIMIT 1
  ) s
),
inserted AS (
  INSERT INTO chat_messages (organisation_id, id, session_id, engine, message_id, recipient, is_group, type, body, url,
                             filename, mime_type, test)
  SELECT :organisationId, id, session_id, engine, message_id, recipient, is_group, type, body, url, filename, mime_type, test
  FROM input WHERE state = 'connected'
  RETURNING id
)
SELECT i.id AS message, i.engine, i.state, i.phone_number, i.revision, n.id IS NOT NULL AS inserted
FROM input i LEFT JOIN inserted n USING (id)`;

/**
 * Locks the messages `:ids` in the order of their ids, for the statement that then updates them. An UPDATE alone locks rows in
 * the order of its plan, which is that of the ids or that of the table: two transactions with different plans can deadlock.
 */
export const LOCK_CHAT_MESSAGES = `SELECT id FROM chat_messages
  WHERE organisation_id = :organisationId AND id = ANY (:ids::uuid[])
  ORDER BY id FOR NO KEY UPDATE`;
