import type { Tx } from '../transaction.js';

/** Gives an organisation's dispatch work that nobody has leased to another gateway. */
export async function moveDue(tx: Tx, organisationId: string, from: string, to: string): Promise<number> {
  const rows = await tx.sql(
    `WITH moved AS (
       UPDATE sms_due SET gateway = $3, tries = 0, due_at = least(due_at, now())
       WHERE organisation_id = $1 AND gateway = $2 AND purpose = 'dispatch' AND lease_id IS NULL
         AND (due_at <= now() OR tries > 0)
       RETURNING id, message_ids
     ),
     -- Their back-off was about the gateway that they leave.
     hurried AS (
       UPDATE sms_messages SET next_action_at = NULL
       WHERE organisation_id = $1 AND id IN (SELECT unnest(message_ids) FROM moved)
         AND CASE WHEN phase = 'ready' THEN next_action_at IS NOT NULL ELSE false END
     )
     SELECT id FROM moved`,
    [organisationId, from, to],
  );
  return rows.length;
}
