import { type Tx, uuids } from '../../transaction.js';

export interface AckedMessage {
  readonly id: string;
  readonly session_id: string;
  readonly message_id: string;
  readonly is_group: boolean;
}

/** The messages that an engine means by its own ids. */
export function findAckedMessages(
  tx: Tx,
  organisationId: string,
  engine: string,
  sessionIds: readonly string[],
  messageIds: readonly string[],
): Promise<AckedMessage[]> {
  return tx.sql<AckedMessage>(
    `SELECT id, session_id, message_id, is_group FROM chat_messages
     WHERE organisation_id = $1 AND message_id = ANY ($4::text[]) AND session_id = ANY ($3::uuid[]) AND engine = $2`,
    [organisationId, engine, uuids(sessionIds), messageIds],
  );
}

export interface DoubtfulMessage extends AckedMessage {
  readonly recipient: string;
}

/**
 * Messages whose answer was lost, where only one of them went to its chat: an ack for an id that nobody knows, from
 * that chat, can mean no other message of ours.
 */
export function findDoubtfulMessages(
  tx: Tx,
  organisationId: string,
  engine: string,
  sessionIds: readonly string[],
): Promise<DoubtfulMessage[]> {
  return tx.sql<DoubtfulMessage>(
    `SELECT (array_agg(id))[1] AS id, session_id, (array_agg(message_id))[1] AS message_id,
            bool_or(is_group) AS is_group, recipient
     FROM chat_messages
     WHERE organisation_id = $1 AND session_id = ANY ($3::uuid[]) AND engine = $2 AND phase = 'in_doubt'
       AND recipient IS NOT NULL
     GROUP BY session_id, recipient HAVING count(*) = 1`,
    [organisationId, engine, uuids(sessionIds)],
  );
}

/** Acks are flowing: what these phones take goes out. */
export async function noteAcks(tx: Tx, organisationId: string, sessionIds: readonly string[]): Promise<void> {
  await tx.sql(
    `UPDATE chat_sessions SET unacked_since = NULL, confirmed_at = now()
     WHERE organisation_id = $1 AND id = ANY ($2::uuid[])`,
    [organisationId, uuids(sessionIds)],
  );
}
