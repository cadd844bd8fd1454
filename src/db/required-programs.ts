import { NotReadyError } from '../domain/health.js';
import { isOlderVersion, VERSION } from '../lib/version.js';
import type { Sql } from './postgres/transaction.js';
import { type RowOf, run, tables } from './tables.js';

/**
 * A statement for each migration: the oldest program that may run on the database afterwards. Programs before it are
 * not ready any more, and do not start. In a migration that is a transaction it commits with the change, so no program
 * runs on tables that it does not fit.
 */
export const requireProgram = (migration: string, oldest: string) =>
  `INSERT INTO required_programs (migration, oldest_program) VALUES ('${migration}', '${oldest}') ON CONFLICT DO NOTHING`;

/** A migration of a newer program has made the tables such that this program must not run on them. */
export class OutdatedProgramError extends NotReadyError {
  override readonly name = 'OutdatedProgramError';

  constructor({ migration, oldest_program: oldest }: RowOf<'required_programs'>) {
    super(
      `The database needs Postrider ${oldest} or newer since migration ${migration}, and this is ${VERSION}: start that version, or restore ` +
        'the backup from before the upgrade.',
    );
  }
}

/** Throws an OutdatedProgramError if a migration needs a newer program than this one. */
export async function refuseOutdatedProgram(db: Sql): Promise<void> {
  // A database that is not migrated does not have the table.
  const [table] = await db.sql<{ exists: boolean }>(`SELECT to_regclass('required_programs') IS NOT NULL AS exists`);
  if (!table?.exists) return;
  const required = await run(db, tables.selectFrom('required_programs').selectAll());
  const [newest] = required.sort((a, b) => (isOlderVersion(a.oldest_program, b.oldest_program) ? 1 : -1));
  if (newest && isOlderVersion(VERSION, newest.oldest_program)) throw new OutdatedProgramError(newest);
}
