import { page } from './page.js';

const STYLE = `<style>
:root { color-scheme: light dark; }
body { font: 17px/1.6 system-ui, sans-serif; max-width: 38rem; margin: 12vh auto; padding: 0 1.5rem; }
h1 { font-size: 2rem; margin-bottom: 0; }
dt { font-weight: 600; margin-top: 1rem; }
dd { margin: 0; }
</style>
`;

export const LANDING_PAGE = page(
  'Postrider',
  STYLE,
  `<h1>Postrider</h1>
<p>Send SMS to one or many, and read for every recipient what became of it.</p>
<dl>
<dt><a href="/docs">REST reference</a></dt><dd>Every call with its fields, errors and an example; made from <a href="/openapi.json">openapi.json</a>.</dd>
<dt><a href="/graphiql">GraphiQL</a></dt><dd>Explore the GraphQL API at <code>/graphql</code> and try it; the schema is <a href="/schema.graphql">schema.graphql</a>.</dd>
<dt><a href="/sign-in">Sign in</a></dt><dd>Your organisations, and keys for them. The first account is made by the link that the server prints.</dd>
<dt><a href="/readyz">Readiness</a> and <a href="/metrics">metrics</a></dt><dd>For those who run this server.</dd>
</dl>
`,
);

/** Everything that would ask another server for something is off; the page's policy would refuse it anyway. */
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
};

const attribute = (value: object) => JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;');

export const DOCS_PAGE = page(
  'Postrider REST API',
  '',
  `<script id="api-reference" data-url="/openapi.json" data-configuration="${attribute(SCALAR)}"></script>
<script src="/docs/scalar.js"></script>
`,
);

export const GRAPHIQL_PAGE = page(
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
# Somebody who has signed in at /sign-in takes the line Authorization out: their sends are live.

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
 * The schema comes as a file, so that completion works before a key has been filled in. Subscriptions send the tab "Headers"
 * in the first message of their WebSocket.
 */
export const GRAPHIQL_SCRIPT = `'use strict';
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
