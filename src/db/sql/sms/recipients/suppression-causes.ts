import { CODE_OF } from '../../../../domain/sms/delivery-codes.js';
import type { SuppressionSource } from '../../../../domain/vocabulary.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';

/** What a person has written to end messages. */
export type OptOutRow = Pick<RowOf<'consent_changes'>, 'word' | 'own_number' | 'created_at'>;

/** The word with which the person last ended messages. */
export async function findLastOptOut(tx: OrganisationSql, mobile: string): Promise<OptOutRow | null> {
  const [last] = await tx.sql<OptOutRow>(
    `SELECT word, own_number, created_at FROM consent_changes
     WHERE organisation_id = :organisationId AND mobile = :mobile AND change = 'opted_out' AND word IS NOT NULL
     ORDER BY id DESC LIMIT 1`,
    { mobile },
  );
  return last ?? null;
}

export interface MessageCause extends OptOutRow {
  readonly message_id: string;
  readonly source: SuppressionSource;
}

/**
 * Why messages were suppressed: the oldest suppression that blocks them, or, if none is left, what the person had said
 * until then. Times of transactions that overlap may be in the wrong order by moments.
 */
export function findMessageCauses(tx: OrganisationSql, messageIds: readonly string[]) {
  return tx.sql<MessageCause>(
    `SELECT m.id AS message_id, coalesce(s.source, 'keyword') AS source, c.word, c.own_number,
            CASE WHEN s.source <> 'keyword' THEN s.created_at ELSE c.created_at END AS created_at
     FROM sms_messages m
     LEFT JOIN LATERAL (
       SELECT source, created_at FROM suppressions
       WHERE organisation_id = :organisationId AND mobile = m.mobile AND sender_id IN ('', coalesce(m.sender_id, ''))
         AND delivery_code = m.delivery_code AND (NOT test OR m.test) AND ${IS_EARLIER}
       ORDER BY created_at LIMIT 1) s ON true
     LEFT JOIN LATERAL (
       SELECT change, word, own_number, created_at FROM consent_changes
       WHERE organisation_id = :organisationId AND mobile = m.mobile AND word IS NOT NULL AND ${IS_EARLIER}
       ORDER BY id DESC LIMIT 1) c ON c.change = 'opted_out' AND coalesce(s.source, 'keyword') = 'keyword'
     WHERE m.organisation_id = :organisationId AND m.id = ANY (:messageIds::uuid[]) AND m.status = 'blocked'
       AND (s.source <> 'keyword' OR c.word IS NOT NULL AND m.delivery_code = :keywordCode)`,
    { messageIds: uuidArray(messageIds), keywordCode: CODE_OF.UserInBlacklist },
  );
}

const IS_EARLIER = `created_at <= m.updated_at + interval '1 second'`;
