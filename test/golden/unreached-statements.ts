const COMMANDS = 'Of a command, before the program itself runs.';
const CITUS = 'Where Citus has spread the tables over nodes: see test/citus.';

/** Pieces of SQL that `drive/statements.ts` does not reach: the file, how the piece begins, and why. */
export const UNREACHED: Readonly<Record<string, string>> = {
  'src/cli/database/probe-pooling.ts: SELECT pg_backend_pid() AS pid': COMMANDS,
  'src/cli/database/probe-pooling.ts: SELECT pg_backend_pid() AS pid WHERE $::boolean': COMMANDS,
  'src/cli/database/open-database.ts: SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() A':
    COMMANDS,
  'src/db/postgres/advisory-locks.ts: SELECT pg_try_advisory_lock($) AS locked': COMMANDS,
  'src/db/migrate.ts: SELECT pg_advisory_lock($)': COMMANDS,
  'src/db/migrate.ts: SET lock_timeout = 0': COMMANDS,
  "src/db/required-programs.ts: INSERT INTO required_programs (migration, oldest_program) VALUES ('": COMMANDS,
  'src/db/postgres/settle-connection.ts: Citus does not tell its nodes which organisation a transaction is for: ALTER DAT':
    CITUS,
  'src/db/postgres/settle-connection.ts: SET citus.max_adaptive_executor_pool_size = 1': CITUS,
  'src/db/postgres/settle-connection.ts: SET plan_cache_mode = auto': CITUS,
  'src/db/sql/chat/acks.ts: SELECT participant FROM chat_receipts WHERE organisation_id = $ AND message_id =':
    'While SECRET_KEY is replaced: see test/operations/upkeep/secret-keys.test.ts.',
  'src/db/sql/sms/dispatch/leases.ts: UPDATE sms_due SET lease_id = NULL, due_at = now() + make_interval(secs => $) WH':
    'When a gateway cannot be asked what became of an attempt: see test/operations/dispatch/lost-answers.test.ts.',
  'src/db/sql/sms/messages/message-states.ts: SELECT id, attempt, claim FROM sms_messages WHERE organisation_id = $ AND id = A':
    'When a worker died while it submitted: see test/operations/dispatch/end-unfinished.test.ts.',
  'src/db/sql/sms/messages/message-states.ts: UPDATE sms_messages SET handed_over = true, updated_at = now() WHERE organisatio':
    'When an acceptance comes after the end of a message: see test/operations/reports/late-answers.test.ts.',
  'src/db/sql/sms/dispatch/claim-messages.ts: SELECT DISTINCT coalesce(campaign_id, id) AS id FROM sms_messages WHERE organisa':
    'While tracing is on: see test/journeys/traces.slow.test.ts.',
  'src/db/sql/webhooks/leases.ts: UPDATE webhook_endpoints SET last_sequence = $ WHERE organisation_id = $ AND id ':
    'When a turn posts more than one portion: see test/operations/webhooks/turns.slow.test.ts.',
  'src/queue/hints.ts: ROLLBACK TO SAVEPOINT hint': 'When the tables of the queue are gone.',
};
