import type { SmsPhase } from '../../../domain/vocabulary.js';
import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';

export type OverdueMessage = RowOf<'sms_messages', 'id' | 'attempt' | 'status' | 'phase'>;

/** Those of the messages that are still in the phase, and whose own time is over. */
export function findOverdue(tx: OrganisationSql, phase: SmsPhase, messageIds: readonly string[]) {
  return tx.sql<OverdueMessage>(
    `SELECT id, attempt, status, phase FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND phase = :phase AND next_action_at <= now()`,
    { phase, messageIds },
  );
}
