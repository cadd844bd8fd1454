import { ormConfig } from '../orm.js';
import { PostgresNames } from './postgres-names.js';
import { ENTITIES } from './schema.js';

/**
 * For the command line of MikroORM and for tests. In the program MikroORM discovers no entities, so it starts 30 ms
 * sooner.
 */
export function schemaConfig(options: Parameters<typeof ormConfig>[0]) {
  return { ...ormConfig(options), entities: [...ENTITIES], namingStrategy: PostgresNames };
}
