import type { OrganisationSql } from '../../transaction.js';
import { HURRIED, OLDEST_FREE } from './take-due.js';

/** Moves the oldest dispatch rows of an organisation that no worker has leased to another gateway. Returns how many. */
export async function moveDue(tx: OrganisationSql, from: string, to: string): Promise<number> {
  return (await tx.sql(STATEMENT, { gateway: from, to })).length;
}

const STATEMENT = `
WITH ${OLDEST_FREE},
moved AS (
  UPDATE sms_due SET gateway = :to, tries = 0, due_at = least(due_at, now())
  WHERE organisation_id = :organisationId AND id = ANY (ARRAY(SELECT id FROM chosen))
  RETURNING message_ids
),
leaving AS (SELECT unnest(message_ids) AS message_id FROM moved),
${HURRIED}
SELECT 1 FROM moved`;
