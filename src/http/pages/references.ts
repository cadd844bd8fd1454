import type { Asset } from './assets.js';
import { MARK, page } from './layout.js';

/** What stands above both references: the way to a key, and for a member the organisation. Its script fills it in. */
const bar = (address: string) => `<header class="bar">
${MARK}<p id="bar-stranger">Calls need a key. <a href="/sign-in?next=${address}">Sign in</a> to create one.</p>
<div id="bar-member" hidden>
<select id="bar-organisations" class="input" aria-label="Organisation"></select>
<a id="bar-console" href="/app/">Console</a>
<a id="bar-keys" href="/app/">Keys</a>
<code id="bar-id"></code>
<button type="button" id="bar-copy" class="button">Copy the id</button>
<span id="bar-status" class="quiet" role="status"></span>
</div>
</header>
`;

/** The colours of the other pages. Scalar has a switch of its own for light and dark. */
const STYLE_OF_SCALAR = `
.light-mode { color-scheme: light; }
.dark-mode { color-scheme: dark; }
.light-mode, .dark-mode {
  --scalar-background-1: var(--surface);
  --scalar-background-2: var(--sunken);
  --scalar-border-color: var(--line);
  --scalar-color-1: var(--text);
  --scalar-color-2: var(--quiet);
  --scalar-color-3: var(--quiet);
  --scalar-color-accent: var(--accent);
}
/* Scalar's placeholder of a secret is a joke in Base64. */
input[placeholder^="QUxM"]::placeholder { color: transparent; }
`;

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
  customCss: STYLE_OF_SCALAR,
};

const attribute = (value: object) => JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const DOCS_PAGE = page(
  'Postrider REST API',
  '',
  `${bar('/docs')}<script id="api-reference" data-url="/openapi.json" data-configuration="${attribute(SCALAR)}"></script>
<script type="module" src="/reference/docs.js"></script>
`,
);

/** GraphiQL puts everything side by side. On a phone that leaves one letter a line for the response. */
const GRAPHIQL_STYLE = `<link rel="stylesheet" href="/graphiql/style.css">
<style>
body { display: flex; flex-direction: column; height: 100dvh; }
#graphiql { flex: 1; min-height: 0; }
@media (max-width: 640px) {
  .graphiql-container, .graphiql-container .graphiql-main, .graphiql-container #graphiql-session { flex-direction: column; }
  .graphiql-container .graphiql-sidebar { flex-direction: row; flex-shrink: 0; width: auto; padding: 0 8px; }
  .graphiql-container .graphiql-main { min-height: 0; overflow-y: auto; }
  .graphiql-container .graphiql-plugin { flex: none !important; height: 60dvh; }
  .graphiql-container .graphiql-sessions { flex: none !important; height: calc(100dvh - 60px); margin: 0 8px 8px; }
  .graphiql-container #graphiql-session, .graphiql-container .graphiql-editors, .graphiql-container .graphiql-response { min-height: 0; }
  /* The headers would have one line. */
  .graphiql-container .graphiql-editors { flex: 2 1 0% !important; }
  .graphiql-container .graphiql-editor-tool { flex: none !important; height: 9rem; }
  .graphiql-horizontal-drag-bar { display: none; }
}
</style>
`;

const GRAPHIQL_PAGE = page(
  'Postrider GraphiQL',
  GRAPHIQL_STYLE,
  `${bar('/graphiql')}<div id="graphiql"></div>
<script type="module" src="/graphiql/start.js"></script>
`,
);

/** Lines of at most 50 characters: a window of 1280 pixels shows no more of them. */
const HOW = {
  stranger: `# Fill in your API key and organisation below, in
# the tab "Headers", then press the play button.
# Or sign in: then the page needs no key.
`,
  member: `# You have signed in, so the tab "Headers" below
# needs no key. Press the play button.
# Sends are live without \`test: true\`.
`,
};

const QUERY = `
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
    input: {
      to: "12025550100"
      message: "Hello"
      test: true
    }
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

const HEADERS = { Authorization: 'Bearer <API_KEY>', 'X-Organisation-Id': '<ORGANISATION_ID>' };

/**
 * The schema is loaded as a file, so that completion works before a key is filled in. Subscriptions send the tab
 * "Headers" in the first message of their WebSocket. Headers are never kept, because they may hold a key.
 */
const GRAPHIQL_SCRIPT = `import { findMembership, showMembership } from '/reference/organisation.js';
import { showGraphiQL } from '/graphiql/graphiql.js';

const readSchema = async () => (await fetch('/graphiql/schema.json')).json();
const [schema, membership] = await Promise.all([readSchema(), findMembership()]);
showMembership(membership);
// Earlier versions had GraphiQL's history, which keeps the headers of each call.
for (const name of ['queries', 'favorites']) localStorage.removeItem('graphiql:' + name);
const how = ${JSON.stringify(HOW)};
const headers = membership ? { 'X-Organisation-Id': membership.chosen.organisationId } : ${JSON.stringify(HEADERS)};
const urls = { http: '/graphql', webSocket: location.origin.replace(/^http/, 'ws') + '/graphql' };
showGraphiQL(document.getElementById('graphiql'), urls, {
  schema,
  defaultQuery: (membership ? how.member : how.stranger) + ${JSON.stringify(QUERY)},
  defaultHeaders: JSON.stringify(headers, null, 2),
  defaultEditorToolsVisibility: 'headers',
  shouldPersistHeaders: false,
  plugins: [],
});
`;

/** The pages of both references, and the script that begins GraphiQL. */
export const REFERENCE_ASSETS: readonly Asset[] = [
  { url: '/docs', type: 'text/html', load: async () => DOCS_PAGE },
  { url: '/graphiql', type: 'text/html', load: async () => GRAPHIQL_PAGE },
  { url: '/graphiql/start.js', type: 'text/javascript', load: async () => GRAPHIQL_SCRIPT },
];
