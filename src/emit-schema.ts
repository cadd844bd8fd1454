import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printInReadingOrder } from './api/graphql/print.js';
import { buildPostriderSchema } from './api/graphql/schema.js';
import { PACKAGE_FOLDER } from './lib/version.js';

writeFileSync(join(PACKAGE_FOLDER, 'schema.graphql'), printInReadingOrder(buildPostriderSchema()));
