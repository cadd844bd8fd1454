import type { SuppressionSource } from '../../domain/vocabulary.js';
import { newId } from '../../lib/ids.js';
import { numbers, type Tx } from '../transaction.js';

export interface NewSuppression {
  readonly mobile: string;
  /** Empty: for every sender. */
  readonly senderId: string;
  readonly deliveryCode: number;
  readonly reason: string | null;
  /** Only for test messages. */
  readonly test: boolean;
}

/** Which of the numbers must not be written to by this sender, and the code that says why. */
export async function findSuppressed(
  tx: Tx,
  organisationId: string,
  { senderId, test }: { readonly senderId: string | null; readonly test: boolean },
  mobiles: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.sql<{ mobile: string; delivery_code: number }>(
    `SELECT mobile, max(delivery_code) AS delivery_code FROM suppressions
     WHERE organisation_id = $1 AND mobile = ANY ($2) AND sender_id IN ('', $3) AND (NOT test OR $4)
     GROUP BY mobile`,
    [organisationId, numbers(mobiles), senderId ?? '', test],
  );
  return new Map(rows.map((row) => [row.mobile, row.delivery_code]));
}

/** Answers how many of them had not been suppressed before: one for test messages alone is replaced by one for all. */
export async function suppress(
  tx: Tx,
  organisationId: string,
  source: SuppressionSource,
  entries: readonly NewSuppression[],
): Promise<number> {
  if (entries.length === 0) return 0;
  const added = await tx.sql(
    `INSERT INTO suppressions AS s (organisation_id, id, mobile, sender_id, delivery_code, source, reason, test)
     SELECT DISTINCT ON (mobile, sender_id) $1::uuid, id, mobile, sender_id, delivery_code, $2::suppression_source, reason, test
     FROM unnest($3::uuid[], $4::text[], $5::text[], $6::smallint[], $7::text[], $8::boolean[])
       AS n (id, mobile, sender_id, delivery_code, reason, test)
     ORDER BY mobile, sender_id, test
     ${OVER_A_TEST}
     RETURNING 1`,
    [
      organisationId,
      source,
      entries.map(() => newId()),
      entries.map((entry) => entry.mobile),
      entries.map((entry) => entry.senderId),
      entries.map((entry) => entry.deliveryCode),
      entries.map((entry) => entry.reason),
      entries.map((entry) => entry.test),
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
    `INSERT INTO suppressions AS s (organisation_id, id, mobile, sender_id, delivery_code, source, reason, test)
     SELECT DISTINCT ON (3, 4)
            $1::uuid, n.id, m.mobile, CASE WHEN $4 THEN coalesce(m.sender_id, '') ELSE '' END AS sender_id, $5::smallint,
            'gateway'::suppression_source, $6, m.test
     FROM unnest($2::uuid[], $3::uuid[]) AS n (message_id, id)
     JOIN sms_messages m ON m.organisation_id = $1 AND m.id = n.message_id
     WHERE m.status = 'blocked' AND m.mobile IS NOT NULL
     ORDER BY 3, 4, m.test
     ${OVER_A_TEST}`,
    [organisationId, messageIds, messageIds.map(() => newId()), why.forSenderOnly, why.deliveryCode, why.reason],
  );
}

const OVER_A_TEST = `
ON CONFLICT (organisation_id, mobile, sender_id) DO UPDATE
SET delivery_code = excluded.delivery_code, source = excluded.source, reason = excluded.reason, test = false
WHERE s.test AND NOT excluded.test`;
