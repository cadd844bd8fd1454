/**
 * Writes the types of the client from the built server: `npm run schema`. The types of the server's own modules are
 * unknown here, because a build has none.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeCampaignProgress } from './campaign-progress.ts';
import { writeGraphqlTypes } from './graphql-types.ts';
import { writeRestTypes } from './rest-types.ts';

const built = (path: string) => import(new URL(`../../../dist/modules/${path}`, import.meta.url).href);
const folder = resolve(import.meta.dirname, '../src/generated');

await import('reflect-metadata');
const { buildPostriderSchema } = await built('api/graphql/schema.js');
const { createRestTable } = await built('api/rest/routes.js');
const { describeRest } = await built('api/rest/openapi.js');
const { CODE_OF } = await built('domain/sms/delivery-codes.js');

const schema = buildPostriderSchema();
const table = createRestTable(schema);
const openapi = describeRest(table, 'http://localhost', '0.0.0');
const { executed } = table.routes.find(({ operationId }: { operationId: string }) => operationId === 'getCampaign');
writeFileSync(resolve(folder, 'rest.ts'), writeRestTypes(openapi, Object.values<number>(CODE_OF)));
writeFileSync(resolve(folder, 'graphql.ts'), writeGraphqlTypes(schema));
writeFileSync(resolve(folder, 'campaign-progress.ts'), writeCampaignProgress(schema, executed));
