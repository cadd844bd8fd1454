import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

@Entity({ tableName: 'organisations' })
export class Organisation {
  @PrimaryKey({ type: 'uuid', fieldName: 'organisation_id' })
  id!: string;

  @Property({ type: 'text' })
  name!: string;

  @Property({ type: 'boolean', default: false })
  demo = false;

  /** Null: the setting of the installation. */
  @Property({ type: 'integer', nullable: true })
  retentionDays: number | null = null;

  /** Messages may leave under approved sender ids only. */
  @Property({ type: 'boolean', default: false })
  enforceSenderIds = false;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
