import { Migration } from '@mikro-orm/migrations';

/** Fingerprints of the secret keys that belong to the database: a server with another key would refuse every caller. */
export class AcceptedSecretKeys extends Migration {
  override name = '0066-accepted-secret-keys';

  override up(): void {
    this.addSql(`CREATE TABLE accepted_secret_keys (
       id          text PRIMARY KEY,
       accepted_at timestamptz NOT NULL DEFAULT now()
     )`);
  }
}
