import type { ChatSettlement } from '../../../domain/chat/message-status.js';
import type { NewEvents } from '../../../domain/events/event.js';
import type { ChatStatus } from '../../../domain/vocabulary.js';
import type { EveryOrganisationSql, OrganisationTx } from '../../postgres/transaction.js';
import { appendEvents } from '../events/append-events.js';
import { CHAT_MESSAGE_COLUMNS, type ChatMessageRow, LOCK_CHAT_MESSAGES } from './messages.js';

/** The answer of the engine for one message. */
export interface SettledMessage extends ChatSettlement {
  readonly id: string;
}

/**
 * Stores the answers of the engine, appends the events, and returns the messages by id. If an ack came before the
 * answer, the message keeps its status and only gets the engine's id. A message that was erased meanwhile gets only its
 * status.
 */
export async function settleChatMessages(
  tx: OrganisationTx,
  settled: readonly SettledMessage[],
): Promise<Map<string, ChatMessageRow>> {
  const column = <Name extends keyof SettledMessage>(name: Name) => settled.map((message) => message[name]);
  const rows = await tx.sql<SettledRow>(SETTLE, {
    ids: column('id'),
    statuses: column('status'),
    phases: column('phase'),
    errors: column('error'),
    messageIds: column('messageId'),
    reasons: column('reason'),
  });
  const events: NewEvents[] = [];
  const messages = new Map<string, ChatMessageRow>();
  for (const { previous_status: before, ...message } of rows) {
    const { id, status, revision } = message;
    messages.set(id, message);
    if (status === before || status === 'pending') continue;
    events.push({ type: `chat_message.${status}`, subjectIds: [id], revision });
  }
  appendEvents(tx, events);
  return messages;
}

interface SettledRow extends ChatMessageRow {
  readonly previous_status: ChatStatus;
}

const SETTLE = `
WITH locked AS (
  ${LOCK_CHAT_MESSAGES}
),
settled AS (
  UPDATE chat_messages m
  SET previous_status = m.status,
      status = CASE WHEN m.status = 'pending' THEN a.new_status ELSE m.status END,
      phase = CASE WHEN m.status = 'pending' AND m.redacted_at IS NULL THEN a.new_phase ELSE 'settled' END,
      error = CASE WHEN m.status = 'pending' THEN a.new_error ELSE m.error END,
      revision = m.revision + (m.status = 'pending' AND a.new_status <> 'pending')::integer,
      -- Both may contain the number.
      message_id = CASE WHEN m.redacted_at IS NULL THEN coalesce(a.engine_id, m.message_id) ELSE m.message_id END,
      provider_reason = CASE WHEN m.redacted_at IS NULL THEN a.reason END,
      sent_at = CASE WHEN a.new_status = 'sent' THEN coalesce(m.sent_at, now()) ELSE m.sent_at END,
      updated_at = now()
  FROM unnest(:ids::uuid[], :statuses::chat_status[], :phases::chat_phase[], :errors::chat_error[], :messageIds::text[],
              :reasons::text[])
    AS a (message, new_status, new_phase, new_error, engine_id, reason)
  -- The ids are compared with the parameter as well: a plan made for a small table would read all messages of the organisation.
  WHERE m.organisation_id = :organisationId AND m.id = ANY (:ids::uuid[]) AND m.id = a.message
    AND m.id IN (SELECT id FROM locked)
  RETURNING m.previous_status, ${CHAT_MESSAGE_COLUMNS}
),
-- Lock order: sessions by id, as when acks are applied.
newly_unacked AS (
  SELECT s.id FROM chat_sessions s
  WHERE s.organisation_id = :organisationId AND s.unacked_since IS NULL
    AND (s.id, s.engine) IN (SELECT session_id, engine FROM settled
                             WHERE status = 'sent' AND previous_status = 'pending')
  ORDER BY s.id
  FOR NO KEY UPDATE OF s
),
watched AS (
  UPDATE chat_sessions s SET unacked_since = now() FROM newly_unacked n
  WHERE s.organisation_id = :organisationId AND s.id = n.id
)
SELECT previous_status, ${CHAT_MESSAGE_COLUMNS} FROM settled`;

/**
 * Marks messages in doubt that no process has settled within the lease: their process has died, and the engine may have
 * sent them. Returns how many.
 */
export async function markAbandonedInDoubt(tx: EveryOrganisationSql, leaseSeconds: number): Promise<number> {
  return (await tx.sql(DOUBT_ABANDONED, { leaseSeconds })).length;
}

export const DOUBT_ABANDONED = `
UPDATE chat_messages SET phase = 'in_doubt', error = 'provider_timeout', updated_at = now()
WHERE phase = 'submitting' AND created_at < now() - make_interval(secs => :leaseSeconds) RETURNING id`;
