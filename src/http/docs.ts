import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { introspectionFromSchema } from 'graphql';
import { printInReadingOrder } from '../api/graphql/print.js';
import { describeRest } from '../api/rest/openapi.js';
import type { Api } from './api.js';
import { type Asset, mountAsset, page } from './assets.js';

const STYLE = `<style>
:root { color-scheme: light dark; }
body { font: 17px/1.6 system-ui, sans-serif; max-width: 38rem; margin: 12vh auto; padding: 0 1.5rem; }
h1 { font-size: 2rem; margin-bottom: 0; }
dt { font-weight: 600; margin-top: 1rem; }
dd { margin: 0; }
</style>
`;

const LANDING_PAGE = page(
  'Postrider',
  STYLE,
  `<h1>Postrider</h1>
<p>Send SMS to one or many numbers, and read the status of every message.</p>
<dl>
<dt><a href="/docs">REST reference</a></dt><dd>Every call with its fields, errors and an example; generated from <a href="/openapi.json">openapi.json</a>.</dd>
<dt><a href="/graphiql">GraphiQL</a></dt><dd>Explore the GraphQL API at <code>/graphql</code> and try it; the schema is <a href="/schema.graphql">schema.graphql</a>.</dd>
<dt><a href="/sign-in">Sign in</a></dt><dd>Your organisations and their API keys. The link that the server prints creates the first account.</dd>
<dt><a href="/readyz">Readiness</a> and <a href="/metrics">metrics</a></dt><dd>For operators of this server.</dd>
</dl>
`,
);

/** Turns off everything that loads from other servers; the content policy of the page would block it. */
const SCALAR = {
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  theme: 'default',
  layout: 'modern',
  metaData: { title: 'Postrider REST API' },
  authentication: { preferredSecurityScheme: [['apiKey', 'organisation']] },
  // The operations have samples of their own.
  hiddenClients: true,
  // There is one way to authenticate, whose long name would hide the heading.
  localization: { translations: { apiClient: { authSelector: { selectedType: 'API key' } } } },
  // Scalar's placeholder of a secret is a joke in Base64.
  customCss: 'input[placeholder^="QUxM"]::placeholder { color: transparent; }',
};

const attribute = (value: object) => JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const DOCS_PAGE = page(
  'Postrider REST API',
  '',
  `<script id="api-reference" data-url="/openapi.json" data-configuration="${attribute(SCALAR)}"></script>
<script src="/docs/scalar.js"></script>
`,
);

const GRAPHIQL_PAGE = page(
  'Postrider GraphiQL',
  `<link rel="stylesheet" href="/graphiql/graphiql.css">
<style>body { margin: 0; } #graphiql { height: 100dvh; }</style>
`,
  `<div id="graphiql"></div>
<script src="/graphiql/react.js"></script>
<script src="/graphiql/react-dom.js"></script>
<script src="/graphiql/graphiql.js"></script>
<script src="/graphiql/start.js"></script>
`,
);

const HEADERS = { Authorization: 'Bearer <API_KEY>', 'X-Organisation-Id': '<ORGANISATION_ID>' };

const QUERY = `# Fill in your API key and the id of your organisation in the tab "Headers" below, then press the play button.
# If you have signed in at /sign-in, delete the line Authorization: your sends are live then.

query Overview {
  organisation { name }
  campaigns(first: 5) {
    totalCount
    nodes { id name status total counts { queued sent delivered failed } createdAt }
  }
}

mutation Send {
  sendSms(input: { to: "12025550100", message: "Hello from Postrider" }) {
    message { id status segments }
    userErrors { path message }
  }
}

# Start this one, then send: events arrive until it is stopped.
subscription Follow {
  messageStatusChanged { sequence type messageId deliveryCode }
}
`;

/**
 * The schema is loaded as a file, so that completion works before a key is filled in. Subscriptions send the tab
 * "Headers" in the first message of their WebSocket.
 */
const GRAPHIQL_SCRIPT = `'use strict';
(async () => {
  const schema = await (await fetch('/graphiql/schema.json')).json();
  const socketUrl = location.origin.replace(/^http/, 'ws') + '/graphql';
  const fetcher = GraphiQL.createFetcher({ url: '/graphql', subscriptionUrl: socketUrl });
  const props = {
    fetcher,
    schema,
    defaultQuery: ${JSON.stringify(QUERY)},
    defaultHeaders: ${JSON.stringify(JSON.stringify(HEADERS, null, 2))},
    defaultEditorToolsVisibility: 'headers',
    shouldPersistHeaders: false,
  };
  ReactDOM.createRoot(document.getElementById('graphiql')).render(React.createElement(GraphiQL, props));
})();
`;

const require = createRequire(import.meta.url);

/** Serves the landing page, both API references, and all files that they load: from this server, never from another. */
export function mountDocs(app: FastifyInstance, { schema, rest, publicUrl, version }: Api): void {
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

/** These packages export only their package.json; the browser files lie beside it. */
function packaged(url: string, type: Asset['type'], description: string, file: string): Asset {
  return { url, type, load: () => readFile(join(dirname(description), file)) };
}

/** The package contains its browser script as text in a Fastify plugin, so the plugin is asked for it. */
async function readScalar(): Promise<string> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const holder = fastify();
  await holder.register(plugin, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { statusCode, body } = await holder.inject('/docs/js/scalar.js');
  await holder.close();
  if (statusCode !== 200) throw new Error('The package @scalar/fastify-api-reference does not contain its script.');
  return body;
}
