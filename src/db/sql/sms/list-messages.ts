import type { Slice } from '../../../domain/paging.js';
import type { SmsStatus } from '../../../domain/vocabulary.js';
import { lowestIdAt } from '../../../lib/ids.js';
import type { OrganisationSql } from '../../transaction.js';
import { Conditions, sliceOf } from '../conditions.js';
import { MESSAGE_COLUMNS, type MessageRow, OUTCOME_UNKNOWN } from './rows.js';

export interface MessageConditions {
  readonly status?: SmsStatus | null | undefined;
  readonly deliveryCode?: number | null | undefined;
  readonly to?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly createdAfter?: Date | null | undefined;
  readonly createdBefore?: Date | null | undefined;
}

/** Newest first: ids are made in the order of time. */
export function listMessageRows(
  tx: OrganisationSql,
  conditions: MessageConditions,
  slice: Slice,
): Promise<MessageRow[]> {
  const where = whereOf(conditions);
  const page = sliceOf(where, ['id'], true, slice);
  return tx.sql<MessageRow>(
    `SELECT ${MESSAGE_COLUMNS}, ${OUTCOME_UNKNOWN} FROM sms_messages WHERE ${where.text} ${page.text}`,
    page.values,
  );
}

export async function countMessages(tx: OrganisationSql, conditions: MessageConditions): Promise<number> {
  const where = whereOf(conditions);
  const [row] = await tx.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM sms_messages WHERE ${where.text}`,
    where.values,
  );
  return row?.count ?? 0;
}

function whereOf(conditions: MessageConditions): Conditions {
  const { status, deliveryCode, to, reference, createdAfter, createdBefore } = conditions;
  const where = new Conditions();
  where.add('organisation_id = :organisationId');
  if (status != null) where.add('status = :status', { status });
  if (deliveryCode != null) where.add('delivery_code = :deliveryCode::integer', { deliveryCode });
  if (to != null) where.add('mobile = :to', { to });
  if (reference != null) where.add('reference = :reference', { reference });
  // Through the id, which the primary key finds; created_at has no index.
  if (createdAfter != null) where.add('id > :afterId', { afterId: lowestIdAt(createdAfter.getTime() + 1) });
  if (createdBefore != null) where.add('id < :beforeId', { beforeId: lowestIdAt(createdBefore.getTime()) });
  return where;
}
