import { CHAT_RANK } from '../../../domain/chat/message-status.js';
import { CHAT_STATUSES, type ChatStatus } from '../../../domain/vocabulary.js';
import type { OrganisationSql, OrganisationTx } from '../../postgres/transaction.js';
import type { RowOf } from '../../tables.js';
import { appendEvents } from '../events/append-events.js';
import { LOCK_CHAT_MESSAGES } from './messages.js';

export type AckedMessage = RowOf<'chat_messages', 'id' | 'session_id' | 'message_id' | 'is_group'>;

/** Finds messages by the ids of their engine. */
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
    { engine, sessionIds, messageIds },
  );
}

export interface DoubtfulMessage extends AckedMessage {
  readonly recipient: string;
}

/** Acks of accepted messages arrive soon. Later acks belong to messages that a person typed on the phone. */
const DOUBT_MATCH_SECONDS = 300;

/** If the recipient's phone is off, its acks arrive when it is switched on, mostly within a day. */
const LATE_ACK_SECONDS = 24 * 3600;

/**
 * Finds media messages that are in doubt since shortly before the ack, and are the only unsettled message to their
 * chat. An ack with an unknown id from such a chat must mean that message, unless a person typed to the chat meanwhile.
 * Texts are excluded because the engine uses our proposed id for them, but they count as unsettled, since some engines
 * ignore that id.
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
      sessionIds,
      ackAgeSeconds,
      doubtSeconds: ackAgeSeconds + DOUBT_MATCH_SECONDS,
      lateSeconds: ackAgeSeconds + LATE_ACK_SECONDS,
    },
  );
}

export interface Ack {
  /** Our id of the message; at most once in a call. */
  readonly id: string;
  readonly status: Exclude<ChatStatus, 'pending'>;
  /** The id of the engine, which the message may not have yet. */
  readonly messageId: string;
}

/**
 * The only statement that applies acks to chat messages. Statuses only rise in rank, and each change appends its event.
 * A message that was settled under another engine id since the match is left unchanged, because the ack means another
 * one.
 */
export async function applyAcks(tx: OrganisationTx, acks: readonly Ack[]): Promise<void> {
  if (acks.length === 0) return;
  const changed = await tx.sql<ChangedGroup>(APPLY, {
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
  `CASE ${CHAT_STATUSES.map((word) => `WHEN ${status} = '${word}' THEN ${CHAT_RANK[word]}`).join(' ')} END`;

const APPLY = `
-- Locks all of them, since unchanged messages may get receipts in the same transaction.
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
  -- The ids are compared with the parameter as well: a plan made for a small table would read all messages of the organisation.
  WHERE m.organisation_id = :organisationId AND m.id = ANY (:ids::uuid[]) AND m.id = n.id
    AND m.id IN (SELECT id FROM locked) AND ${rankOf('n.status')} > ${rankOf('m.status')}
    AND (m.phase <> 'settled' OR m.message_id = n.message_id)
  RETURNING m.id, m.previous_status, m.status, m.revision
)
SELECT array_agg(id) AS ids, status, revision, previous_status = 'failed' AS corrected
FROM changed GROUP BY status, revision, corrected`;

export interface Receipt {
  readonly messageId: string;
  /** Keyed hash of a participant of the group. */
  readonly participant: Buffer;
  readonly read: boolean;
}

/**
 * Counts each participant once that has received or read a group message. A call has at most one receipt of a
 * participant. After redaction receipts are ignored, since the hashes of counted participants are deleted.
 */
export async function addReceipts(tx: OrganisationSql, receipts: readonly Receipt[]): Promise<void> {
  if (receipts.length === 0) return;
  const kept = await tx.sql<RowOf<'chat_receipts', 'message_id' | 'read' | 'was_read'>>(KEEP_RECEIPTS, {
    messageIds: receipts.map((receipt) => receipt.messageId),
    participants: receipts.map((receipt) => receipt.participant),
    reads: receipts.map((receipt) => receipt.read),
  });
  if (kept.length === 0) return;
  await tx.sql(COUNT_RECEIPTS, {
    messageIds: kept.map((receipt) => receipt.message_id),
    delivered: kept.map(({ was_read: wasRead }) => wasRead === null),
    reads: kept.map(({ read }) => read),
  });
}

/** The hashes, in hexadecimal digits, of those participants that are counted already. A hash belongs to one message. */
export async function findCounted(tx: OrganisationSql, receipts: readonly Receipt[]): Promise<Set<string>> {
  if (receipts.length === 0) return new Set();
  const rows = await tx.sql<{ participant: Buffer }>(
    `SELECT participant FROM chat_receipts WHERE organisation_id = :organisationId
       AND message_id = ANY (:messageIds::uuid[]) AND participant = ANY (:participants::bytea[])`,
    {
      messageIds: receipts.map((receipt) => receipt.messageId),
      participants: receipts.map((receipt) => receipt.participant),
    },
  );
  return new Set(rows.map(({ participant }) => participant.toString('hex')));
}

/** Returns the receipts that are new or newly read. Redaction locks the same messages, so no receipt comes after it. */
const KEEP_RECEIPTS = `
INSERT INTO chat_receipts AS r (organisation_id, message_id, participant, read)
SELECT m.organisation_id, n.message_id, n.participant, n.read
FROM (
  SELECT organisation_id, id FROM chat_messages
  WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND redacted_at IS NULL
  ORDER BY id FOR NO KEY UPDATE
) m
JOIN unnest(:messageIds::uuid[], :participants::bytea[], :reads::boolean[]) AS n (message_id, participant, read)
  ON n.message_id = m.id
ORDER BY n.message_id, n.participant
ON CONFLICT (organisation_id, message_id, participant) DO UPDATE SET read = true, was_read = r.read
WHERE excluded.read AND NOT r.read
RETURNING r.message_id, r.read, r.was_read`;

const COUNT_RECEIPTS = `
UPDATE chat_messages m
SET delivered_count = m.delivered_count + c.delivered, read_count = m.read_count + c.read
FROM (
  SELECT message_id, count(*) FILTER (WHERE delivered)::integer AS delivered, count(*) FILTER (WHERE read)::integer AS read
  FROM unnest(:messageIds::uuid[], :delivered::boolean[], :reads::boolean[]) AS r (message_id, delivered, read)
  GROUP BY message_id
) c
-- The ids are compared with the parameter as well: a plan made for a small table would read all messages of the organisation.
WHERE m.organisation_id = :organisationId AND m.id = ANY (:messageIds::uuid[]) AND m.id = c.message_id`;
