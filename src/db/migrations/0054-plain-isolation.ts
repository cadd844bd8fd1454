import { Migration } from '@mikro-orm/migrations';

/**
 * PostgreSQL prepares every branch of `current_organisation()` each time that a statement begins, for each table of the statement. The branch that
 * refuses outdated programs moves into the function that it calls: a tenth of a single send.
 */
export class PlainIsolation extends Migration {
  override name = '0054-plain-isolation';

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE OR REPLACE FUNCTION refuse_outdated_program() RETURNS uuid LANGUAGE plpgsql STABLE AS $$
   BEGIN
     IF current_setting('postrider.organisation_id', true) <> '' OR current_setting('postrider.all_organisations', true) <> ''
       OR current_setting('app.organisation_id', true) <> '' OR current_setting('app.all_organisations', true) <> '' THEN
       RAISE EXCEPTION USING ERRCODE = 'cannot_connect_now',
         MESSAGE = 'The tables are those of a newer version of the program: start that one.';
     END IF;
     RETURN NULL;
   END $$`,
  // Where the tables are distributed, the function calls no other one.
  `DO $do$ BEGIN
     IF EXISTS (SELECT FROM pg_proc WHERE oid = 'current_organisation()'::regprocedure AND prosrc LIKE '%refuse_outdated_program%') THEN
       CREATE OR REPLACE FUNCTION current_organisation() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
         $$ SELECT coalesce(nullif(current_setting('postrider.organisation', true), '')::uuid, refuse_outdated_program()) $$;
     END IF;
   END $do$`,
];
