const COMMANDS = 'Of a command, before the program itself runs.';
const CITUS = 'Where Citus has spread the tables over nodes: see test/citus.';

/** Pieces of SQL that `drive-statements.ts` does not reach: the file, how the piece begins, and why. */
export const UNREACHED: Readonly<Record<string, string>> = {
  'src/cli/doctor/probe-pooling.ts: SELECT pg_backend_pid() AS pid': COMMANDS,
  'src/cli/doctor/probe-pooling.ts: SELECT pg_backend_pid() AS pid WHERE $::boolean': COMMANDS,
  'src/cli/open-database.ts: SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() A':
    COMMANDS,
  'src/db/locks/advisory-lock.ts: SELECT pg_try_advisory_lock($) AS locked': COMMANDS,
  'src/db/migrate.ts: SELECT pg_advisory_lock($)': COMMANDS,
  'src/db/migrate.ts: SET lock_timeout = 0': COMMANDS,
  "src/db/required-programs.ts: INSERT INTO required_programs (migration, oldest_program) VALUES ('": COMMANDS,
  'src/db/postgres/settle-connection.ts: Citus does not tell its nodes which organisation a transaction is for: ALTER DAT':
    CITUS,
  'src/db/postgres/settle-connection.ts: SET citus.max_adaptive_executor_pool_size = 1': CITUS,
  'src/db/postgres/settle-connection.ts: SET plan_cache_mode = auto': CITUS,
  'src/db/sql/chat/acks.ts: SELECT participant FROM chat_receipts WHERE organisation_id = $ AND message_id =':
    'While SECRET_KEY is replaced: see test/operations/upkeep/secret-keys.test.ts.',
  'src/db/sql/events/announce-events.ts: ) SELECT looked, last, ARRAY(SELECT organisation_id FROM behind) AS behind FROM ':
    CITUS,
  'src/db/sql/events/announce-events.ts: ), looked AS MATERIALIZED ( SELECT count(*)::int AS looked, (SELECT organisation':
    CITUS,
  'src/db/sql/events/announce-events.ts: SELECT count(*)::int AS endpoints FROM due': CITUS,
  'src/db/sql/events/announce-events.ts: WITH portion AS MATERIALIZED (': CITUS,
  'src/db/sql/kernel/due-work.ts: WITH due AS ( SELECT work, gateway, min(due_at) AS due_at FROM ( SELECT organisa':
    CITUS,
  'src/db/sql/kernel/due-work.ts: AS work, gateway, due_at FROM sms_due WHERE gateway = ANY ($::text[]) AND': CITUS,
  "src/db/sql/kernel/due-work.ts: UNION ALL SELECT organisation_id, 'probe', gateway, next_probe_at FROM gateway_a":
    CITUS,
  "src/db/sql/kernel/due-work.ts: UNION ALL SELECT organisation_id, 'webhooks', NULL, greatest(due_at, not_before)":
    CITUS,
  'src/db/sql/upkeep/housekeeping.ts: AS shardid FROM organisations) o JOIN pg_dist_placement USING (shardid) ORDER BY':
    CITUS,
  'src/db/sql/upkeep/housekeeping.ts: FROM (SELECT *,': CITUS,
  'src/db/sql/upkeep/housekeeping.ts: SELECT organisation_id, groupid AS node,': CITUS,
  'src/db/sql/kernel/inbox.ts: (r.due_at <= now() OR r.tries = 0) AND (r.received_at >= waited.since OR r.tries': CITUS,
  'src/db/sql/kernel/inbox.ts: r.due_at <= now() AND (r.received_at >= waited.since OR r.tries = 0) AND r.recei': CITUS,
  'src/db/sql/sms/dispatch/attempt-parts.ts: WHERE p.organisation_id = ANY ($::uuid[])': CITUS,
  'src/db/sql/sms/dispatch/agenda.ts: SELECT DISTINCT organisation_id FROM sms_due WHERE': CITUS,
  'src/db/sql/sms/dispatch/agenda.ts: AND gateway = $ AND priority = ANY ($::smallint[]) AND': CITUS,
  'src/db/sql/sms/dispatch/leases.ts: UPDATE sms_due SET lease_id = NULL, due_at = now() + make_interval(secs => $) WH':
    'When a gateway cannot be asked what became of an attempt: see test/operations/dispatch/lost-answers.test.ts.',
  'src/db/sql/sms/messages/message-states.ts: SELECT id, attempt, claim FROM sms_messages WHERE organisation_id = $ AND id = A':
    'When a worker died while it submitted: see test/operations/dispatch/left-submitting.test.ts.',
  'src/db/sql/sms/messages/message-states.ts: SELECT id, claim, phase, handed_over FROM sms_messages WHERE organisation_id = $':
    'When an answer comes after another claim: see test/operations/reports/late-answers.test.ts.',
  'src/db/sql/sms/messages/message-states.ts: UPDATE sms_messages SET handed_over = true, updated_at = now() WHERE organisatio':
    'When an acceptance comes after the end of a message: see test/operations/reports/late-answers.test.ts.',
  'src/db/sql/sms/messages/traces.ts: SELECT DISTINCT coalesce(campaign_id, id) AS id FROM sms_messages WHERE organisa':
    'While tracing is on: see test/journeys/traces.slow.test.ts.',
  'src/db/sql/webhooks/leases.ts: UPDATE webhook_endpoints SET last_sequence = $ WHERE organisation_id = $ AND id ':
    'When a turn posts more than one portion: see test/operations/webhooks/turns.slow.test.ts.',
  'src/queue/hints.ts: ROLLBACK TO SAVEPOINT hint': 'When the tables of the queue are gone.',
};
