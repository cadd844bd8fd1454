import type { SmsPhase } from '../../../domain/vocabulary.js';
import type { OrganisationSql } from '../../transaction.js';
import { MESSAGE_COLUMNS, type MessageRow, OUTCOME_UNKNOWN } from './rows.js';

export async function findMessage(tx: OrganisationSql, messageId: string): Promise<MessageRow | null> {
  const [row] = await tx.sql<MessageRow>(
    `SELECT ${MESSAGE_COLUMNS}, ${OUTCOME_UNKNOWN} FROM sms_messages
     WHERE organisation_id = :organisationId AND id = :messageId`,
    { messageId },
  );
  return row ?? null;
}

/** The numbers of the messages' current attempts. */
export function findAttemptNumbers(tx: OrganisationSql, messageIds: readonly string[]) {
  return tx.sql<{ id: string; attempt: number }>(
    'SELECT id, attempt FROM sms_messages WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])',
    { messageIds },
  );
}

/** Messages of a campaign that no gateway has been given. */
export function listCancellable(tx: OrganisationSql, campaignId: string, phases: readonly SmsPhase[]) {
  return tx.sql<{ id: string; attempt: number }>(
    `SELECT id, attempt FROM sms_messages
     WHERE organisation_id = :organisationId AND campaign_id = :campaignId AND phase = ANY (:phases::sms_phase[])
       AND NOT handed_over`,
    { campaignId, phases },
  );
}
