import { uuidArray } from '../../array-parameters.js';
import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';

/** With what there is to a subject of its kind. */
export interface SubjectRow
  extends RowOf<'sms_messages', 'id' | 'test'>,
    Partial<RowOf<'campaigns', 'reference'>>,
    Partial<RowOf<'chat_messages', 'session_id'>> {
  /** Of chat messages that the engine has taken: as it calls them. */
  readonly message_id?: string | null;
}

export type SubjectTable = 'sms_messages' | 'campaigns' | 'chat_messages' | 'chat_sessions';

const THESE = 'WHERE organisation_id = :organisationId AND id = ANY (:ids::uuid[])';

const STATEMENTS: Readonly<Record<SubjectTable, string>> = {
  sms_messages: `SELECT id, reference, test FROM sms_messages ${THESE}`,
  campaigns: `SELECT id, reference, test FROM campaigns ${THESE}`,
  chat_messages: `SELECT id, CASE WHEN sent_at IS NOT NULL THEN message_id END AS message_id, session_id, test
                  FROM chat_messages ${THESE}`,
  // Phones are the only subjects that can be deleted before their events are.
  chat_sessions: `SELECT id, test FROM chat_sessions ${THESE}
                  UNION ALL SELECT id, test FROM deleted_chat_sessions ${THESE}`,
};

/** What callers know the subjects of events by. */
export function findSubjects(tx: OrganisationSql, table: SubjectTable, ids: readonly string[]): Promise<SubjectRow[]> {
  return tx.sql<SubjectRow>(STATEMENTS[table], { ids: uuidArray(ids) });
}
