import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What is posted to `/graphql`, and the status it must be refused with. */
export interface HostileRequest {
  readonly title: string;
  readonly status: 400 | 413;
  readonly body: string;
}

export const SUBSCRIPTION = 'a subscription';

const CORPUS = resolve(import.meta.dirname, '../../security/corpus');
const ID = '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70';

const many = (count: number, make: (index: number) => string, separator = ' ') =>
  Array.from({ length: count }, (_, index) => make(index)).join(separator);
const nested = (depth: number, open: string, inside: string, close: string) =>
  `${open.repeat(depth)}${inside}${close.repeat(depth)}`;
const VIEWER = 'viewer { apiKey { keyId } }';

/** Too large, too dull or too deep to be written down. */
const MADE: Readonly<Record<string, string>> = {
  'a thousand aliases of a root field': `{ ${many(1_000, (i) => `a${i}: ${VIEWER}`)} }`,
  'as many aliases as tokens allow': `{ ${many(80, (i) => `a${i}: ${VIEWER}`)} }`,
  'a thousand aliases of a leaf': `{ viewer { apiKey { ${many(1_000, (i) => `a${i}: keyId`)} } } }`,
  'aliases multiplied by fragments': `{ ${many(6, (i) => `a${i}: viewer { ...F }`)} }
    fragment F on Viewer { ${many(6, (i) => `k${i}: apiKey { keyId }`)} }`,
  'fifty levels': nested(50, `{ message(id: "${ID}") { campaign `, '{ id }', '} }'),
  'eleven levels within fragments': `{ message(id: "${ID}") { ...F0 } } ${many(
    4,
    (i) => `fragment F${i} on SmsMessage { campaign { messages(first: 1) { nodes { ...F${i + 1} } } } }`,
  )} fragment F4 on SmsMessage { id }`,
  'fragments of objects that double at each step': `{ viewer { ...F0 } } ${many(
    60,
    (i) => `fragment F${i} on Viewer { ...F${i + 1} ...F${i + 1} }`,
  )} fragment F60 on Viewer { apiKey { keyId } }`,
  'fragments of a leaf that double at each step': `{ viewer { apiKey { ...F0 } } } ${many(
    30,
    (i) => `fragment F${i} on ApiKey { ...F${i + 1} ...F${i + 1} }`,
  )} fragment F30 on ApiKey { id }`,
  'fragments of the same leaf that overlap at each step': `{ viewer { apiKey { ...F0 } } } ${many(
    60,
    (i) => `fragment F${i} on ApiKey { id ...F${i + 1} ...F${i + 2} }`,
  )} fragment F60 on ApiKey { id } fragment F61 on ApiKey { name }`,
  'ten thousand directives': `{ viewer ${many(10_000, () => '@include(if: true)')} { apiKey { keyId } } }`,
  'as many directives as tokens allow': `{ viewer ${many(150, () => '@include(if: true)')} { apiKey { keyId } } }`,
  'directives that nobody knows': `{ viewer ${many(400, (i) => `@d${i}`)} { apiKey { keyId } } }`,
  'a directive on every fragment': `{ viewer { ${many(60, () => '... @skip(if: false) { apiKey { keyId } }')} } }`,
  'a list of ten thousand arguments': `mutation { sendBulkSms(input: { message: "x", recipients: [${many(
    10_000,
    () => '{ to: "254711000000" }',
  )}] }) { replayed } }`,
  'four hundred arguments': `{ campaigns(${many(400, (i) => `a${i}: 1`)}) { nodes { id } } }`,
  'the same argument four hundred times': `{ campaigns(${many(300, () => 'first: 1')}) { nodes { id } } }`,
  'lists within lists': `{ campaigns(first: ${nested(450, '[', '1', ']')}) { nodes { id } } }`,
  'objects within objects': `{ campaigns(first: 1, filter: ${nested(300, '{ name: ', '1', '}')}) { nodes { id } } }`,
  'two thousand times __typename': `{ ${many(2_000, () => '__typename')} }`,
  'aliases of __typename': `{ ${many(300, (i) => `a${i}: __typename`)} }`,
  'conflicting fields': `{ viewer { ${many(200, (i) => `a: apiKey { ${i % 2 ? 'keyId' : 'name'} }`)} } }`,
  'fields that must be compared pair by pair': `{ ${many(110, () => `node(id: "${ID}") { id }`)} a: viewer { x } }`,
  'a name of forty thousand letters': `{ ${'a'.repeat(40_000)} }`,
  'an alias of forty thousand letters': `{ ${'a'.repeat(40_000)}: nothing }`,
  'a type of forty thousand letters': `query ($a: ${'A'.repeat(40_000)}) { ${VIEWER} }`,
  'a directive of forty thousand letters': `{ viewer @${'a'.repeat(40_000)} { apiKey { keyId } } }`,
  'an argument of forty thousand letters': `{ viewer(${'a'.repeat(40_000)}: 1) { apiKey { keyId } } }`,
  'an operation of forty thousand letters, not asked for': `query ${'Q'.repeat(40_000)} { nothing }`,
  'a number of forty thousand digits': `{ campaigns(first: ${'9'.repeat(40_000)}) { nodes { id } } }`,
  'a name of a megabyte': `{ ${'a'.repeat(1_000_000)} }`,
  'a text of a megabyte': `{ campaigns(first: 1, filter: { name: "${'x'.repeat(1_000_000)}" }) { nodes { id } } }`,
  'three megabytes of comments': `${`#${'x'.repeat(998)}\n`.repeat(3_000)}{ ${VIEWER} }`,
  'three megabytes of commas': `{ ${','.repeat(3_000_000)} ${VIEWER} }`,
  'three megabytes of white space': `${' '.repeat(3_000_000)}{ ${VIEWER} }`,
  'five hundred operations': many(500, (i) => `query Q${i} { viewer { apiKey { keyId } } }`),
  'fragments that nobody spreads': `{ ${VIEWER} } ${many(100, (i) => `fragment F${i} on ApiKey { id }`)}`,
  'variables that nobody uses': `query (${many(190, (i) => `$v${i}: Int`)}) { ${VIEWER} }`,
  'a letter that looks like another': '{ v\u0456ewer { apiKey { keyId } } }',
  'letters beyond names': '{ \u{1f600} }',
  'a character that turns the text around': '{ \u202eviewer { apiKey { keyId } } }',
  NUL: '{ viewer\u0000 { apiKey { keyId } } }',
  'half a character': '{ \ud800 }',
  'a text without an end': `{ campaigns(filter: { name: "${'\\'.repeat(999)}`,
  'nothing but braces': '{'.repeat(5_000),
  'nothing but noise': many(3_000, (i) => String.fromCharCode(33 + (i % 90)), ''),
  nothing: '',
  'nothing but a byte order mark': '\ufeff',
  'byte order marks between letters': '{ vie\ufeffwer { apiKey { keyId } } }',
  'escapes beyond Unicode': '{ campaigns(first: 1, filter: { name: "\\u{110000}\\ud800" }) { nodes { id } } }',
  'a text in block quotes of many lines': `{ viewer(a: """${'\n '.repeat(20_000)}""") { apiKey { keyId } } }`,
  'a number beyond all': `{ campaigns(first: 1e${'9'.repeat(300)}) { nodes { id } } }`,
  'a number beyond 64 bits': '{ campaigns(first: 18446744073709551616) { nodes { id } } }',
  'a type of lists in lists': `query ($a: ${nested(200, '[', 'Int', ']')}) { campaigns(first: $a) { nodes { id } } }`,
  'default values within default values': `query ($a: CampaignFilter = ${nested(100, '{ name: ', '"x"', '}')}) {
    campaigns(first: 1, filter: $a) { nodes { id } } }`,
  'the same key two hundred times': `{ campaigns(first: 1, filter: { ${many(200, () => 'name: "x"')} }) { nodes { id } } }`,
  'names that are nearly right': `{ viewer { ${many(300, (i) => `apiKe${i}`)} } }`,
  'types that are nearly right': `query (${many(150, (i) => `$v${i}: CampaignFilte${i}`)}) { ${VIEWER} }`,
  'fragments on types that are nearly right': `{ viewer { ${many(150, (i) => `... on Viewe${i} { apiKey { keyId } }`)} } }`,
  'a long circle of fragments': `{ viewer { ...F0 } } ${many(
    120,
    (i) => `fragment F${i} on Viewer { ...F${(i + 1) % 120} }`,
  )}`,
  'fragments that spread all others': `{ viewer { ...F0 } } ${many(
    28,
    (i) => `fragment F${i} on Viewer { ${many(27, (j) => `...F${(i + j + 1) % 28}`)} }`,
  )}`,
  'aliases of introspection': `{ ${many(30, (i) => `a${i}: __schema { types { name } }`)} }`,
  'the same directive many times in one place': `{ viewer ${many(12, () => '@skip(if: false)')} { apiKey { keyId } } }`,
  'a part that is to come later': '{ ... @defer { viewer { apiKey { keyId } } } }',
  'parts within parts that are to come later': `{ viewer ${nested(8, '{ ... @defer(label: "x") ', '{ apiKey { keyId } }', ' }')} }`,
  'items that are to come one by one': '{ campaigns(first: 100) { nodes @stream(initialCount: 0) { id } } }',
  'queries beside subscriptions': `query Q { ${VIEWER} } subscription S { ${many(20, (i) => `s${i}: messageStatusChanged { sequence }`)} }`,
  'the definition of a schema': `{ ${VIEWER} } type Query { x: Int } extend schema @d { query: Query } directive @d on FIELD`,
  'two operations of one name': `query Q { ${VIEWER} } query Q { ${VIEWER} }`,
};

/** A wrong variable behind so many others. */
const wrongBehind = (variables: number) => ({
  query: 'query ($n: Int) { campaigns(first: $n) { nodes { id } } }',
  variables: { n: 'x', ...Object.fromEntries(Array.from({ length: variables }, (_, i) => [`v${i}`, i])) },
});

/** Around the document. */
const BODIES: Readonly<Record<string, unknown>> = {
  'a batch': many(1_000, () => '')
    .split(' ')
    .map(() => ({ query: `{ ${VIEWER} }` })),
  'a batch of none': [],
  'a document that is a number': { query: 5 },
  'a document that is a list': { query: [`{ ${VIEWER} }`] },
  'variables that are a list': { query: `{ ${VIEWER} }`, variables: [1] },
  'an operation name that is an object': { query: `{ ${VIEWER} }`, operationName: {} },
  'a page size without a value of its own': {
    query: 'query ($n: Int) { campaigns(first: $n) { nodes { id } } }',
    variables: { n: { toString: 1, valueOf: 1 } },
  },
  'a value that is deep': {
    query: 'query ($filter: CampaignFilter) { campaigns(first: 1, filter: $filter) { nodes { id } } }',
    variables: { filter: JSON.parse(nested(3_000, '{"name":', '1', '}')) },
  },
  'a value of three megabytes': {
    query: 'mutation ($input: SendSmsInput!) { sendSms(input: $input) { replayed } }',
    variables: { input: ' got invalid value '.repeat(160_000) },
  },
  'keys with quotes in them': {
    query: 'mutation ($input: SendSmsInput!) { sendSms(input: $input) { replayed } }',
    variables: { input: { [' got invalid value "'.repeat(20_000)]: 1 } },
  },
  'a choice of thirty thousand letters': {
    query: 'query ($status: SmsStatus) { messages(first: 1, filter: { status: $status }) { nodes { id } } }',
    variables: { status: 'A'.repeat(30_000) },
  },
  'a persisted document that nobody has stored': {
    extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } },
  },
  'a persisted document under the hash of another': {
    query: '{ viewer { nothing } }',
    extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } },
  },
  'an id in place of a document': { id: 'a'.repeat(64), documentId: 'a', doc_id: 1 },
  'an operation name of a megabyte': { query: `query Q { ${VIEWER} }`, operationName: 'Q'.repeat(1_000_000) },
  'an operation that is a property of every object': { query: `query Q { ${VIEWER} }`, operationName: '__proto__' },
  'a list within a thousand lists': {
    query: 'mutation ($input: SendBulkSmsInput!) { sendBulkSms(input: $input) { replayed } }',
    variables: { input: { message: 'x', recipients: JSON.parse(nested(1_000, '[', '1', ']')) } },
  },
  'numbers beyond all': {
    query: 'query ($n: Int) { campaigns(first: $n) { nodes { id } } }',
    variables: { n: 1e300 },
  },
  'nine thousand variables that no document declares, and a wrong one': wrongBehind(9_000),
  'a hundred thousand wrong values of a list': {
    query: 'mutation ($input: AddSuppressionsInput!) { addSuppressions(input: $input) { userErrors { code } } }',
    variables: { input: { numbers: Array.from({ length: 100_000 }, () => ({})) } },
  },
  'two hundred wrong recipients': {
    query: 'mutation ($input: SendBulkSmsInput!) { sendBulkSms(input: $input) { replayed } }',
    variables: { input: { message: 'x', recipients: Array.from({ length: 200 }, () => ({ to: 5 })) } },
  },
};

export function hostileRequests(): HostileRequest[] {
  const written = readdirSync(CORPUS).map((file) => [file, readFileSync(join(CORPUS, file), 'utf8')] as const);
  const documents = [...written, ...Object.entries(MADE)].map(([title, query]) => [title, { query }] as const);
  const refused = [...documents, ...Object.entries(BODIES)];
  return [
    ...refused.map(([title, body]) => ({ title, status: 400 as const, body: JSON.stringify(body) })),
    // Elsewhere it is none.
    {
      title: SUBSCRIPTION,
      status: 400,
      body: JSON.stringify({ query: 'subscription { messageStatusChanged { sequence } }' }),
    },
    { title: 'a body that nests without an end', status: 400, body: '{"query":'.repeat(100_000) },
    { title: 'a body with the name of a prototype', status: 400, body: `{"__proto__":{},"query":"{ ${VIEWER} }"}` },
    { title: 'forty thousand variables', status: 413, body: JSON.stringify(wrongBehind(40_000)) },
    { title: 'five megabytes', status: 413, body: JSON.stringify({ query: `{ ${'viewer '.repeat(714_000)} }` }) },
    { title: 'five megabytes of a batch', status: 413, body: `[${'{},'.repeat(1_700_000)}{}]` },
  ];
}
