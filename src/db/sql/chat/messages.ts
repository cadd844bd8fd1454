import { type InferResult, type SqlBool, sql } from 'kysely';
import type { ChatMessageType, ChatStatus } from '../../../domain/vocabulary.js';
import { ChatMessage } from '../../entities/chat/messages.js';
import { acceptedWithin, type Condition, equal, given, type List } from '../../lists/list.js';
import { type Walk, walkAlong } from '../../lists/walk.js';
import { type OrganisationSql, together } from '../../postgres/transaction.js';
import { anyOf, columnsBut, first, type RowOf, run, tables } from '../../tables.js';
import type { CreatedBy } from '../people/created-by.js';

const CHAT_MESSAGE_COLUMN_NAMES = columnsBut(ChatMessage, 'organisation_id', 'previous_status', 'redacted_at');

export interface ChatMessageRow extends RowOf<'chat_messages', (typeof CHAT_MESSAGE_COLUMN_NAMES)[number]> {}

export const CHAT_MESSAGE_COLUMNS = CHAT_MESSAGE_COLUMN_NAMES.join(', ');

const messages = tables.selectFrom('chat_messages').select(CHAT_MESSAGE_COLUMN_NAMES);

/** In any order. */
export function findChatMessages(tx: OrganisationSql, ids: readonly string[]): Promise<ChatMessageRow[]> {
  return run(tx, messages.where('organisation_id', '=', tx.organisationId).where('id', '=', anyOf(ids)));
}

/** Returns the newest message if two engines have used the same id. */
export function findChatMessageByEngineId(tx: OrganisationSql, messageId: string): Promise<ChatMessageRow | null> {
  const own = messages.where('organisation_id', '=', tx.organisationId).where('message_id', '=', messageId);
  return first(tx, own.where('sent_at', 'is not', null).orderBy('id', 'desc').limit(1));
}

/** One engine, or all but one. */
export type Engine = { readonly is: string } | { readonly isNot: string };

const ofEngine = (engine: Engine): Condition =>
  'is' in engine ? sql`engine = ${engine.is}` : sql`engine <> ${engine.isNot}`;

export interface ChatMessageConditions {
  readonly sessionId?: string | null | undefined;
  readonly status?: ChatStatus | null | undefined;
  readonly type?: ChatMessageType | null | undefined;
  readonly to?: string | null | undefined;
  readonly test?: boolean | null | undefined;
  readonly engine?: Engine | null | undefined;
  readonly createdAfter?: Date | null | undefined;
  readonly createdBefore?: Date | null | undefined;
}

/** Newest first: ids are made in the order of time. */
export const CHAT_MESSAGES: List<ChatMessageRow, ChatMessageConditions, 'chat_messages'> = {
  table: 'chat_messages',
  order: ['id'],
  descending: true,
  rows: (from) => from.select(CHAT_MESSAGE_COLUMN_NAMES),
  conditions: ({ sessionId, status, type, to, test, engine, ...times }) => [
    ...equal<'chat_messages'>({ session_id: sessionId, status, type, recipient: to, test }),
    ...given(engine, ofEngine),
    ...acceptedWithin(times, sql.ref('id')),
  ],
};

/**
 * Along the index of a recipient or a session, or along the ids. None leads to a status: row level security hides enums
 * from indexes.
 */
export const CHAT_SEARCH: Walk<ChatMessageRow, ChatMessageConditions, 'chat_messages'> = walkAlong(
  CHAT_MESSAGES,
  (_tx, { to, sessionId, ...times }) => [
    ...equal<'chat_messages'>(to != null ? { recipient: to } : { session_id: sessionId }),
    ...acceptedWithin(times, sql.ref('id')),
  ],
);

const changes = tables
  .selectFrom('events')
  .select([
    sql<string>`subject_id`.as('subject_id'),
    sql<ChatStatus>`substr(type, 14)`.as('status'),
    'revision',
    'corrected',
    'created_at',
  ])
  .where(sql<SqlBool>`type LIKE 'chat_message.%'`);

export type ChatChangeRow = InferResult<typeof changes>[number];

/** Reads changes of status from the event log. */
export function listChatChangeRows(tx: OrganisationSql, ids: readonly string[]): Promise<ChatChangeRow[]> {
  const own = changes.where('organisation_id', '=', tx.organisationId).where('subject_id', '=', anyOf(ids));
  return run(tx, own.orderBy('subject_id').orderBy('revision'));
}

/** The columns that a message is made of, and their types. */
const NEW = {
  id: 'uuid',
  session_id: 'uuid',
  message_id: 'text',
  recipient: 'text',
  is_group: 'boolean',
  type: 'chat_message_type',
  body: 'text',
  url: 'text',
  filename: 'text',
  mime_type: 'text',
  test: 'boolean',
  created_by_kind: 'actor_kind',
  created_by_id: 'uuid',
  created_by_name: 'text',
} as const;
const NEW_COLUMNS = Object.keys(NEW) as (keyof typeof NEW)[];

export type NewChatMessage = RowOf<'chat_messages', keyof typeof NEW> & CreatedBy;

/** The session as the hand-over needs it. */
export interface SendingSession extends RowOf<'chat_sessions', 'engine' | 'state' | 'phone_number' | 'revision'> {
  /** The message was inserted and may be handed over. */
  readonly inserted: boolean;
}

/**
 * Inserts messages before their hand-over, if their sessions are connected. Returns the session of each message; a
 * message whose session does not exist is missing. Messages of test keys go to `testEngine` instead of the session's
 * own engine.
 *
 * The sessions are read first: if one is deleted between the two statements, its messages are not inserted. If one
 * changes, the message has the revision from before, and a later change on condition of it is left out.
 */
export async function insertChatMessages(
  tx: OrganisationSql,
  messages: readonly NewChatMessage[],
  testEngine: string,
): Promise<Map<string, SendingSession>> {
  const sessionIds = [...new Set(messages.map((message) => message.session_id))];
  const reading = tx.sql<ReadSession>(READ_SESSIONS, { sessionIds });
  const columns = NEW_COLUMNS.map((name) => [name, messages.map((message) => message[name])]);
  const inserting = tx.sql<Pick<ChatMessageRow, 'id' | 'engine'>>(INSERT, {
    ...Object.fromEntries(columns),
    testEngine,
  });
  const [read, inserted] = await together([reading, inserting]);
  const sessions = new Map(read.map(({ id, ...session }) => [id, session]));
  const engines = new Map(inserted.map(({ id, engine }) => [id, engine]));
  const sending = new Map<string, SendingSession>();
  for (const { id, session_id: sessionId } of messages) {
    const session = sessions.get(sessionId);
    const engine = engines.get(id);
    if (!session) continue;
    // The phone may have connected after its session was read.
    if (engine === undefined) sending.set(id, { ...session, inserted: false });
    else sending.set(id, { ...session, engine, state: 'connected', inserted: true });
  }
  return sending;
}

type ReadSession = RowOf<'chat_sessions', 'id' | 'engine' | 'state' | 'phone_number' | 'revision'>;

/** The limit keeps PostgreSQL from reading all phones at once. */
const ONE_SESSION = `SELECT organisation_id, id, engine, state, phone_number, revision FROM chat_sessions
  WHERE organisation_id = :organisationId AND id = i.session_id LIMIT 1`;

const READ_SESSIONS = `
SELECT s.id, s.engine, s.state, s.phone_number, s.revision
FROM unnest(:sessionIds::uuid[]) AS i (session_id) CROSS JOIN LATERAL (${ONE_SESSION}) s`;

const INSERT = `
INSERT INTO chat_messages AS m (organisation_id, engine, ${NEW_COLUMNS.join(', ')})
SELECT s.organisation_id, CASE WHEN i.test THEN :testEngine ELSE s.engine END,
       ${NEW_COLUMNS.map((column) => `i.${column}`).join(', ')}
FROM unnest(${NEW_COLUMNS.map((name) => `:${name}::${NEW[name]}[]`).join(', ')})
  AS i (${NEW_COLUMNS.join(', ')})
CROSS JOIN LATERAL (${ONE_SESSION}) s
WHERE s.state = 'connected'
RETURNING m.id, m.engine`;

/**
 * Locks the messages `:ids` in the order of their ids, for the statement that then updates them. An UPDATE alone locks
 * rows in the order of its plan, which is that of the ids or that of the table: two transactions with different plans
 * can deadlock.
 */
export const LOCK_CHAT_MESSAGES = `SELECT id FROM chat_messages
  WHERE organisation_id = :organisationId AND id = ANY (:ids::uuid[])
  ORDER BY id FOR NO KEY UPDATE`;
