import type { SuppressionSource } from '../../../../domain/vocabulary.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';

/** The word with which a person has ended messages, and where they sent it. */
export type LastStop = RowOf<'consent_changes', 'word' | 'own_number' | 'changed_at'>;

/** The word with which the person last ended messages such as these. */
export async function findLastStop(
  tx: OrganisationSql,
  mobile: string,
  { test, promotional }: Pick<RowOf<'sms_messages'>, 'test' | 'promotional'>,
): Promise<LastStop | null> {
  const [last] = await tx.sql<LastStop>(
    `SELECT word, own_number, changed_at FROM consent_changes
     WHERE organisation_id = :organisationId AND mobile = :mobile AND change = 'opted_out' AND source = 'keyword'
       AND (NOT test OR :test) AND (NOT promotional_only OR :promotional)
     ORDER BY id DESC LIMIT 1`,
    { mobile, test, promotional },
  );
  return last ?? null;
}

/** Since `changed_at`; without a word if the person wrote none. */
export interface MessageCause extends LastStop {
  readonly message_id: string;
  readonly source: SuppressionSource;
}

/**
 * Why messages were suppressed: the oldest suppression that blocks them, or, if it is lifted since, what the person had
 * last decided.
 */
export function findMessageCauses(tx: OrganisationSql, messageIds: readonly string[]): Promise<MessageCause[]> {
  return tx.sql<MessageCause>(MESSAGE_CAUSES, { messageIds: uuidArray(messageIds) });
}

/** Times are those of the beginning of a transaction: of two that overlap, the later one may have the earlier time. */
const ABOUT_MESSAGE = `organisation_id = :organisationId AND mobile = m.mobile AND sender_id IN ('', coalesce(m.sender_id, ''))
         AND (NOT test OR m.test) AND (NOT promotional_only OR m.promotional)
         AND created_at <= m.updated_at + interval '1 second'`;

const MESSAGE_CAUSES = `
SELECT m.id AS message_id,
       coalesce(s.source, CASE WHEN c.source = 'keyword' THEN 'keyword' ELSE 'manual' END::suppression_source) AS source,
       coalesce(c.changed_at, s.created_at) AS changed_at, c.word, c.own_number
FROM sms_messages m
LEFT JOIN LATERAL (
  SELECT source, created_at FROM suppressions
  WHERE ${ABOUT_MESSAGE} AND delivery_code = m.delivery_code
  ORDER BY created_at LIMIT 1) s ON true
LEFT JOIN LATERAL (
  SELECT change, source, word, own_number, changed_at FROM consent_changes
  WHERE ${ABOUT_MESSAGE} AND (source = 'keyword' OR s.source IS NULL)
  ORDER BY id DESC LIMIT 1) c ON c.change = 'opted_out' AND coalesce(s.source, 'keyword') = 'keyword'
WHERE m.organisation_id = :organisationId AND m.id = ANY (:messageIds::uuid[]) AND m.status = 'blocked'
  AND (s.source IS NOT NULL OR c.source IS NOT NULL)`;
