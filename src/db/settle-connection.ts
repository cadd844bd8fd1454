import type { DatabasePatience } from '../lib/database-patience.js';
import { IS_DISTRIBUTED } from './citus/placement.js';
import type { Connection } from './connection.js';

/** PostgreSQL before 17 does not know the setting, and would refuse a connection that names it at its start. */
const LIMIT_TRANSACTIONS = `SELECT set_config('transaction_timeout', $1, false)
  WHERE current_setting('transaction_timeout', true) IS NOT NULL`;

const LOOK_FOR_CITUS = `SELECT ${IS_DISTRIBUTED} AS distributed, current_setting('citus.propagate_set_commands', true) AS passes_on`;

/** Learns what a new connection leads to, and sets what cannot be set when it is opened. If this fails, so does the connection. */
export async function settle(client: Connection, { transactionMs }: DatabasePatience): Promise<void> {
  const [, { rows }] = await Promise.all([
    // Not prepared: behind a pool that loses prepared statements it would fail before `doctor` can name the pool.
    client.query({ text: LIMIT_TRANSACTIONS, values: [transactionMs] }),
    client.query<{ distributed: boolean; passes_on: string | null }>(LOOK_FOR_CITUS),
  ]);
  if (rows[0]?.distributed !== true) return;
  if (rows[0].passes_on !== 'local') {
    throw new Error(
      "Citus does not tell its nodes which organisation a transaction is for: ALTER DATABASE … SET citus.propagate_set_commands = 'local'.",
    );
  }
  // Citus needs the parameters to find the node.
  await client.query('SET plan_cache_mode = auto');
  client.isDistributed = true;
}
