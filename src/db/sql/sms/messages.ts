import { sql } from 'kysely';
import type { SmsPhase, SmsStatus } from '../../../domain/vocabulary.js';
import { lowestIdAt } from '../../../lib/ids.js';
import type { List } from '../../list.js';
import { anyOf, first, type RowOf, run, tables } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';
import { MESSAGE_COLUMN_NAMES, type MessageRow, OUTCOME_UNKNOWN } from './rows.js';

const messages = tables.selectFrom('sms_messages').select([...MESSAGE_COLUMN_NAMES, OUTCOME_UNKNOWN]);

export interface MessageConditions {
  readonly status?: SmsStatus | null | undefined;
  readonly deliveryCode?: number | null | undefined;
  readonly to?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly createdAfter?: Date | null | undefined;
  readonly createdBefore?: Date | null | undefined;
}

/** Newest first: ids are made in the order of time. */
export const SMS_MESSAGES: List<Required<MessageRow>, MessageConditions, 'sms_messages'> = {
  table: 'sms_messages',
  order: ['id'],
  descending: true,
  rows: messages,
  matching(rows, { status, deliveryCode, to, reference, createdAfter, createdBefore }) {
    let query = rows;
    if (status != null) query = query.where('status', '=', status);
    if (deliveryCode != null) query = query.where('delivery_code', '=', sql<number>`${deliveryCode}::integer`);
    if (to != null) query = query.where('mobile', '=', to);
    if (reference != null) query = query.where('reference', '=', reference);
    // By the id, which the primary key finds; created_at has no index.
    if (createdAfter != null) query = query.where('id', '>', lowestIdAt(createdAfter.getTime() + 1));
    if (createdBefore != null) query = query.where('id', '<', lowestIdAt(createdBefore.getTime()));
    return query;
  },
};

export function findMessage(tx: OrganisationSql, id: string): Promise<MessageRow | null> {
  return first(tx, messages.where('organisation_id', '=', tx.organisationId).where('id', '=', id));
}

/** Several at once, in any order. */
export function findMessages(tx: OrganisationSql, ids: readonly string[]): Promise<MessageRow[]> {
  return run(tx, messages.where('organisation_id', '=', tx.organisationId).where('id', '=', anyOf(ids)));
}

type AttemptNumber = RowOf<'sms_messages', 'id' | 'attempt'>;

/** The numbers of the messages' current attempts. */
export function findAttemptNumbers(tx: OrganisationSql, messageIds: readonly string[]): Promise<AttemptNumber[]> {
  return tx.sql<AttemptNumber>(
    'SELECT id, attempt FROM sms_messages WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])',
    { messageIds },
  );
}

/** Messages of a campaign that no gateway has been given. */
export function listCancellable(
  tx: OrganisationSql,
  campaignId: string,
  phases: readonly SmsPhase[],
): Promise<AttemptNumber[]> {
  return tx.sql<AttemptNumber>(
    `SELECT id, attempt FROM sms_messages
     WHERE organisation_id = :organisationId AND campaign_id = :campaignId AND phase = ANY (:phases::sms_phase[])
       AND NOT handed_over`,
    { campaignId, phases },
  );
}
