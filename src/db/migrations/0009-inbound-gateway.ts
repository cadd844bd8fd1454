import { Migration } from '@mikro-orm/migrations';
import { requireProgram } from '../required-programs.js';

/** What is sent from the number that a person wrote to, to be sent by carriers of that number alone. */
export class InboundGateway extends Migration {
  override name = '0009-inbound-gateway';

  override up(): void {
    this.addSql('ALTER TABLE sms_messages ADD COLUMN inbound_gateway text');
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}
