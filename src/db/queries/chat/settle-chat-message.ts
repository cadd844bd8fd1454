import type { ChatSettlement } from '../../../domain/chat/message-status.js';
import type { Tx } from '../../transaction.js';
import { CHAT_MESSAGE_COLUMNS, type ChatMessageRow } from './rows.js';

/**
 * Writes down what the engine answered, with its event, and answers the message as it is then. An ack may have been
 * quicker: then the message keeps the status that it has, and learns its id only.
 */
export async function settleChatMessage(
  tx: Tx,
  organisationId: string,
  id: string,
  { status, phase, error, messageId, reason }: ChatSettlement,
): Promise<ChatMessageRow> {
  const rows = await tx.sql<ChatMessageRow>(STATEMENT, [organisationId, id, status, phase, error, messageId, reason]);
  return rows[0] as ChatMessageRow;
}

const STATEMENT = `
WITH settled AS (
  UPDATE chat_messages m
  SET previous_status = m.status,
      status = CASE WHEN m.status = 'pending' THEN $3::chat_status ELSE m.status END,
      phase = CASE WHEN m.status = 'pending' THEN $4::chat_phase ELSE 'settled' END,
      error = CASE WHEN m.status = 'pending' THEN $5::chat_error ELSE m.error END,
      revision = m.revision + (m.status = 'pending' AND $3::chat_status <> 'pending')::integer,
      message_id = coalesce($6, m.message_id),
      provider_reason = $7,
      sent_at = CASE WHEN $3::chat_status = 'sent' THEN coalesce(m.sent_at, now()) ELSE m.sent_at END,
      updated_at = now()
  WHERE m.organisation_id = $1 AND m.id = $2
  RETURNING m.previous_status, ${CHAT_MESSAGE_COLUMNS}
),
logged AS (
  INSERT INTO events (organisation_id, type, subject_id, revision)
  SELECT $1, 'chat_message.' || status, id, revision FROM settled WHERE status <> previous_status
),
watched AS (
  UPDATE chat_sessions s SET unacked_since = now()
  FROM settled m
  WHERE s.organisation_id = $1 AND s.id = m.session_id AND s.engine = m.engine
    AND m.status = 'sent' AND m.previous_status = 'pending' AND s.unacked_since IS NULL
)
SELECT ${CHAT_MESSAGE_COLUMNS} FROM settled`;
