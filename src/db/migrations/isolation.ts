/**
 * The second wall of tenancy, for every table with an organisation_id: forced row level security shows a transaction
 * the rows of one organisation only, or, if the program says so explicitly, of all.
 *
 * The sub-selects are evaluated once per statement, not once per row.
 */
export function isolate(table: string): string[] {
  return [...force(table), `CREATE POLICY one_organisation ON ${table} USING (${OWN})`];
}

/** The same for a table whose rows nobody changes or deletes, the program included. */
export function isolateAppendOnly(table: string): string[] {
  return [
    ...force(table),
    `CREATE POLICY one_organisation_reads ON ${table} FOR SELECT USING (${OWN})`,
    `CREATE POLICY one_organisation_appends ON ${table} FOR INSERT WITH CHECK (${OWN})`,
    // No policy has a say in that.
    `REVOKE TRUNCATE ON ${table} FROM CURRENT_USER`,
  ];
}

const OWN = 'organisation_id = (SELECT current_organisation()) OR (SELECT all_organisations())';

function force(table: string): string[] {
  return [`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`, `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`];
}
