import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { printInReadingOrder } from './api/graphql/print.js';
import { buildPostriderSchema } from './api/graphql/schema.js';

const path = resolve(import.meta.dirname, '../schema.graphql');
writeFileSync(path, printInReadingOrder(buildPostriderSchema()));
