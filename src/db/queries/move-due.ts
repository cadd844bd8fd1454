import type { Tx } from '../transaction.js';

/** Gives an organisation's dispatch work that nobody has leased to another gateway. */
export async function moveDue(tx: Tx, organisationId: string, from: string, to: string): Promise<number> {
  const rows = await tx.sql(
    `UPDATE sms_due SET gateway = $3, tries = 0, due_at = least(due_at, now())
     WHERE organisation_id = $1 AND gateway = $2 AND purpose = 'dispatch' AND lease_id IS NULL
       AND (due_at <= now() OR tries > 0)
     RETURNING id`,
    [organisationId, from, to],
  );
  return rows.length;
}
