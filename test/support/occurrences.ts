import type { Pool } from 'pg';

/**
 * Every row of every table in which a text occurs, but for those that contain `except`, such as the id of an
 * organisation.
 */
export async function occurrences(
  superuser: Pool,
  texts: readonly string[],
  except: string | null = null,
): Promise<string[]> {
  const { rows: tables } = await superuser.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await superuser.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${name} t`);
    const naming = rows.filter(
      ({ row }) => (except === null || !row.includes(except)) && texts.some((text) => row.includes(text)),
    );
    found.push(...naming.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}
