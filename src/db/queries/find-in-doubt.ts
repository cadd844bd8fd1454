import type { Tx } from '../transaction.js';

export interface DoubtfulMessage {
  readonly id: string;
  readonly attempt: number;
  readonly at_least_once: boolean;
}

export function findInDoubt(tx: Tx, organisationId: string, messageIds: readonly string[]): Promise<DoubtfulMessage[]> {
  return tx.sql<DoubtfulMessage>(
    `SELECT id, attempt, at_least_once FROM sms_messages
     WHERE organisation_id = $1 AND id = ANY ($2::uuid[]) AND phase = 'in_doubt'`,
    [organisationId, messageIds],
  );
}
