import { UnderscoreNamingStrategy } from '@mikro-orm/core';
import { ormConfig } from '../orm.js';
import { ENTITIES } from './schema.js';

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
class PostgresNames extends UnderscoreNamingStrategy {
  override indexName(table: string, columns: string[], type: keyof typeof SUFFIXES): string {
    return [table, ...(type === 'primary' ? [] : columns), SUFFIXES[type]].join('_');
  }
}

/**
 * For the command line of MikroORM and for tests. In the program MikroORM discovers no entities, so it starts 30 ms
 * sooner.
 */
export function schemaConfig(options: Parameters<typeof ormConfig>[0]) {
  return { ...ormConfig(options), entities: [...ENTITIES], namingStrategy: PostgresNames };
}
