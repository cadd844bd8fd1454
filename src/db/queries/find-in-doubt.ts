import type { Tx } from '../transaction.js';
import type { DestinationRow } from './find-destinations.js';

export interface DoubtfulMessage extends DestinationRow {
  readonly attempt: number;
  readonly at_least_once: boolean;
}

export function findInDoubt(tx: Tx, organisationId: string, messageIds: readonly string[]): Promise<DoubtfulMessage[]> {
  return tx.sql<DoubtfulMessage>(
    `SELECT id, mobile, sender_id, attempt, at_least_once FROM sms_messages
     WHERE organisation_id = $1 AND id = ANY ($2::uuid[]) AND phase = 'in_doubt'`,
    [organisationId, messageIds],
  );
}
