import { loadConfig } from './src/config/config.js';
import { ormConfig } from './src/db/orm.js';

/** For MikroORM's own command line (`npx mikro-orm`); the program reads the same from src/db/orm.ts. */
const { databaseUrl, databasePoolSize } = loadConfig();

export default ormConfig({ url: databaseUrl ?? 'postgres://127.0.0.1/postrider', poolSize: databasePoolSize });
