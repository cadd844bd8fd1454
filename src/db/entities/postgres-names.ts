import { UnderscoreNamingStrategy } from '@mikro-orm/core';

const SUFFIXES = {
  primary: 'pkey',
  foreign: 'fkey',
  unique: 'key',
  index: 'idx',
  sequence: 'seq',
  check: 'check',
  default: 'default',
};

/** Names constraints as PostgreSQL does where a migration leaves it the choice. */
export class PostgresNames extends UnderscoreNamingStrategy {
  override indexName(table: string, columns: string[], type: keyof typeof SUFFIXES): string {
    return [table, ...(type === 'primary' ? [] : columns), SUFFIXES[type]].join('_');
  }
}
