import { CHAT_RANK } from '../../../domain/chat/message-status.js';
import { CHAT_STATUSES, type ChatStatus } from '../../../domain/vocabulary.js';
import { plainArray } from '../../array-parameters.js';
import type { OrganisationSql, OrganisationTx } from '../../transaction.js';
import { appendEvents } from '../events/append-events.js';
import { LOCK_CHAT_MESSAGES } from './messages.js';

export interface AckedMessage {
  readonly id: string;
  readonly session_id: string;
  readonly message_id: string;
  readonly is_group: boolean;
}

/** The messages that an engine means by its own ids. */
export function findAckedMessages(
  tx: OrganisationSql,
  engine: string,
  sessionIds: readonly string[],
  messageIds: readonly string[],
): Promise<AckedMessage[]> {
  return tx.sql<AckedMessage>(
    `SELECT id, session_id, message_id, is_group FROM chat_messages
     WHERE organisation_id = :organisationId AND message_id = ANY (:messageIds::text[])
       AND session_id = ANY (:sessionIds::uuid[]) AND engine = :engine`,
    { engine, sessionIds: plainArray(sessionIds), messageIds },
  );
}

export interface DoubtfulMessage extends AckedMessage {
  readonly recipient: string;
}

/** Acks of what the engine took come soon; later ones are of what a person has typed into the phone since. */
const DOUBT_MATCH_SECONDS = 300;

/** Unless the recipient is away: then they come when somebody switches a phone on, mostly within a day. */
const LATE_ACK_SECONDS = 24 * 3600;

/**
 * Media whose answer was lost a short while before the ack came, with nothing else to their chats that the ack could
 * mean: an ack for an id that nobody knows, from such a chat, means that message. Only a person who types to the same
 * chat could mislead. Texts are known by the id that the engine was asked to use, or not at all; but the ack may well
 * mean one, as some engines take no id from us.
 */
export function findDoubtfulMessages(
  tx: OrganisationSql,
  engine: string,
  sessionIds: readonly string[],
  ackAgeSeconds: number,
): Promise<DoubtfulMessage[]> {
  return tx.sql<DoubtfulMessage>(
    `SELECT (array_agg(id))[1] AS id, session_id, (array_agg(message_id))[1] AS message_id,
            bool_or(is_group) AS is_group, recipient
     FROM chat_messages
     WHERE organisation_id = :organisationId AND session_id = ANY (:sessionIds::uuid[]) AND engine = :engine
       AND phase <> 'settled'
       AND recipient IS NOT NULL AND created_at > now() - make_interval(secs => :lateSeconds)
     GROUP BY session_id, recipient
     HAVING count(*) = 1
        AND bool_and(phase = 'in_doubt' AND type <> 'text' AND created_at < now() - make_interval(secs => :ackAgeSeconds)
                     AND created_at > now() - make_interval(secs => :doubtSeconds))`,
    {
      engine,
      sessionIds: plainArray(sessionIds),
      ackAgeSeconds,
      doubtSeconds: ackAgeSeconds + DOUBT_MATCH_SECONDS,
      lateSeconds: ackAgeSeconds + LATE_ACK_SECONDS,
    },
  );
}

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
  const changed = await tx.sql<ChangedGroup>(APPLY, {
    ids: plainArray(acks.map((ack) => ack.id)),
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

const APPLY = `
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

export interface Receipt {
  readonly messageId: string;
  /** Stands for one participant of the group. */
  readonly participant: Buffer;
  readonly read: boolean;
}

/**
 * Counts the participants that have received and have read a group message, each once. A call has at most one receipt of a
 * participant. After redaction no receipt is counted: the program no longer knows which participants it has counted.
 */
export async function addReceipts(tx: OrganisationSql, receipts: readonly Receipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await tx.sql(ADD_RECEIPTS, {
    messageIds: plainArray(receipts.map((receipt) => receipt.messageId)),
    participants: receipts.map((receipt) => receipt.participant),
    reads: receipts.map((receipt) => receipt.read),
  });
}

const ADD_RECEIPTS = `
WITH counting AS (
  SELECT id FROM chat_messages
  WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND redacted_at IS NULL
  -- Redaction locks the same rows, so no receipt comes after it.
  ORDER BY id FOR NO KEY UPDATE
),
kept AS (
  INSERT INTO chat_receipts AS r (organisation_id, message_id, participant, read)
  SELECT :organisationId, message_id, participant, read
  FROM unnest(:messageIds::uuid[], :participants::bytea[], :reads::boolean[]) AS n (message_id, participant, read)
  WHERE message_id IN (SELECT id FROM counting)
  ORDER BY message_id, participant
  ON CONFLICT (organisation_id, message_id, participant) DO UPDATE SET read = true, was_read = r.read
  WHERE excluded.read AND NOT r.read
  RETURNING r.message_id, r.read, r.was_read
),
counted AS (
  SELECT message_id, count(*) FILTER (WHERE was_read IS NULL)::integer AS delivered,
         count(*) FILTER (WHERE read)::integer AS read
  FROM kept GROUP BY message_id
)
UPDATE chat_messages m
SET delivered_count = m.delivered_count + c.delivered, read_count = m.read_count + c.read
FROM counted c WHERE m.organisation_id = :organisationId AND m.id = c.message_id`;
