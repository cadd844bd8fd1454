import { Migration } from '@mikro-orm/migrations';

/**
 * For replacing SECRET_KEY. Hashes of keys say under which secret key they were made; those of opt-outs cannot be made anew, so the
 * replaced secret keys stay, sealed with the current one.
 */
export class SecretKeys extends Migration {
  override name = '0030-secret-keys';

  override up(): void {
    this.addSql('ALTER TABLE api_keys ADD COLUMN secret_key_id text');
    this.addSql(`CREATE TABLE retired_keys (
       id         text PRIMARY KEY,
       sealed     bytea NOT NULL,
       retired_at timestamptz NOT NULL DEFAULT now()
     )`);
  }
}
