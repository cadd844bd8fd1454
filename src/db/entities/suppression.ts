import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { SuppressionSource } from '../../domain/vocabulary.js';

@Entity({ tableName: 'suppressions' })
export class Suppression {
  @PrimaryKey({ type: 'uuid' })
  organisationId!: string;

  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Property({ type: 'text' })
  mobile!: string;

  /** Empty: for every sender. */
  @Property({ type: 'text', default: '' })
  senderId = '';

  @Property({ type: 'smallint' })
  deliveryCode!: number;

  @Property({ type: 'text', columnType: 'suppression_source' })
  source!: SuppressionSource;

  @Property({ type: 'text', nullable: true })
  reason: string | null = null;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
