import { uuidArray } from '../../postgres/array-parameters.js';
import type { OrganisationSql } from '../../postgres/transaction.js';

/**
 * Deletes the conversations whose newest message is one of these: a conversation names its party for as long as the
 * newest message does. One that gets another message meanwhile stays.
 */
export async function deleteConversationsEndingWith(tx: OrganisationSql, inboundIds: readonly string[]): Promise<void> {
  await tx.sql(
    `DELETE FROM conversations WHERE organisation_id = :organisationId AND id = ANY (ARRAY(
       SELECT c.id FROM inbound_messages m
       JOIN conversations c ON c.organisation_id = :organisationId AND c.id = m.conversation_id AND c.last_inbound_id = m.id
       WHERE m.organisation_id = :organisationId AND m.id = ANY (:inboundIds::uuid[])
       ORDER BY c.id FOR UPDATE OF c))`,
    { inboundIds: uuidArray(inboundIds) },
  );
}

export async function eraseConversations(tx: OrganisationSql, mobile: string): Promise<void> {
  await tx.sql('DELETE FROM conversations WHERE organisation_id = :organisationId AND mobile = :mobile', { mobile });
}
