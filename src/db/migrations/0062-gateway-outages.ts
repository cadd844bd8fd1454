import { Migration } from '@mikro-orm/migrations';

/**
 * Workers note the gateways that they cannot reach, so that other processes know. A crash of PostgreSQL may forget
 * it.
 */
export class GatewayOutages extends Migration {
  override name = '0062-gateway-outages';

  override up(): void {
    this.addSql(`CREATE UNLOGGED TABLE gateway_outages (
      gateway     text NOT NULL,
      process_id  uuid NOT NULL,
      since       timestamptz NOT NULL DEFAULT now(),
      code        text,
      next_try_at timestamptz NOT NULL,
      PRIMARY KEY (gateway, process_id)
    )`);
  }
}
