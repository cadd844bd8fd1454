/**
 * Locks the messages `:ids` in the order of their ids, for the statement that then updates them. An UPDATE alone locks rows in
 * the order of its plan, which is that of the ids or that of the table: two transactions with different plans can deadlock.
 */
export const LOCK_CHAT_MESSAGES = `SELECT id FROM chat_messages
  WHERE organisation_id = :organisationId AND id = ANY (:ids::uuid[])
  ORDER BY id FOR NO KEY UPDATE`;
