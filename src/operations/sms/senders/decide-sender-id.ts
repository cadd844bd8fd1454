import { isDeepStrictEqual } from 'node:util';
import { hastenApprovals } from '../../../db/sql/sms/dispatch/agenda.js';
import { decideSenderIdRow, lockSenderId, type SenderIdRow } from '../../../db/sql/sms/senders/sender-ids.js';
import { OPERATOR } from '../../../domain/context.js';
import { blankFieldError, notFound, requireValid } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { validateLabel } from '../../../domain/text.js';
import type { Services } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';

export interface DecideSenderIdInput {
  readonly organisationId: string;
  readonly id: string;
  /** Why it is rejected; null: it is approved. */
  readonly rejectedFor: string | null;
  /** A rejection is for new messages only: those that were accepted are sent. Default: they are held. */
  readonly letsWaitingGo?: boolean | undefined;
}

/**
 * Approves or rejects a sender ID. Only the command line calls this: the operator answers to gateways for sender IDs.
 * The opposite decision replaces an earlier one; the same decision again changes nothing. A rejection waits for claims
 * that are under way: afterwards workers claim nothing under the sender ID.
 */
export async function decideSenderId(
  { db }: Pick<Services, 'db'>,
  { organisationId, id, rejectedFor: reason, letsWaitingGo = false }: DecideSenderIdInput,
): Promise<SenderIdRow> {
  if (reason !== null) validateReason(reason);
  const decision = {
    status: reason === null ? 'approved' : 'rejected',
    reason,
    holds_messages: reason !== null && !letsWaitingGo,
  } as const;
  return db.inOrganisation(organisationId, async (tx) => {
    const before = await lockSenderId(tx, id);
    if (!before) throw notFound('Sender ID');
    if (isDeepStrictEqual(decisionOf(before), decision)) return before;
    const after = await decideSenderIdRow(tx, id, decision);
    if (!after.holds_messages) await hastenApprovals(tx);
    const by = { organisationId, actor: OPERATOR, address: null };
    const { name } = before;
    await recordAudit(tx, by, {
      action: `sender_id.${decision.status}`,
      subjectId: id,
      before: { name, ...decisionOf(before) },
      after: { name, ...decision },
    });
    return after;
  });
}

const decisionOf = ({ status, reason, holds_messages }: SenderIdRow) => ({ status, reason, holds_messages });

function validateReason(reason: string): void {
  const blank = reason.trim() === '' ? [blankFieldError('reason')] : [];
  requireValid([...blank, ...validateLabel('reason', reason, LIMITS.reasonLength)]);
}
