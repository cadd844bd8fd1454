import { Migration } from '@mikro-orm/migrations';
import { isolate } from './isolation.js';

/** Organisations whose messages wait for a gateway that is down are told so by events. */
export class GatewayAlerts extends Migration {
  override name = '0063-gateway-alerts';

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE gateway_alerts (
     organisation_id uuid NOT NULL,
     gateway         text NOT NULL,
     id              uuid NOT NULL,
     is_down         boolean NOT NULL,
     revision        integer NOT NULL,
     changed_at      timestamptz NOT NULL,
     PRIMARY KEY (organisation_id, gateway)
   )`,
  ...isolate('gateway_alerts'),
];
