import type { Verdict } from '../../../../domain/sms/verdict.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import type { OrganisationTx } from '../../../postgres/transaction.js';

/*
 * The statement that changes messages does not write `sms_troubles`: if it waited for another transaction to change a
 * message, its snapshot lacks the row that this transaction has inserted, and it would delete nothing. These run with
 * COMMIT instead.
 */

export function noteTroubles(
  tx: OrganisationTx,
  messageIds: readonly string[],
  { status, deliveryCode }: Verdict,
): void {
  if (messageIds.length === 0) return;
  const values = { messageIds: uuidArray(messageIds), status, deliveryCode };
  tx.logWrites.add({ organisationId: tx.organisationId, statement: NOTE, values });
}

/** Of new messages, which nothing has changed before. */
export async function insertTroubles(
  tx: OrganisationTx,
  messageIds: readonly string[],
  { status, deliveryCode }: Pick<Verdict, 'status' | 'deliveryCode'>,
): Promise<void> {
  await tx.sql(NOTE, { messageIds: uuidArray(messageIds), status, deliveryCode });
}

const NOTE = `
INSERT INTO sms_troubles (organisation_id, message_id, status, delivery_code)
SELECT :organisationId, id, :status, :deliveryCode FROM unnest(:messageIds::uuid[]) AS id
ON CONFLICT (organisation_id, message_id) DO UPDATE SET status = excluded.status, delivery_code = excluded.delivery_code`;

export function endTroubles(tx: OrganisationTx, messageIds: readonly string[]): void {
  if (messageIds.length === 0) return;
  const values = { messageIds: uuidArray(messageIds) };
  tx.logWrites.add({ organisationId: tx.organisationId, statement: END, values });
}

const END =
  'DELETE FROM sms_troubles WHERE organisation_id = :organisationId AND message_id = ANY (:messageIds::uuid[])';
