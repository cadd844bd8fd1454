import { findMessageCauses, type MessageCause } from '../../../db/sql/sms/recipients/suppression-causes.js';
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
  return new Map(rows.map((row) => [row.message_id, causeOf(row.source, row)]));
}

export const causeOf = (
  source: SuppressionCause['source'],
  { word, own_number: ownNumber, created_at: at }: Omit<MessageCause, 'message_id' | 'source'>,
): SuppressionCause => ({ source, at, word, ownNumber });
