import { uuidArray } from '../../array-parameters.js';
import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';
import { HOME } from '../home.js';

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
 * Notes which message sends which again, and returns those of the old ones that this transaction may send again: not those that
 * another transaction has noted meanwhile, nor those that were delivered or whose number was erased meanwhile. It then holds the locks of their rows, so a late
 * report waits until it commits, and finds the new messages.
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
  const messageIds = uuidArray(noted.map((row) => row.message_id));
  const failed = await tx.sql<RowOf<'sms_messages', 'id'>>(
    `SELECT id FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
       AND CASE WHEN status IN ('failed', 'undelivered') THEN mobile IS NOT NULL ELSE false END
     ORDER BY id FOR NO KEY UPDATE`,
    { messageIds },
  );
  return new Set(failed.map((row) => row.id));
}

/** A retry that was cancelled may be replaced. */
const FORGET_CANCELLED = `
DELETE FROM sms_retries r USING sms_messages m
WHERE r.organisation_id = :organisationId AND r.message_id = ANY (:messageIds::uuid[])
  AND m.organisation_id = :organisationId AND m.id = r.retry_id AND m.status = 'cancelled'`;

const NOTE_RETRIES = `
INSERT INTO sms_retries AS r (organisation_id, message_id, retry_id)
SELECT home.organisation_id, message_id, retry_id
FROM ${HOME}, unnest(:messageIds::uuid[], :retryIds::uuid[]) AS n (message_id, retry_id)
ORDER BY message_id
ON CONFLICT (organisation_id, message_id) DO NOTHING
RETURNING message_id`;

/** The messages that send these again, and those that send a failed one of them again, if no gateway has got them; with the numbers of their attempts. */
export function listWaitingRetries(tx: OrganisationSql, messageIds: readonly string[]) {
  return tx.sql<RowOf<'sms_messages', 'id' | 'attempt'>>(
    `WITH RECURSIVE retries AS (
       SELECT retry_id FROM sms_retries WHERE organisation_id = :organisationId AND message_id = ANY (:messageIds::uuid[])
       UNION ALL
       SELECT r.retry_id FROM retries f JOIN sms_retries r ON r.organisation_id = :organisationId AND r.message_id = f.retry_id
     )
     SELECT m.id, m.attempt FROM retries r
     JOIN sms_messages m ON m.organisation_id = :organisationId AND m.id = r.retry_id AND NOT m.handed_over`,
    { messageIds: uuidArray(messageIds) },
  );
}
