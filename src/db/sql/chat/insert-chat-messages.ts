import type { ChatMessageType } from '../../../domain/vocabulary.js';
import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';

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
export interface SendingSession extends RowOf<'chat_sessions', 'engine' | 'state' | 'phone_number' | 'revision'> {
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
  const rows = await tx.sql<SendingSession & { message: string }>(STATEMENT, {
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

const STATEMENT = `
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
