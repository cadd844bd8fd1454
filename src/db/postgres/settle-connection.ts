import type { DatabasePatience } from '../../lib/database-patience.js';
import { CitusError } from '../citus/citus-error.js';
import { formsOfCitus } from '../citus/forms.js';
import { IS_DISTRIBUTED } from '../citus/placement.js';
import type { Connection } from './connection.js';

interface Learned {
  readonly distributed: boolean;
  /** Of Citus; null without it. */
  readonly passes_on: string | null;
}

/** PostgreSQL before 17 does not know the setting, and would refuse a connection that names it at its start. */
const limitTransactions = (ms: number) =>
  `CASE WHEN current_setting('transaction_timeout', true) IS NOT NULL THEN set_config('transaction_timeout', '${ms}', false) END`;

/**
 * Learns what a new connection leads to, and sets what cannot be set when it is opened. If this fails, so does the
 * connection. The text has no parameters, since a connection pool may lose prepared statements, which other checks have
 * words for.
 */
export async function settle(client: Connection, patience: DatabasePatience): Promise<void> {
  const { rows } = await client.query<Learned>(
    `SELECT ${IS_DISTRIBUTED} AS distributed, current_setting('citus.propagate_set_commands', true) AS passes_on,
            ${limitTransactions(patience.transactionMs)} AS transaction_timeout`,
  );
  if (rows[0]?.distributed !== true) return;
  if (rows[0].passes_on !== 'local') {
    throw new CitusError([
      "Citus does not tell its nodes which organisation a transaction is for: ALTER DATABASE … SET citus.propagate_set_commands = 'local'.",
    ]);
  }
  // Citus finds the node by the values of the parameters, which a generic plan does not have.
  await client.query('SET plan_cache_mode = auto');
  // Citus closes further connections after the statement, and opening them costs more than most statements do.
  // Migrations make indexes on them.
  const takesHours = patience.statementMs === 0;
  if (!takesHours) await client.query('SET citus.max_adaptive_executor_pool_size = 1');
  client.forms = formsOfCitus;
}
