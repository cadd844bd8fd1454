import type { SmsPhase } from '../../domain/vocabulary.js';
import type { Tx } from '../transaction.js';
import { MESSAGE_COLUMNS, type MessageRow, OUTCOME_UNKNOWN } from './rows.js';

export async function findMessage(tx: Tx, organisationId: string, messageId: string): Promise<MessageRow | null> {
  const [row] = await tx.sql<MessageRow>(
    `SELECT ${MESSAGE_COLUMNS}, ${OUTCOME_UNKNOWN} FROM sms_messages WHERE organisation_id = $1 AND id = $2`,
    [organisationId, messageId],
  );
  return row ?? null;
}

/** The numbers of the messages' current attempts. */
export function findAttemptNumbers(tx: Tx, organisationId: string, messageIds: readonly string[]) {
  return tx.sql<{ id: string; attempt: number }>(
    'SELECT id, attempt FROM sms_messages WHERE organisation_id = $1 AND id = ANY ($2::uuid[])',
    [organisationId, messageIds],
  );
}

/** Messages of a campaign that no gateway has been given. */
export function listCancellable(tx: Tx, organisationId: string, campaignId: string, phases: readonly SmsPhase[]) {
  return tx.sql<{ id: string; attempt: number }>(
    `SELECT id, attempt FROM sms_messages
     WHERE organisation_id = $1 AND campaign_id = $2 AND phase = ANY ($3::sms_phase[]) AND NOT handed_over`,
    [organisationId, campaignId, phases],
  );
}
