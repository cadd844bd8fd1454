import { findMessage, type MessageRow } from '../../../db/sql/sms/messages/messages.js';
import { notFound, PostriderError } from '../../../domain/errors.js';
import { requireControl } from '../../../domain/people/api-key.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';
import { cancelWaiting } from '../dispatch/cancel-waiting.js';

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
    const cancelled = await cancelWaiting(tx, [before]);
    const after = (await findMessage(tx, messageId)) as MessageRow;
    if (cancelled > 0) await recordAudit(tx, context.caller, { action: 'message.cancelled', subjectId: messageId });
    else if (after.status !== 'cancelled') throw new PostriderError('already_dispatched');
    return after;
  });
}
