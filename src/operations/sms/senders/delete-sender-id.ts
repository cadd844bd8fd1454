import { deleteSenderIdRow, lockSenderId, type SenderIdRow } from '../../../db/sql/sms/senders/sender-ids.js';
import { fieldError, invalidInput, notFound, PostriderError } from '../../../domain/errors.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';

export interface DeleteSenderIdInput {
  readonly senderIdId: string;
}

/**
 * Returns the sender ID as it was. Messages that were accepted under it are still sent under it. One that was rejected
 * stays while it holds messages: they would leave without it.
 */
export function deleteSenderId({ db, caller }: Context, { senderIdId: id }: DeleteSenderIdInput): Promise<SenderIdRow> {
  const { organisationId, mode } = caller;
  return db.inOrganisation(organisationId, async (tx) => {
    const found = await lockSenderId(tx, id);
    if (!found) throw notFound('Sender ID');
    // Live messages may use an approved sender ID.
    if (mode === 'test' && found.status === 'approved') throw new PostriderError('live_for_test_key');
    if (found.holds_messages) throw rejectedOne();
    await deleteSenderIdRow(tx, id);
    const { name, countries, status } = found;
    await recordAudit(tx, caller, { action: 'sender_id.deleted', subjectId: id, before: { name, countries, status } });
    return found;
  });
}

const rejectedOne = () =>
  invalidInput([
    fieldError(
      'senderIdId',
      'invalid',
      'The operator has rejected the sender ID, and it holds the messages that wait.',
    ),
  ]);
