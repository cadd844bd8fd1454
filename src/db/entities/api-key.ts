import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { KeyMode, Scope } from '../../domain/vocabulary.js';

@Entity({ tableName: 'api_keys' })
export class ApiKey {
  @PrimaryKey({ type: 'uuid' })
  organisationId!: string;

  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Property({ type: 'text' })
  name!: string;

  @Property({ type: 'blob', unique: true })
  hash!: Buffer;

  @Property({ type: 'text' })
  hint!: string;

  @Property({ type: 'text', columnType: 'key_mode' })
  mode!: KeyMode;

  @Property({ type: 'array', columnType: 'text[]' })
  scopes!: Scope[];

  /** The phones, sender ids and addresses that it is restricted to; null: not restricted. */
  @Property({ type: 'array', columnType: 'uuid[]', nullable: true })
  sessionIds: string[] | null = null;

  @Property({ type: 'array', columnType: 'text[]', nullable: true })
  senderIds: string[] | null = null;

  @Property({ type: 'array', columnType: 'text[]', nullable: true })
  addresses: string[] | null = null;

  /** The key that this one has taken the place of. */
  @Property({ type: 'uuid', nullable: true })
  replaces: string | null = null;

  @Property({ type: 'timestamptz', nullable: true })
  expiresAt: Date | null = null;

  @Property({ type: 'timestamptz', nullable: true })
  revokedAt: Date | null = null;

  @Property({ type: 'timestamptz', nullable: true })
  lastUsedAt: Date | null = null;

  @Property({ type: 'timestamptz', defaultRaw: 'now()' })
  createdAt: Date = new Date();
}
