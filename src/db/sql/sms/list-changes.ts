import { type InferResult, type SqlBool, sql } from 'kysely';
import type { SmsStatus } from '../../../domain/vocabulary.js';
import { anyOf, run, tables } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';

const changes = tables
  .selectFrom('events')
  .select([
    'subject_id',
    sql<SmsStatus>`substr(type, 5)`.as('status'),
    'delivery_code',
    'revision',
    'corrected',
    'created_at',
  ])
  .where(sql<SqlBool>`type LIKE 'sms.%'`);

export type ChangeRow = InferResult<typeof changes>[number];

/** The changes of status of several messages, as the event log tells them. */
export function listChangeRows(tx: OrganisationSql, messageIds: readonly string[]): Promise<ChangeRow[]> {
  const own = changes.where('organisation_id', '=', tx.organisationId).where('subject_id', '=', anyOf(messageIds));
  return run(tx, own.orderBy('subject_id').orderBy('revision'));
}
