import { CHAT_RANK } from '../../../domain/chat/message-status.js';
import { CHAT_STATUSES, type ChatStatus } from '../../../domain/vocabulary.js';
import type { OrganisationTx } from '../../transaction.js';
import { appendEvents } from '../events/append-events.js';
import { LOCK_CHAT_MESSAGES } from './lock-chat-messages.js';

export interface Ack {
  /** Our id of the message; each at most once in a call. */
  readonly id: string;
  readonly status: Exclude<ChatStatus, 'pending'>;
  /** The id that the engine uses, where we did not know it. */
  readonly messageId: string;
}

/**
 * The one statement that moves chat messages by acks: forward in rank only, each move with its event. What was settled
 * under another id since the ack was matched is not what the ack means.
 */
export async function applyAcks(tx: OrganisationTx, acks: readonly Ack[]): Promise<void> {
  if (acks.length === 0) return;
  const changed = await tx.sql<ChangedGroup>(STATEMENT, {
    ids: acks.map((ack) => ack.id),
    statuses: acks.map((ack) => ack.status),
    messageIds: acks.map((ack) => ack.messageId),
  });
  appendEvents(
    tx,
    changed.map(
      ({ ids, status, ...group }) => ({ type: `chat_message.${status}`, subjectIds: ids, ...group }) as const,
    ),
  );
}

interface ChangedGroup {
  readonly ids: readonly string[];
  readonly status: Ack['status'];
  readonly revision: number;
  readonly corrected: boolean;
}

const rankOf = (status: string) =>
  `CASE ${status} ${CHAT_STATUSES.map((word) => `WHEN '${word}' THEN ${CHAT_RANK[word]}`).join(' ')} END`;

const STATEMENT = `
-- All of them, since those that do not change may get receipts in the same transaction.
WITH locked AS (
  ${LOCK_CHAT_MESSAGES}
),
changed AS (
  UPDATE chat_messages m
  SET previous_status = m.status,
      status = n.status,
      phase = 'settled',
      error = CASE WHEN n.status = 'failed' THEN 'provider_failed'::chat_error END,
      message_id = n.message_id,
      revision = m.revision + 1,
      sent_at = CASE WHEN n.status = 'failed' THEN m.sent_at ELSE coalesce(m.sent_at, now()) END,
      delivered_at = CASE WHEN n.status IN ('delivered', 'read') THEN coalesce(m.delivered_at, now())
                          ELSE m.delivered_at END,
      read_at = CASE WHEN n.status = 'read' THEN now() ELSE m.read_at END,
      updated_at = now()
  FROM unnest(:ids::uuid[], :statuses::chat_status[], :messageIds::text[]) AS n (id, status, message_id)
  -- By the parameter too: a plan that is made while the table is new would read all messages of the organisation.
  WHERE m.organisation_id = :organisationId AND m.id = ANY (:ids::uuid[]) AND m.id = n.id
    AND m.id IN (SELECT id FROM locked) AND ${rankOf('n.status')} > ${rankOf('m.status')}
    AND (m.phase <> 'settled' OR m.message_id = n.message_id)
  RETURNING m.id, m.previous_status, m.status, m.revision
)
SELECT array_agg(id) AS ids, status, revision, previous_status = 'failed' AS corrected
FROM changed GROUP BY status, revision, corrected`;
