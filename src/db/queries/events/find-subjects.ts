import { plainArray, type Tx } from '../../transaction.js';

/** With what there is to a subject of its kind. */
export interface SubjectRow {
  readonly id: string;
  /** Of chat messages: as the engine calls it. */
  readonly message_id?: string | null;
  readonly session_id?: string;
  readonly reference?: string | null;
  readonly test: boolean;
}

export type SubjectTable = 'sms_messages' | 'campaigns' | 'chat_messages' | 'chat_sessions';

const COLUMNS: Readonly<Record<SubjectTable, string>> = {
  sms_messages: 'reference, test',
  campaigns: 'reference, test',
  chat_messages: 'message_id, session_id, test',
  chat_sessions: 'id AS session_id, test',
};

/** What callers know the subjects of events by. */
export function findSubjects(
  tx: Tx,
  organisationId: string,
  table: SubjectTable,
  ids: readonly string[],
): Promise<SubjectRow[]> {
  return tx.sql<SubjectRow>(
    `SELECT id, ${COLUMNS[table]} FROM ${table} WHERE organisation_id = $1 AND id = ANY ($2::uuid[])`,
    [organisationId, plainArray(ids)],
  );
}
