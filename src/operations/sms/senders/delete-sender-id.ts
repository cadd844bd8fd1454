import { deleteSenderIdRow, lockSenderId, type SenderIdRow } from '../../../db/sql/sms/sender-ids.js';
import { notFound, PostriderError } from '../../../domain/errors.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit/record-audit.js';

export interface DeleteSenderIdInput {
  readonly senderIdId: string;
}

/** Returns the sender id as it was last. What has been accepted under it still leaves under it. */
export function deleteSenderId({ db, caller }: Context, { senderIdId: id }: DeleteSenderIdInput): Promise<SenderIdRow> {
  const { organisationId, mode } = caller;
  return db.inOrganisation(organisationId, async (tx) => {
    const found = await lockSenderId(tx, id);
    if (!found) throw notFound('Sender ID');
    // Live messages may leave under it.
    if (mode === 'test' && found.status === 'approved') throw new PostriderError('live_for_test_key');
    await deleteSenderIdRow(tx, id);
    const { name, countries, status } = found;
    await recordAudit(tx, caller, { action: 'sender_id.deleted', subjectId: id, before: { name, countries, status } });
    return found;
  });
}
