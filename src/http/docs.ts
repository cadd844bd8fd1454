import type { FastifyInstance } from 'fastify';
import { introspectionFromSchema } from 'graphql';
import { printInReadingOrder } from '../api/graphql/print.js';
import { describeRest } from '../api/rest/openapi.js';
import type { Api } from './api.js';
import { type Asset, builtAssets, designAsset, mountAsset, page } from './assets.js';

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

/** GraphiQL puts everything side by side. On a phone that leaves one letter a line for the response. */
const GRAPHIQL_STYLE = `<link rel="stylesheet" href="/graphiql/style.css">
<style>
body { margin: 0; }
#graphiql { height: 100dvh; }
@media (max-width: 640px) {
  .graphiql-container, .graphiql-container .graphiql-main, .graphiql-container #graphiql-session { flex-direction: column; }
  .graphiql-container .graphiql-sidebar { flex-direction: row; flex-shrink: 0; width: auto; padding: 0 8px; }
  .graphiql-container .graphiql-main { min-height: 0; overflow-y: auto; }
  .graphiql-container .graphiql-plugin { flex: none !important; height: 60dvh; }
  .graphiql-container .graphiql-sessions { flex: none !important; height: calc(100dvh - 60px); margin: 0 8px 8px; }
  .graphiql-container #graphiql-session, .graphiql-container .graphiql-editors, .graphiql-container .graphiql-response { min-height: 0; }
  .graphiql-horizontal-drag-bar { display: none; }
}
</style>
`;

const GRAPHIQL_PAGE = page(
  'Postrider GraphiQL',
  GRAPHIQL_STYLE,
  `<div id="graphiql"></div>
<script type="module" src="/graphiql/start.js"></script>
`,
);

const HEADERS = { Authorization: 'Bearer <API_KEY>', 'X-Organisation-Id': '<ORGANISATION_ID>' };

/** Lines of at most 50 characters: a window of 1280 pixels shows no more of them. */
const QUERY = `# Fill in your API key and organisation below, in
# the tab "Headers", then press the play button.
# If you have signed in at /sign-in, delete the
# line Authorization: your sends are live then.

query Overview {
  organisation { name }
  campaigns(first: 5) {
    totalCount
    nodes {
      id name status total createdAt
      counts { queued sent delivered failed }
    }
  }
}

mutation Send {
  sendSms(
    input: { to: "12025550100", message: "Hello" }
  ) {
    message { id status segments }
    userErrors { path message }
  }
}

# Start this one, then send: events arrive until
# it is stopped.
subscription Follow {
  messageStatusChanged {
    sequence type messageId deliveryCode
  }
}
`;

/**
 * The schema is loaded as a file, so that completion works before a key is filled in. Subscriptions send the tab
 * "Headers" in the first message of their WebSocket.
 */
const GRAPHIQL_SCRIPT = `import { showGraphiQL } from '/graphiql/graphiql.js';

const schema = await (await fetch('/graphiql/schema.json')).json();
const urls = { http: '/graphql', webSocket: location.origin.replace(/^http/, 'ws') + '/graphql' };
showGraphiQL(document.getElementById('graphiql'), urls, {
  schema,
  defaultQuery: ${JSON.stringify(QUERY)},
  defaultHeaders: ${JSON.stringify(JSON.stringify(HEADERS, null, 2))},
  defaultEditorToolsVisibility: 'headers',
  shouldPersistHeaders: false,
});
`;

/** Serves the landing page, both API references, and all files that they load: from this server, never from another. */
export function mountDocs(app: FastifyInstance, { schema, rest, publicUrl, version }: Api): void {
  const openapi = () => JSON.stringify(describeRest(rest, publicUrl, version));
  const assets: readonly Asset[] = [
    { url: '/', type: 'text/html', load: async () => LANDING_PAGE },
    designAsset('/favicon.svg', 'image/svg+xml', 'mark.svg'),
    { url: '/openapi.json', type: 'application/json', load: async () => openapi() },
    { url: '/schema.graphql', type: 'text/plain', load: async () => printInReadingOrder(schema) },
    { url: '/docs', type: 'text/html', load: async () => DOCS_PAGE },
    ...builtAssets('scalar', '/docs'),
    { url: '/graphiql', type: 'text/html', load: async () => GRAPHIQL_PAGE },
    { url: '/graphiql/start.js', type: 'text/javascript', load: async () => GRAPHIQL_SCRIPT },
    {
      url: '/graphiql/schema.json',
      type: 'application/json',
      load: async () => JSON.stringify(introspectionFromSchema(schema)),
    },
    ...builtAssets('graphiql', '/graphiql'),
  ];
  for (const asset of assets) mountAsset(app, asset);
}
