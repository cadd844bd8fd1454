import type { SuppressionSource } from '../../../../domain/vocabulary.js';
import { newId } from '../../../../lib/ids.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';
import type { SuppressionKey } from './suppressions.js';

export interface NewSuppression extends SuppressionKey {
  readonly deliveryCode: number;
  readonly reason: string | null;
  /** Only for test messages. */
  readonly test: boolean;
  /** Only for promotional messages. */
  readonly promotionalOnly: boolean;
}

/**
 * Returns those that it has added or replaced. An entry for test messages alone is replaced by one for all, and one
 * that a keyword has made by one that an organisation makes: START does not end that. An entry for promotional messages
 * alone is widened to all messages, and none is narrowed.
 */
export async function suppress(
  tx: OrganisationSql,
  source: SuppressionSource,
  entries: readonly NewSuppression[],
): Promise<RowOf<'suppressions', 'mobile' | 'sender_id'>[]> {
  if (entries.length === 0) return [];
  return tx.sql(
    `INSERT INTO suppressions AS s (organisation_id, id, mobile, sender_id, delivery_code, source, reason, test, promotional_only)
     SELECT DISTINCT ON (mobile, sender_id)
            :organisationId, id, mobile, sender_id, delivery_code, :source::suppression_source, reason, test, promotional_only
     FROM unnest(:newIds::uuid[], :mobiles::text[], :senderIds::text[], :deliveryCodes::smallint[], :reasons::text[],
                 :tests::boolean[], :promotionalOnly::boolean[])
       AS n (id, mobile, sender_id, delivery_code, reason, test, promotional_only)
     ORDER BY mobile, sender_id, test, promotional_only
     ${OVER_NARROWER}
     RETURNING mobile, sender_id`,
    {
      source,
      newIds: entries.map(() => newId()),
      mobiles: entries.map((entry) => entry.mobile),
      senderIds: entries.map((entry) => entry.senderId),
      deliveryCodes: entries.map((entry) => entry.deliveryCode),
      reasons: entries.map((entry) => entry.reason),
      tests: entries.map((entry) => entry.test),
      promotionalOnly: entries.map((entry) => entry.promotionalOnly),
    },
  );
}

/** Suppresses the numbers of messages that a gateway has reported as blocked. */
export async function suppressRecipients(
  tx: OrganisationSql,
  messageIds: readonly string[],
  why: { readonly forSenderOnly: boolean; readonly deliveryCode: number; readonly reason: string | null },
): Promise<void> {
  await tx.sql(
    `INSERT INTO suppressions AS s (organisation_id, id, mobile, sender_id, delivery_code, source, reason, test)
     SELECT DISTINCT ON (3, 4)
            m.organisation_id, n.id, m.mobile,
            CASE WHEN :forSenderOnly THEN coalesce(m.sender_id, '') ELSE '' END AS sender_id,
            :deliveryCode::smallint, 'gateway'::suppression_source, :reason, m.test
     FROM unnest(:messageIds::uuid[], :newIds::uuid[]) AS n (message_id, id)
     JOIN sms_messages m ON m.organisation_id = :organisationId AND m.id = n.message_id
     WHERE m.status = 'blocked' AND m.mobile IS NOT NULL
     ORDER BY 3, 4, m.test
     ${OVER_NARROWER}`,
    {
      messageIds,
      newIds: messageIds.map(() => newId()),
      forSenderOnly: why.forSenderOnly,
      deliveryCode: why.deliveryCode,
      reason: why.reason,
    },
  );
}

// A STOP that widens what an organisation has made does not make it one that START ends.
const OVER_NARROWER = `
ON CONFLICT (organisation_id, mobile, sender_id) DO UPDATE
SET delivery_code = excluded.delivery_code, reason = excluded.reason, test = excluded.test,
    source = CASE WHEN s.test = excluded.test AND s.source = 'manual' AND excluded.source = 'keyword' THEN s.source
                  ELSE excluded.source END,
    promotional_only = excluded.promotional_only AND (s.promotional_only OR s.test <> excluded.test)
WHERE s.test AND NOT excluded.test
   OR s.test = excluded.test AND (s.source = 'keyword' AND excluded.source = 'manual'
                                  OR s.promotional_only AND NOT excluded.promotional_only)`;
