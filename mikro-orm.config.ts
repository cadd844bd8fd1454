import { loadConfig } from './src/config/config.js';
import { schemaConfig } from './src/db/entities/schema-config.js';

/** For MikroORM's own command line (`npx mikro-orm`); the program's own configuration is src/db/orm.ts. */
const { databaseUrl, databasePoolSize } = loadConfig();

export default schemaConfig({ url: databaseUrl ?? 'postgres://127.0.0.1/postrider', poolSize: databasePoolSize });
