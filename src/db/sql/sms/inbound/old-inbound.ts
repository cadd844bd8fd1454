import { commonDigitsOf } from '../../../../domain/sms/phone-number.js';
import { idsOf } from '../../../../lib/lists.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';
import { deleteConversationsEndingWith, eraseConversations } from '../../conversations/conversations.js';
import { lockReady, readyOf, type TakenMessage } from '../../upkeep/old-messages.js';

const REDACTED = `sender = NULL, mobile = NULL, participant = NULL, text = NULL, media_url = NULL, media_name = NULL,
            redacted_at = now()`;

/** Takes senders and texts out of the messages. */
export async function redactInbound(tx: OrganisationSql, messageIds: readonly string[]): Promise<TakenMessage[]> {
  const messages = await lockReady(tx, 'inbound_messages', messageIds, 'true');
  await deleteConversationsEndingWith(tx, readyOf(messages));
  await tx.sql(
    `UPDATE inbound_messages SET ${REDACTED}
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND redacted_at IS NULL`,
    { messageIds: uuidArray(readyOf(messages)) },
  );
  return messages;
}

export async function deleteInbound(tx: OrganisationSql, messageIds: readonly string[]): Promise<TakenMessage[]> {
  const messages = await lockReady(tx, 'inbound_messages', messageIds, 'true');
  await deleteConversationsEndingWith(tx, readyOf(messages));
  await tx.sql(
    'DELETE FROM inbound_messages WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])',
    { messageIds: uuidArray(readyOf(messages)) },
  );
  return messages;
}

interface ErasedInbound {
  /** How many messages. */
  readonly received: number;
  /** What the owner of the number has said. */
  readonly consentChanges: number;
}

/** Erases the next messages from a number, its conversations, and the number from what its owner has said. */
export async function eraseInbound(tx: OrganisationSql, mobile: string, limit: number): Promise<ErasedInbound> {
  const said = await tx.sql(
    'UPDATE consent_changes SET mobile = NULL WHERE organisation_id = :organisationId AND mobile = :mobile RETURNING id',
    { mobile },
  );
  await eraseConversations(tx, mobile);
  const own = await tx.sql<RowOf<'inbound_messages', 'id'>>(
    `SELECT id FROM inbound_messages WHERE organisation_id = :organisationId AND mobile = :mobile
     ORDER BY id LIMIT :limit FOR UPDATE`,
    { mobile, limit },
  );
  await eraseLocked(tx, idsOf(own), mobile);
  return { received: own.length, consentChanges: said.length };
}

/** Erases messages whose senders are spellings of the number, which the transaction has locked. */
export async function eraseMalformedInbound(
  tx: OrganisationSql,
  mobile: string,
  messageIds: readonly string[],
): Promise<void> {
  await deleteConversationsEndingWith(tx, messageIds);
  await eraseLocked(tx, messageIds, mobile);
}

async function eraseLocked(tx: OrganisationSql, messageIds: readonly string[], mobile: string): Promise<void> {
  if (messageIds.length === 0) return;
  await tx.sql(
    `UPDATE inbound_messages SET ${REDACTED},
            gateway_key = CASE WHEN gateway_key ~ :candidates THEN 'erased ' || id ELSE gateway_key END
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])`,
    { messageIds: uuidArray(messageIds), candidates: commonDigitsOf(mobile) },
  );
}
