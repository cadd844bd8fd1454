import type { OrganisationSql } from '../../transaction.js';
import type { DestinationRow } from './find-destinations.js';

/** Rows that are locked at a time, and the messages after which no further row is taken. */
const MOST_ROWS = 500;
const ENOUGH_MESSAGES = 5_000;

/**
 * The oldest dispatch rows of an organisation at a gateway that no worker has leased. A limit keeps the transaction small,
 * however many rows wait. No back-off is longer than a minute: this condition, and limits that are no parameters, keep
 * PostgreSQL on the index.
 */
export const OLDEST_FREE = `
oldest AS (
  SELECT id, size, due_at FROM sms_due
  WHERE organisation_id = :organisationId AND gateway = :gateway AND purpose = 'dispatch' AND lease_id IS NULL
    AND due_at <= now() + interval '1 minute' AND (due_at <= now() OR tries > 0)
  ORDER BY due_at LIMIT ${MOST_ROWS} FOR UPDATE SKIP LOCKED
),
numbered AS (
  SELECT id, row_number() OVER in_order AS place, sum(size) OVER in_order - size AS size_before
  FROM oldest WINDOW in_order AS (ORDER BY due_at, id)
),
chosen AS (SELECT id, place FROM numbered WHERE size_before < ${ENOUGH_MESSAGES})`;

/** The back-off of what is `leaving` was about the gateway that it leaves. */
export const HURRIED = `
hurried AS (
  UPDATE sms_messages SET next_action_at = NULL
  WHERE organisation_id = :organisationId AND id IN (SELECT message_id FROM leaving)
    AND CASE WHEN phase = 'ready' THEN next_action_at IS NOT NULL ELSE false END
)`;

/**
 * Takes the oldest of an organisation's dispatch work that nobody has leased off the agenda of a gateway, and answers
 * its messages in their order. They have to be put back on an agenda in the same transaction.
 */
export function takeDue(tx: OrganisationSql, gateway: string): Promise<DestinationRow[]> {
  return tx.sql<DestinationRow>(STATEMENT, { gateway });
}

const STATEMENT = `
WITH ${OLDEST_FREE},
taken AS (
  DELETE FROM sms_due WHERE organisation_id = :organisationId AND id = ANY (ARRAY(SELECT id FROM chosen))
  RETURNING id, message_ids
),
leaving AS (
  SELECT c.place, m.message_id, m.position
  FROM taken t JOIN chosen c ON c.id = t.id,
       unnest(t.message_ids) WITH ORDINALITY AS m (message_id, position)
),
${HURRIED}
SELECT m.id, m.mobile, m.sender_id
FROM leaving l JOIN sms_messages m ON m.organisation_id = :organisationId AND m.id = l.message_id
ORDER BY l.place, l.position`;
