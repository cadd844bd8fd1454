import type { OptOut } from '../../domain/ports.js';
import type { Tx } from '../transaction.js';

export interface WrittenTo {
  readonly organisation_id: string;
  readonly mobile: string;
  /** Of the messages; null: none of their own. */
  readonly sender_id: string | null;
}

/**
 * Which organisations have written to these numbers through this gateway, under the sender that each opt-out names or under
 * none of their own. Only for work that sees every organisation. The DISTINCT within keeps the planner to asking each by
 * itself: keys of messages begin with the organisation.
 */
export function findWrittenTo(tx: Tx, gateway: string, optOuts: readonly OptOut[]): Promise<WrittenTo[]> {
  return tx.sql<WrittenTo>(STATEMENT, [
    gateway,
    optOuts.map(({ mobile }) => mobile),
    optOuts.map(({ senderId }) => senderId),
  ]);
}

// The message names the gateway of its last attempt; one that went on to another gateway has its earlier attempts in
// sms_attempts. An attempt that the gateway refused counts as well: the next one of that organisation may succeed. One that
// provably never left is no attempt.
const STATEMENT = `
SELECT o.organisation_id, w.mobile, m.sender_id
FROM organisations o
CROSS JOIN unnest($2::text[], $3::text[]) AS w (mobile, sender_id)
CROSS JOIN LATERAL (
  SELECT DISTINCT m.sender_id FROM sms_messages m
  WHERE m.organisation_id = o.organisation_id AND m.mobile = w.mobile AND NOT m.test
    AND (m.sender_id IS NULL OR w.sender_id IS NULL OR m.sender_id = w.sender_id)
    AND (m.gateway = $1 AND m.attempt > 0
         OR EXISTS (SELECT 1 FROM sms_attempts a
                    WHERE a.organisation_id = m.organisation_id AND a.message_id = m.id AND a.gateway = $1))
) m
ORDER BY o.organisation_id`;
