import type { SmsStatus } from '../../../../domain/vocabulary.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';

export interface FailedMessage
  extends RowOf<'sms_messages', 'id' | 'body' | 'reference' | 'segments' | 'encoding' | 'delivery_code'> {
  readonly mobile: string;
}

/** The failed messages of a campaign with one of the codes that no retry sends again, in the order of the call. */
export function listFailed(
  tx: OrganisationSql,
  campaignId: string,
  deliveryCodes: readonly number[],
): Promise<FailedMessage[]> {
  return tx.sql<FailedMessage>(
    `SELECT m.id, m.mobile, m.body, m.reference, m.segments, m.encoding, m.delivery_code FROM sms_messages m
     WHERE m.organisation_id = :organisationId AND m.campaign_id = :campaignId AND m.mobile IS NOT NULL
       AND CASE WHEN m.status IN ('failed', 'undelivered') THEN m.delivery_code = ANY (:deliveryCodes::smallint[]) ELSE false END
       AND NOT EXISTS (SELECT FROM sms_retries r JOIN sms_messages n ON n.organisation_id = :organisationId AND n.id = r.retry_id
                       WHERE r.organisation_id = :organisationId AND r.message_id = m.id AND n.status <> 'cancelled')
     ORDER BY m.position`,
    { campaignId, deliveryCodes },
  );
}

/**
 * Notes which message sends which again, and returns those of the old ones that this transaction may send again: not
 * those that another transaction has noted meanwhile, nor those whose number was erased meanwhile, nor those that have
 * arrived, or of which an earlier try has. It then holds the locks of their rows and of those tries, so a late report
 * waits until it commits, and finds the new messages.
 */
export async function claimRetries(
  tx: OrganisationSql,
  retries: readonly { readonly messageId: string; readonly retryId: string }[],
): Promise<ReadonlySet<string>> {
  const values = { messageIds: uuidArray(retries.map(({ messageId }) => messageId)) };
  await tx.sql(FORGET_CANCELLED, values);
  const noted = await tx.sql<RowOf<'sms_retries', 'message_id'>>(NOTE_RETRIES, {
    ...values,
    retryIds: uuidArray(retries.map(({ retryId }) => retryId)),
  });
  const ids = noted.map((row) => row.message_id);
  const earlier = await findEarlierTries(tx, ids);
  const rows = await tx.sql<RowOf<'sms_messages', 'id' | 'status'> & { readonly has_number: boolean }>(
    `SELECT id, status, mobile IS NOT NULL AS has_number FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
     ORDER BY id FOR NO KEY UPDATE`,
    { messageIds: uuidArray([...new Set([...ids, ...earlier.values()])]) },
  );
  const failed = new Set(rows.filter(({ status, has_number }) => has_number && hasFailed(status)).map(({ id }) => id));
  const delivered = new Set(rows.filter(({ status }) => status === 'delivered').map(({ id }) => id));
  const hasArrived = (id: string | undefined): boolean =>
    id !== undefined && (delivered.has(id) || hasArrived(earlier.get(id)));
  return new Set(ids.filter((id) => failed.has(id) && !hasArrived(id)));
}

const hasFailed = (status: SmsStatus) => status === 'failed' || status === 'undelivered';

/** Which message each of these sends again, and so on back to those that were sent first. */
export async function findEarlierTries(
  tx: OrganisationSql,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const earlier = new Map<string, string>();
  for (let ids = messageIds; ids.length > 0; ) {
    const rows = await tx.sql<RowOf<'sms_retries', 'message_id' | 'retry_id'>>(
      'SELECT message_id, retry_id FROM sms_retries WHERE organisation_id = :organisationId AND retry_id = ANY (:ids::uuid[])',
      { ids: uuidArray(ids) },
    );
    for (const { message_id: messageId, retry_id: retryId } of rows) earlier.set(retryId, messageId);
    ids = rows.map((row) => row.message_id);
  }
  return earlier;
}

/** A retry that was cancelled may be replaced. */
const FORGET_CANCELLED = `
DELETE FROM sms_retries r USING sms_messages m
WHERE r.organisation_id = :organisationId AND r.message_id = ANY (:messageIds::uuid[])
  AND m.organisation_id = :organisationId AND m.id = r.retry_id AND m.status = 'cancelled'`;

const NOTE_RETRIES = `
INSERT INTO sms_retries AS r (organisation_id, message_id, retry_id)
SELECT :organisationId, message_id, retry_id
FROM unnest(:messageIds::uuid[], :retryIds::uuid[]) AS n (message_id, retry_id)
ORDER BY message_id
ON CONFLICT (organisation_id, message_id) DO NOTHING
RETURNING message_id`;

/** The messages that send these again, those that send them again, and so on. */
export async function findRetries(tx: OrganisationSql, messageIds: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (let ids = messageIds; ids.length > 0; ) {
    const rows = await tx.sql<RowOf<'sms_retries', 'retry_id'>>(
      'SELECT retry_id FROM sms_retries WHERE organisation_id = :organisationId AND message_id = ANY (:ids::uuid[])',
      { ids: uuidArray(ids) },
    );
    ids = rows.map((row) => row.retry_id);
    found.push(...ids);
  }
  return found;
}
