/** What each folder may import besides itself: the table of folders, as a check. Order: from the bottom to the top. */
const MAY_IMPORT = {
  'lib/': [],
  'config/': ['lib/'],
  'domain/': ['lib/'],
  'db/': ['domain/', 'lib/'],
  'queue/': ['domain/', 'lib/'],
  'operations/': ['domain/', 'db/', 'queue/', 'lib/'],
  'gateways/': ['domain/', 'lib/'],
  'workers/': ['operations/', 'queue/', 'domain/', 'lib/'],
  'api/graphql/': ['operations/', 'domain/', 'lib/'],
  'api/rest/': ['api/', 'domain/', 'lib/'],
  'api/guard/': ['operations/', 'domain/', 'lib/'],
  'api/subscriptions/': ['api/guard/', 'api/[^/]+\\.ts$', 'operations/', 'domain/', 'lib/'],
  'api/[^/]+\\.ts$': ['api/guard/', 'operations/', 'domain/', 'lib/'],
  'http/': ['api/', 'domain/', 'lib/'],
  'migrate-database\\.ts$': ['db/', 'queue/', 'lib/'],
  'services\\.ts$': ['config/', 'operations/', 'gateways/', 'domain/', 'db/', 'lib/'],
  'replace-gateways\\.ts$': ['gateways/', 'workers/', 'domain/', 'lib/'],
  'cli/': [
    'app\\.ts$',
    'services\\.ts$',
    'migrate-database\\.ts$',
    'config/',
    'operations/',
    'gateways/',
    'domain/',
    'lib/',
    'db/',
  ],
  'app\\.ts$': ['(?!main\\.ts$|cli/|emit-schema\\.ts$)'],
  'main\\.ts$': ['cli/'],
  'emit-schema\\.ts$': ['api/', 'lib/'],
};

/** The rooms of operations, from the bottom to the top. A room may import those below it. */
const FLOORS_OF_OPERATIONS = [
  ['kernel'],
  ['people'],
  ['sms', 'chat'],
  ['conversations'],
  ['events'],
  ['exports', 'webhooks'],
  ['upkeep'],
];

/** The same for the console: pages know neither each other nor the frame around them. All may use the design. */
const CONSOLE_MAY_IMPORT = {
  'texts/': ['generated/'],
  'api/': ['state/', 'generated/', 'texts/'],
  'state/': ['generated/'],
  'live/': ['api/', 'state/', 'generated/'],
  'generated/': ['api/documents'],
  'parts/': ['api/', 'state/', 'live/', 'generated/', 'texts/'],
  'frame/': ['parts/', 'api/', 'state/', 'live/', 'generated/', 'texts/'],
  'pages/': ['parts/', 'api/', 'state/', 'live/', 'generated/', 'texts/'],
};

/** What the console shares with the server: pure code that needs no Node. */
const SHARED_WITH_CONSOLE = [
  'domain/sms/(segments|smart-encoding|template|delivery-codes|inbound/keyword-answers)\\.ts$',
  'lib/csv(-row)?\\.ts$',
];

const consoleRules = Object.entries(CONSOLE_MAY_IMPORT).map(([folder, allowed]) => ({
  name: `console-${folder.slice(0, -1)}-imports-only-what-it-may`,
  comment: `web/console/${folder} may import: ${allowed.join(', ') || 'nothing'}`,
  severity: 'error',
  from: { path: `^web/console/${folder}` },
  to: { path: '^web/', pathNot: ['^web/design/', ...[folder, ...allowed].map((path) => `^web/console/${path}`)] },
}));

const folderRules = Object.entries(MAY_IMPORT).map(([folder, allowed]) => ({
  name: `${folder.replace(/\W+(ts\$)?$/, '').replace('/[^/]+\\.ts$', '')}-imports-only-what-it-may`,
  comment: `src/${folder} may import: ${allowed.join(', ') || 'nothing'}`,
  severity: 'error',
  from: { path: `^src/${folder}` },
  to: { path: '^src/', pathNot: [folder, ...allowed].map((path) => `^src/${path}`) },
}));

const floorRules = FLOORS_OF_OPERATIONS.map((rooms, floor) => ({
  name: `operations-${rooms.join('-and-')}-imports-only-from-below`,
  severity: 'error',
  from: { path: `^src/operations/(${rooms.join('|')})/` },
  to: {
    path: `^src/operations/(${FLOORS_OF_OPERATIONS.slice(floor).flat().join('|')})/`,
    pathNot: '^src/operations/$1/',
  },
}));

/** A package that only these folders may know, so that it can be replaced there. */
const packageRule = (name, folders, extra = {}) => ({
  name: `${name}-only-in-its-place`,
  severity: 'error',
  from: { path: '^src/', pathNot: folders.map((path) => `^src/${path}`) },
  to: { path: `node_modules/${name}/`, ...extra },
});

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-folder-has-a-rule',
      severity: 'error',
      from: { path: '^src/', pathNot: Object.keys(MAY_IMPORT).map((path) => `^src/${path}`) },
      to: {},
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    ...folderRules,
    ...floorRules,
    ...consoleRules,
    {
      name: 'console-imports-only-what-is-shared',
      severity: 'error',
      from: { path: '^web/console/' },
      to: { path: '^src/', pathNot: SHARED_WITH_CONSOLE.map((path) => `^src/${path}`) },
    },
    packageRule('type-graphql', ['api/graphql/']),
    packageRule('pg-boss', ['queue/']),
    packageRule('@mikro-orm', ['db/']),
  ],
  options: {
    // TypeScript 7 has no JavaScript API that the default parser could use.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|test)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'require', 'default'],
    },
  },
};
