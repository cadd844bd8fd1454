/**
 * The second wall of tenancy, for every table with an organisation_id: forced row level security shows a transaction the
 * rows of one organisation only, or, where the program says so explicitly, of all.
 *
 * The sub-selects are evaluated once per statement, not once per row.
 */
export function isolate(table: string): string[] {
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY one_organisation ON ${table}
       USING (organisation_id = (SELECT current_organisation()) OR (SELECT all_organisations()))`,
  ];
}
