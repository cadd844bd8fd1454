import type { ChatSettlement } from '../../../domain/chat/message-status.js';
import type { ChatStatus } from '../../../domain/vocabulary.js';
import type { Tx } from '../../transaction.js';
import { appendEvents } from '../events/append-events.js';
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
  const parameters = [organisationId, id, status, phase, error, messageId, reason];
  const [row] = (await tx.sql<SettledRow>(STATEMENT, parameters)) as [SettledRow];
  const { previous_status: before, ...message } = row;
  if (message.status !== before && message.status !== 'pending') {
    const type = `chat_message.${message.status}` as const;
    appendEvents(tx, organisationId, [{ type, subjectIds: [id], revision: message.revision }]);
  }
  return message;
}

interface SettledRow extends ChatMessageRow {
  readonly previous_status: ChatStatus;
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
watched AS (
  UPDATE chat_sessions s SET unacked_since = now()
  FROM settled m
  WHERE s.organisation_id = $1 AND s.id = m.session_id AND s.engine = m.engine
    AND m.status = 'sent' AND m.previous_status = 'pending' AND s.unacked_since IS NULL
)
SELECT previous_status, ${CHAT_MESSAGE_COLUMNS} FROM settled`;
