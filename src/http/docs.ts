import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { introspectionFromSchema } from 'graphql';
import { printInReadingOrder } from '../api/graphql/print.js';
import { describeRest } from '../api/rest/openapi.js';
import { type Asset, mountAsset } from './assets.js';
import type { Faces } from './faces.js';
import { DOCS_PAGE, GRAPHIQL_PAGE, GRAPHIQL_SCRIPT, LANDING_PAGE } from './pages.js';

const require = createRequire(import.meta.url);

/** The front page, both references, and all that they load: from this server, never from another. */
export function mountDocs(app: FastifyInstance, { schema, rest, publicUrl, version }: Faces): void {
  const openapi = () => JSON.stringify(describeRest(rest, publicUrl, version));
  const assets: readonly Asset[] = [
    { url: '/', type: 'text/html', load: async () => LANDING_PAGE },
    { url: '/openapi.json', type: 'application/json', load: async () => openapi() },
    { url: '/schema.graphql', type: 'text/plain', load: async () => printInReadingOrder(schema) },
    { url: '/docs', type: 'text/html', load: async () => DOCS_PAGE },
    { url: '/docs/scalar.js', type: 'text/javascript', load: readScalar },
    { url: '/graphiql', type: 'text/html', load: async () => GRAPHIQL_PAGE },
    { url: '/graphiql/start.js', type: 'text/javascript', load: async () => GRAPHIQL_SCRIPT },
    {
      url: '/graphiql/schema.json',
      type: 'application/json',
      load: async () => JSON.stringify(introspectionFromSchema(schema)),
    },
    packaged(
      '/graphiql/react.js',
      'text/javascript',
      require.resolve('react/package.json'),
      'umd/react.production.min.js',
    ),
    packaged(
      '/graphiql/react-dom.js',
      'text/javascript',
      require.resolve('react-dom/package.json'),
      'umd/react-dom.production.min.js',
    ),
    packaged('/graphiql/graphiql.js', 'text/javascript', require.resolve('graphiql/package.json'), 'graphiql.min.js'),
    packaged('/graphiql/graphiql.css', 'text/css', require.resolve('graphiql/package.json'), 'graphiql.min.css'),
  ];
  for (const asset of assets) mountAsset(app, asset);
}

/** These packages let one ask for their description alone; the files for browsers lie beside it. */
function packaged(url: string, type: Asset['type'], description: string, file: string): Asset {
  return { url, type, load: () => readFile(join(dirname(description), file)) };
}

/** The package holds its browser script as text within a plugin of its own, so the plugin is asked for it. */
async function readScalar(): Promise<string> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const holder = fastify();
  await holder.register(plugin, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { statusCode, body } = await holder.inject('/docs/js/scalar.js');
  await holder.close();
  if (statusCode !== 200) throw new Error('The package of the documentation does not hold its script.');
  return body;
}
