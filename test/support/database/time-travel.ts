/** Everything that the program will compare with the clock of the database, moved towards the past. */
const STORED_TIMES: Readonly<Record<string, readonly string[]>> = {
  sms_due: ['due_at'],
  sms_messages: [
    'submitted_at',
    'next_action_at',
    'scheduled_at',
    'valid_until',
    'updated_at',
    'sent_at',
    'delivered_at',
  ],
  sms_reports: ['due_at', 'received_at'],
  inbound_sms: ['due_at', 'received_at'],
  inbound_messages: ['received_at'],
  consent_changes: ['created_at'],
  suppressions: ['created_at'],
  erased_suppressions: ['created_at'],
  gateway_accounts: ['paused_at', 'next_probe_at'],
  gateway_alerts: ['changed_at'],
  gateway_outages: ['since', 'next_try_at'],
  gateway_pacing: ['refilled_at'],
  campaigns: ['scheduled_at', 'paused_at', 'valid_until'],
  idempotency_keys: ['created_at'],
  chat_sessions: ['confirmed_at', 'state_since', 'unacked_since', 'groups_refreshed_at', 'groups_claimed_at'],
  chat_messages: ['created_at'],
  chat_reports: ['due_at', 'received_at'],
  events: ['created_at'],
  webhook_endpoints: ['due_at', 'not_before', 'failing_since', 'previous_secret_until'],
  webhook_deliveries: ['next_attempt_at', 'attempted_at', 'created_at'],
  mails: ['due_at', 'expires_at', 'created_at'],
  people: ['created_at'],
  one_time_codes: ['expires_at', 'created_at'],
  person_sessions: ['last_seen_at', 'expires_at'],
  invitations: ['expires_at'],
  export_links: ['expires_at'],
};

/** A pool of PostgreSQL's superuser, or what stands before it. */
interface Database {
  query(text: string): Promise<{ readonly rows: readonly object[] }>;
}

/** As if so much time had passed: the clock of the database rules, and it cannot be set, so the past is. */
export async function travel(database: Database, seconds: number): Promise<void> {
  const present = await columnsOf(database);
  // Most tables of a test are empty, and a round trip for each of them would be most of the time.
  const oneOfEach = [...present.keys()].map((table) => `(SELECT '${table}' AS name FROM ${table} LIMIT 1)`);
  const { rows } = await database.query(oneOfEach.join(' UNION ALL '));
  for (const { name } of rows as readonly { name: string }[]) {
    const moves = (present.get(name) ?? []).map(
      (column) => `${column} = ${earlier(column, `make_interval(secs => ${seconds})`)}`,
    );
    await updateAll(database, `UPDATE ${name} SET ${moves.join(', ')}`);
  }
}

const DEADLOCK = '40P01';

/**
 * Workers may lock the same rows in another order. If PostgreSQL ends this statement for it, it is repeated, as workers
 * repeat theirs.
 */
async function updateAll(database: Database, update: string): Promise<void> {
  for (;;) {
    try {
      await database.query(update);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK) throw error;
    }
  }
}

/**
 * Citus does not let an UPDATE subtract an interval from a column with a time zone, since days depend on the session's
 * zone.
 */
export function earlier(time: string, interval: string): string {
  return `(${time} AT TIME ZONE 'UTC' - ${interval}) AT TIME ZONE 'UTC'`;
}

/** Of each table. The database of an older version has fewer tables and columns. */
async function columnsOf(database: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await database.query(
    `SELECT relname AS table, attname AS column FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relnamespace = 'public'::regnamespace AND relname IN ('${Object.keys(STORED_TIMES).join("', '")}')`,
  );
  const present = Map.groupBy(rows as readonly { table: string; column: string }[], ({ table }) => table);
  const columns = [...present].map(
    ([table, found]) =>
      [table, found.map(({ column }) => column).filter((column) => STORED_TIMES[table]?.includes(column))] as const,
  );
  return new Map(columns.filter(([, moved]) => moved.length > 0));
}
