import { Migration } from '@mikro-orm/migrations';

/**
 * PostgreSQL initialises every expression of `current_organisation()` for each table of each statement, also those that it does not evaluate: a tenth of
 * its time for a single send. The look at the settings of outdated programs moves into `refuse_outdated_program()`, which runs only if no organisation is
 * set.
 */
export class OutdatedPrograms extends Migration {
  override name = '0054-outdated-programs';

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE OR REPLACE FUNCTION refuse_outdated_program() RETURNS uuid LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
   BEGIN
     IF current_setting('postrider.organisation_id', true) <> '' OR current_setting('postrider.all_organisations', true) <> ''
       OR current_setting('app.organisation_id', true) <> '' OR current_setting('app.all_organisations', true) <> '' THEN
       RAISE EXCEPTION USING ERRCODE = 'cannot_connect_now',
         MESSAGE = 'The tables are those of a newer version of the program: start that one.';
     END IF;
     RETURN NULL;
   END $$`,
  // On a distributed database the function is another one (db/citus/distribute-tables.ts), and must stay: Citus would call this function for every statement.
  `DO $do$ BEGIN
     IF EXISTS (SELECT FROM pg_proc WHERE oid = 'current_organisation()'::regprocedure AND prosrc LIKE '%refuse_outdated_program%') THEN
       CREATE OR REPLACE FUNCTION current_organisation() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
         $$ SELECT coalesce(nullif(current_setting('postrider.organisation', true), '')::uuid, refuse_outdated_program()) $$;
     END IF;
   END $do$`,
];
