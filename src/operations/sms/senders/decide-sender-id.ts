import { decideSenderIdRow, lockSenderId, type SenderIdRow } from '../../../db/sql/sms/senders/sender-ids.js';
import { OPERATOR } from '../../../domain/context.js';
import { fieldError, invalidInput, notFound } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { validateLabel } from '../../../domain/text.js';
import type { Services } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';

export interface DecideSenderIdInput {
  readonly organisationId: string;
  readonly id: string;
  /** Why it is rejected; null: it is approved. */
  readonly rejectedFor: string | null;
}

/**
 * Approves or rejects a sender ID. Only the command line calls this: the operator answers to gateways for sender IDs.
 * The opposite decision replaces an earlier one; the same decision again changes nothing.
 */
export async function decideSenderId(
  { db }: Pick<Services, 'db'>,
  { organisationId, id, rejectedFor: reason }: DecideSenderIdInput,
): Promise<SenderIdRow> {
  if (reason !== null) validateReason(reason);
  const status = reason === null ? 'approved' : 'rejected';
  return db.inOrganisation(organisationId, async (tx) => {
    const before = await lockSenderId(tx, id);
    if (!before) throw notFound('Sender ID');
    if (before.status === status && before.reason === reason) return before;
    const after = await decideSenderIdRow(tx, id, { status, reason });
    const by = { organisationId, actor: OPERATOR, address: null };
    const decision = ({ name, status, reason }: SenderIdRow) => ({ name, status, reason });
    await recordAudit(tx, by, {
      action: `sender_id.${status}`,
      subjectId: id,
      before: decision(before),
      after: decision(after),
    });
    return after;
  });
}

function validateReason(reason: string): void {
  const blank = reason.trim() === '' ? [fieldError('reason', 'blank', 'This field may not be blank.')] : [];
  const errors = [...blank, ...validateLabel('reason', reason, LIMITS.reasonLength)];
  if (errors.length > 0) throw invalidInput(errors);
}
