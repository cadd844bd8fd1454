import { Migration } from '@mikro-orm/migrations';

/** Who has told a gateway that they want no more messages. The gateway does not say whose, so it is no organisation's. */
export class OptOuts extends Migration {
  override name = '0005-opt-outs';

  override up(): void {
    this.addSql(
      `CREATE TABLE gateway_opt_outs (
         gateway     text NOT NULL,
         -- Keyed hash: numbers are compared with it, and nobody has to read them.
         mobile_hash bytea NOT NULL,
         -- '' = of everybody's messages.
         sender_id   text NOT NULL,
         created_at  timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (gateway, mobile_hash, sender_id)
       )`,
    );
  }
}
