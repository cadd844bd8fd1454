import { findMessageCauses } from '../../../db/sql/sms/recipients/suppression-causes.js';
import type { SuppressionCause } from '../../../domain/sms/explanation/explain-message.js';
import type { Context } from '../../context.js';
import { forCaller } from '../../kernel/reads.js';

const findCauses = forCaller(findMessageCauses);

/** What suppressed the numbers of blocked messages, by message; those that are not known any more are missing. */
export async function messageCauses(
  context: Pick<Context, 'db' | 'caller'>,
  messageIds: readonly string[],
): Promise<Map<string, SuppressionCause>> {
  const rows = await findCauses(context, messageIds);
  return new Map(
    rows.map(({ message_id: id, source, changed_at: at, word, own_number: ownNumber }) => [
      id,
      { source, at, word, ownNumber },
    ]),
  );
}
