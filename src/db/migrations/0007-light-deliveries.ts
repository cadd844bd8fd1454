import { Migration } from '@mikro-orm/migrations';

/** Deliveries cost less to write: nearly all are taken by the endpoint at once, and nobody looks for them. */
export class LightDeliveries extends Migration {
  override name = '0007-light-deliveries';

  override up(): void {
    // Checking it took more than half of the time. Whoever writes deliveries holds a lock on the endpoint, and those of
    // endpoints that are gone are deleted by the housekeeping.
    this.addSql('ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_organisation_id_endpoint_id_fkey');
    this.addSql('DROP INDEX webhook_deliveries_status');
    this.addSql(
      `CREATE INDEX webhook_deliveries_open ON webhook_deliveries (organisation_id, endpoint_id, status, sequence)
         WHERE status <> 'delivered'`,
    );
  }
}
