import type { SuppressionSource } from '../../domain/vocabulary.js';
import { newId } from '../../lib/ids.js';
import { numbers, type Tx } from '../transaction.js';

export interface NewSuppression {
  readonly mobile: string;
  /** Empty: for every sender. */
  readonly senderId: string;
  readonly deliveryCode: number;
  readonly reason: string | null;
}

/** Which of the numbers must not be written to by this sender, and the code that says why. */
export async function findSuppressed(
  tx: Tx,
  organisationId: string,
  senderId: string | null,
  mobiles: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.sql<{ mobile: string; delivery_code: number }>(
    `SELECT mobile, max(delivery_code) AS delivery_code FROM suppressions
     WHERE organisation_id = $1 AND mobile = ANY ($2) AND sender_id IN ('', $3)
     GROUP BY mobile`,
    [organisationId, numbers(mobiles), senderId ?? ''],
  );
  return new Map(rows.map((row) => [row.mobile, row.delivery_code]));
}

/** Answers how many of them had not been suppressed before. */
export async function suppress(
  tx: Tx,
  organisationId: string,
  source: SuppressionSource,
  entries: readonly NewSuppression[],
): Promise<number> {
  if (entries.length === 0) return 0;
  const added = await tx.sql(
    `INSERT INTO suppressions (organisation_id, id, mobile, sender_id, delivery_code, source, reason)
     SELECT $1, id, mobile, sender_id, delivery_code, $2, reason
     FROM unnest($3::uuid[], $4::text[], $5::text[], $6::smallint[], $7::text[])
       AS s (id, mobile, sender_id, delivery_code, reason)
     ORDER BY mobile, sender_id
     ON CONFLICT (organisation_id, mobile, sender_id) DO NOTHING
     RETURNING 1`,
    [
      organisationId,
      source,
      entries.map(() => newId()),
      entries.map((entry) => entry.mobile),
      entries.map((entry) => entry.senderId),
      entries.map((entry) => entry.deliveryCode),
      entries.map((entry) => entry.reason),
    ],
  );
  return added.length;
}

/** Suppresses the numbers of messages that a gateway has reported as blocked. */
export async function suppressRecipients(
  tx: Tx,
  organisationId: string,
  messageIds: readonly string[],
  why: { readonly forSenderOnly: boolean; readonly deliveryCode: number; readonly reason: string | null },
): Promise<void> {
  await tx.sql(
    `INSERT INTO suppressions (organisation_id, id, mobile, sender_id, delivery_code, source, reason)
     SELECT $1, s.id, m.mobile, CASE WHEN $4 THEN coalesce(m.sender_id, '') ELSE '' END, $5, 'gateway', $6
     FROM unnest($2::uuid[], $3::uuid[]) AS s (message_id, id)
     JOIN sms_messages m ON m.organisation_id = $1 AND m.id = s.message_id
     WHERE m.status = 'blocked' AND m.mobile IS NOT NULL
     ORDER BY m.mobile, m.sender_id
     ON CONFLICT (organisation_id, mobile, sender_id) DO NOTHING`,
    [organisationId, messageIds, messageIds.map(() => newId()), why.forSenderOnly, why.deliveryCode, why.reason],
  );
}
