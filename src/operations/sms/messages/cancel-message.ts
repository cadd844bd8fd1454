import { applyVerdict } from '../../../db/sql/sms/dispatch/apply-verdicts.js';
import type { MessageRow } from '../../../db/sql/sms/messages/messages.js';
import { findMessage } from '../../../db/sql/sms/messages/messages.js';
import { notFound, PostriderError } from '../../../domain/errors.js';
import { CANCELLABLE, CANCELLED } from '../../../domain/sms/verdict.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';
import { requireControl } from '../require-control.js';

/**
 * Cancels a message that no gateway has got. If a worker claims the message at the same time, the first of the two
 * wins. A cancelled message stays as it is, so that a caller may repeat the call.
 */
export function cancelMessage(context: Context, { messageId }: { readonly messageId: string }): Promise<MessageRow> {
  const { organisationId } = context.caller;
  return context.db.inOrganisation(organisationId, async (tx) => {
    const before = await findMessage(tx, messageId);
    if (!before) throw notFound('Message');
    requireControl(context.caller, before);
    if (before.status === 'cancelled') return before;
    if (before.handed_over) throw new PostriderError('already_dispatched');
    const { changed } = await applyVerdict(
      tx,
      { messageIds: [messageId], attempt: before.attempt, verdict: CANCELLED },
      { phases: CANCELLABLE },
    );
    const after = (await findMessage(tx, messageId)) as MessageRow;
    if (changed.length > 0)
      await recordAudit(tx, context.caller, { action: 'message.cancelled', subjectId: messageId });
    else if (after.status !== 'cancelled') throw new PostriderError('already_dispatched');
    return after;
  });
}
