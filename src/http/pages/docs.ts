import type { FastifyInstance } from 'fastify';
import { introspectionFromSchema } from 'graphql';
import { printInReadingOrder } from '../../api/graphql/print.js';
import { describeRest } from '../../api/rest/openapi.js';
import type { Api } from '../api.js';
import { PEOPLE_POLICY } from '../responses/security-headers.js';
import { type Asset, builtAssets, mountAsset } from './assets.js';
import { LANDING_PAGE } from './landing.js';
import { DESIGN_ASSETS } from './layout.js';
import { REFERENCE_ASSETS } from './references.js';

/** Serves the landing page, both API references, and all files that they load: from this server, never from another. */
export function mountDocs(app: FastifyInstance, { schema, rest, publicUrl, version }: Api): void {
  const openapi = () => JSON.stringify(describeRest(rest, publicUrl, version));
  const assets: readonly Asset[] = [
    { url: '/openapi.json', type: 'application/json', load: async () => openapi() },
    { url: '/schema.graphql', type: 'text/plain', load: async () => printInReadingOrder(schema) },
    {
      url: '/graphiql/schema.json',
      type: 'application/json',
      load: async () => JSON.stringify(introspectionFromSchema(schema)),
    },
    ...DESIGN_ASSETS,
    ...REFERENCE_ASSETS,
    ...builtAssets('pages/reference', '/reference'),
    ...builtAssets('browser/scalar', '/docs'),
    ...builtAssets('browser/graphiql', '/graphiql'),
  ];
  mountAsset(app, { url: '/', type: 'text/html', load: async () => LANDING_PAGE }, PEOPLE_POLICY);
  for (const asset of assets) mountAsset(app, asset);
}
