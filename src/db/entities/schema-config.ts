import { ormConfig } from '../orm.js';
import { PostgresNames } from './postgres-names.js';
import { ENTITIES } from './schema.js';

/**
 * For the command line of MikroORM and for tests. The program takes types alone from the entities, and starts 30 ms
 * sooner.
 */
export function schemaConfig(options: Parameters<typeof ormConfig>[0]) {
  return { ...ormConfig(options), entities: [...ENTITIES], namingStrategy: PostgresNames };
}
