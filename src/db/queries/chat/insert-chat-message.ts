import type { ChatMessageType, SessionState } from '../../../domain/vocabulary.js';
import type { Tx } from '../../transaction.js';

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
  /** The message was written down: it may be handed over. */
  readonly inserted: boolean;
}

/**
 * Writes the message down before its hand-over, if the phone is connected. Null: there is no such session. `testEngine`
 * takes the place of the session's own for test keys.
 */
export async function insertChatMessage(
  tx: Tx,
  organisationId: string,
  message: NewChatMessage,
  testEngine: string,
): Promise<SendingSession | null> {
  const [row] = await tx.sql<SendingSession>(STATEMENT, [
    organisationId,
    message.id,
    message.sessionId,
    message.messageId,
    message.recipient,
    message.isGroup,
    message.type,
    message.body,
    message.url,
    message.filename,
    message.mimeType,
    message.test,
    testEngine,
  ]);
  return row ?? null;
}

const STATEMENT = `
WITH session AS (
  SELECT CASE WHEN $12 THEN $13 ELSE engine END AS engine, state, phone_number, revision
  FROM chat_sessions WHERE organisation_id = $1 AND id = $3
),
inserted AS (
  INSERT INTO chat_messages (organisation_id, id, session_id, engine, message_id, recipient, is_group, type, body, url,
                             filename, mime_type, test)
  SELECT $1, $2, $3, engine, $4, $5, $6, $7, $8, $9, $10, $11, $12 FROM session WHERE state = 'connected'
  RETURNING id
)
SELECT engine, state, phone_number, revision, EXISTS (SELECT FROM inserted) AS inserted FROM session`;
