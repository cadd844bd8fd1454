import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';

export type AckedMessage = RowOf<'chat_messages', 'id' | 'session_id' | 'message_id' | 'is_group'>;

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
    { engine, sessionIds, messageIds },
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
      sessionIds,
      ackAgeSeconds,
      doubtSeconds: ackAgeSeconds + DOUBT_MATCH_SECONDS,
      lateSeconds: ackAgeSeconds + LATE_ACK_SECONDS,
    },
  );
}

/**
 * Notes that these phones deliver what they take. Updates only rows that change by it, since sends through a phone wait for
 * the lock of its row.
 */
export async function noteAcks(tx: OrganisationSql, sessionIds: readonly string[]): Promise<void> {
  await tx.sql(
    `UPDATE chat_sessions SET unacked_since = NULL, confirmed_at = now()
     WHERE organisation_id = :organisationId AND id = ANY (:sessionIds::uuid[])
       AND (unacked_since IS NOT NULL OR confirmed_at IS NULL OR confirmed_at < now() - interval '10 seconds')`,
    { sessionIds },
  );
}
