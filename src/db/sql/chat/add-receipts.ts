import type { OrganisationSql } from '../../transaction.js';

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
  await tx.sql(STATEMENT, {
    messageIds: receipts.map((receipt) => receipt.messageId),
    participants: receipts.map((receipt) => receipt.participant),
    reads: receipts.map((receipt) => receipt.read),
  });
}

const STATEMENT = `
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
