import type { ChatStatus } from '../../../domain/vocabulary.js';
import { plainArray } from '../../array-parameters.js';
import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';

export interface ChatChangeRow extends RowOf<'events', 'subject_id' | 'revision' | 'corrected' | 'created_at'> {
  readonly status: ChatStatus;
}

const PREFIX = 'chat_message.';

/** The changes of status of several chat messages, as the event log tells them. */
export function listChatChangeRows(tx: OrganisationSql, ids: readonly string[]): Promise<ChatChangeRow[]> {
  return tx.sql<ChatChangeRow>(
    `SELECT subject_id, substr(type, ${PREFIX.length + 1}) AS status, revision, corrected, created_at
     FROM events WHERE organisation_id = :organisationId AND subject_id = ANY (:ids::uuid[]) AND type LIKE '${PREFIX}%'
     ORDER BY subject_id, revision`,
    { ids: plainArray(ids) },
  );
}
