import { buildPostriderSchema } from '../../../src/api/graphql/schema.js';
import { createRestTable } from '../../../src/api/rest/routes.js';

export const REST_TABLE = createRestTable(buildPostriderSchema());
export const ROUTES = REST_TABLE.routes;
