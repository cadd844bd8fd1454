import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { mobile, mobiles } from '../../support/services.js';
import { type Answer, useCaller, useGraphqlApi } from './harness.js';

const api = useGraphqlApi();
const caller = useCaller(api);
afterEach(() => {
  jest.restoreAllMocks();
});

const SEND = 'mutation ($input: SendSmsInput!) { sendSms(input: $input) { message { id } } }';
const NUMBER = '254711000123';
const TEXT = 'a "secret"; at "$x"; text';

describe('variables that do not fit', () => {
  it.each([
    [
      'a missing field',
      { to: NUMBER },
      'Variable "$input" is not valid; Field "message" of required type "String!" was not provided.',
    ],
    [
      'a number where text belongs',
      { to: 254711000123, message: TEXT },
      'Variable "$input" is not valid at "input.to"; Expected a phone number as a string.',
    ],
    [
      'an unknown field',
      { to: NUMBER, message: TEXT, nonsense: 1 },
      'Variable "$input" is not valid; Field "nonsense" is not defined by type "SendSmsInput".',
    ],
    [
      'text of the wrong type',
      { to: NUMBER, message: [254711000123] },
      'Variable "$input" is not valid at "input.message"; String cannot represent a non string value.',
    ],
    [
      'a time that does not exist',
      { to: NUMBER, message: TEXT, scheduledAt: '2026-02-30T00:00:00Z' },
      'Variable "$input" is not valid at "input.scheduledAt"; Expected an ISO 8601 time with its offset, such as 2026-11-20T18:07:23Z.',
    ],
    ...['9999-12-31T23:59:59-00:01', '0000-01-01T00:00:00+00:01', '0000-06-01T00:00:00Z'].map(
      (scheduledAt) =>
        [
          `a time in a year that PostgreSQL refuses, ${scheduledAt}`,
          { to: NUMBER, message: TEXT, scheduledAt },
          'Variable "$input" is not valid at "input.scheduledAt"; Expected an ISO 8601 time with its offset, such as 2026-11-20T18:07:23Z.',
        ] as const,
    ),
    ['null for all', null, 'Variable "$input" of non-null type "SendSmsInput!" must not be null.'],
  ])('are refused without repeating them: %s', async (_, input, message) => {
    const { status, errors, data } = await api.ask(caller, SEND, { input });
    expect(status).toBe(400);
    expect(data).toBeUndefined();
    expect(errors.map((error) => [error.extensions.code, error.message])).toEqual([['BAD_USER_INPUT', message]]);
  });

  it('name the recipient that is wrong', async () => {
    const query = 'mutation ($input: SendBulkSmsInput!) { sendBulkSms(input: $input) { replayed } }';
    const recipients = [{ to: NUMBER }, { to: NUMBER, variables: { name: null } }];
    const { errors } = await api.ask(caller, query, { input: { message: TEXT, recipients } });
    expect(errors[0]?.message).toBe(
      'Variable "$input" is not valid at "input.recipients[1].variables"; Expected an object of strings.',
    );
  });

  it('are refused within the document as well', async () => {
    const { status, errors } = await api.ask(
      caller,
      `mutation { sendSms(input: { to: 254711000123, message: 254711000124 }) { replayed } }`,
    );
    expect(status).toBe(400);
    expect(JSON.stringify(errors)).not.toMatch(/254711000/);
  });

  it('are refused when an id is no UUID', async () => {
    const { status, errors } = await api.ask(caller, 'query ($id: UUID!) { message(id: $id) { id } }', { id: 'x' });
    expect([status, errors[0]?.message]).toEqual([400, 'Variable "$id" is not valid; Expected a UUID.']);
  });
});

describe('documents that do not fit', () => {
  it('are told what is wrong', async () => {
    const unknown = await api.ask(caller, '{ nonsense }');
    expect([unknown.status, unknown.errors[0]?.extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
    const broken = await api.ask(caller, '{ viewer ');
    expect([broken.status, broken.errors[0]?.extensions.code]).toEqual([400, 'GRAPHQL_PARSE_FAILED']);
  });

  it.each([
    ['20000000', '20,000,005'],
    ['4000', '4,005'],
    ['1234567890', '1,234,567,895'],
  ])('are told what they cost, in figures that nothing takes for a phone number: first: %s', async (first, cost) => {
    const { status, errors } = await api.ask(caller, `{ campaigns(first: ${first}) { nodes { id } } }`);
    expect([status, errors.map(({ message }) => message)]).toEqual([
      400,
      [`The document costs ${cost}, more than 3,000: ask for smaller pages.`],
    ]);
  });
});

describe('faults of ours', () => {
  const inside = (error: Error) =>
    jest.spyOn(api.services.db.pool, 'connect').mockImplementation(() => {
      throw error;
    });

  it('are logged and shown as nothing', async () => {
    const log = jest.spyOn(api.services.logger, 'error');
    inside(new Error('relation "secrets" does not exist'));
    const { status, errors } = await api.ask(caller, '{ messages(first: 1) { nodes { id } } }');
    expect(status).toBe(500);
    expect(errors).toEqual([
      {
        message: 'Something went wrong on our side.',
        locations: [{ line: 1, column: 3 }],
        path: ['messages'],
        extensions: { code: 'INTERNAL_SERVER_ERROR' },
      },
    ]);
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('are called an outage when the database is away', async () => {
    inside(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    const { status, errors, headers } = await api.ask(caller, '{ messages(first: 1) { nodes { id } } }');
    expect(status).toBe(503);
    expect(errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 5 } }]);
    expect(headers.get('retry-after')).toBe('5');
  });
});

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(' ');
const nested = (depth: number) =>
  `{ message(id: "01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70") { ${'campaign { messages(first: 1) { nodes { '.repeat(depth)} id ${'} } }'.repeat(depth)} } }`;

const REFUSED: Readonly<Record<string, string>> = {
  'many aliases of a root field': `{ ${many(60, (i) => `a${i}: viewer { apiKey { keyId } }`)} }`,
  'many aliases of a leaf': `{ viewer { apiKey { ${many(60, (i) => `a${i}: keyId`)} } } }`,
  'aliases multiplied by a fragment': `{ ${many(6, (i) => `a${i}: viewer { ...F }`)} }
    fragment F on Viewer { ${many(6, (i) => `k${i}: apiKey { keyId }`)} }`,
  'aliases of __typename': `{ ${many(60, (i) => `a${i}: __typename`)} }`,
  depth: nested(4),
  'depth hidden in fragments': `{ message(id: "01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70") { ...A } }
    fragment A on SmsMessage { campaign { messages(first: 1) { nodes { ...B } } } }
    fragment B on SmsMessage { campaign { messages(first: 1) { nodes { ...C } } } }
    fragment C on SmsMessage { campaign { messages(first: 1) { nodes { id } } } }`,
  'a fragment that spreads itself': '{ viewer { ...F } } fragment F on Viewer { apiKey { keyId } ...F }',
  'fragments in a circle': '{ viewer { ...A } } fragment A on Viewer { ...B } fragment B on Viewer { ...A }',
  'fragments that double at each step': `{ viewer { ...F0 } } ${many(
    60,
    (i) => `fragment F${i} on Viewer { ...F${i + 1} ...F${i + 1} }`,
  )} fragment F60 on Viewer { ${many(30, (i) => `a${i}: apiKey { keyId }`)} }`,
  'many directives': `{ viewer ${many(60, () => '@include(if: true)')} { apiKey { keyId } } }`,
  'many unknown directives': `{ viewer ${many(200, (i) => `@d${i}`)} { apiKey { keyId } } }`,
  'many tokens': `{ ${many(2_000, () => 'viewer')} }`,
  'many conflicting fields': `{ viewer { ${many(300, () => 'apiKey { keyId }')} } }`,
  'pages within pages': `{ campaigns(first: 100) { nodes { messages(first: 1000) { nodes { id } } } } }`,
  'a page too large by a variable': `query ($n: Int = 1) { campaigns(first: 100) { nodes { messages(first: 100) { nodes { id } } } } }`,
  'pages within edges': `{ campaigns(first: 50) { edges { node { messages(last: 100) { edges { node { id } } } } } } }`,
  'introspection that goes in circles': `{ __schema { types { ${'fields { type { '.repeat(6)} name ${'} }'.repeat(6)} } } }`,
  'nothing but noise': '{'.repeat(5_000),
  'no operation': 'fragment F on Viewer { apiKey { keyId } }',
  'five megabytes of a comment and no field': `${'#'.repeat(5_000_000)}`,
  'five megabytes of fields': `{ ${'viewer '.repeat(714_000)} }`,
};

describe('a hostile document', () => {
  it.each(Object.entries(REFUSED))('is refused before any resolver runs: %s', async (_, document) => {
    const context = api.contextOf(caller);
    const consume = jest.spyOn(context.rateLimits, 'consume');
    const { status, errors, data } = await api.ask(context, document);
    expect(status).toBe(400);
    expect(data ?? null).toBeNull();
    expect(errors.length).toBeGreaterThan(0);
    for (const { extensions } of errors) expect(extensions.code).toMatch(/^[A-Z_]+$/);
    // Every root field asks for admission first, so nothing has run.
    expect(consume).not.toHaveBeenCalled();
  });

  it('is refused when it comes in a batch', async () => {
    const batch = Array.from({ length: 10 }, () => ({ query: '{ viewer { apiKey { keyId } } }' }));
    expect(await api.post(caller, batch)).toMatchObject({ status: 400 });
  });

  it('is refused as a GET, which another site could cause', async () => {
    expect(await api.get(caller, '{ viewer { apiKey { keyId } } }')).toMatchObject({ status: 400 });
  });
});

describe('a decent document', () => {
  it('shows what it costs', async () => {
    const { extensions } = await api.ask(
      caller,
      '{ campaigns(first: 20) { nodes { id messages(first: 50) { nodes { id } } } } }',
    );
    // 5 for the list, 20 campaigns, and for each 5 for its list and 50 lines.
    expect(extensions.cost).toEqual({ requested: 5 + 20 * (1 + 5 + 50), limit: 3000 });
  });

  it('may ask for a page of a thousand recipients', async () => {
    const query =
      'query ($n: Int) { campaign(id: "01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70") { messages(first: $n) { nodes { to status } } } }';
    expect(await api.ask(caller, query, { n: 1000 })).toMatchObject({ status: 200, data: { campaign: null } });
  });

  it('may be the introspection of a tool', async () => {
    const { status, data } = await api.ask(caller, getIntrospectionQuery());
    expect(status).toBe(200);
    expect(data.__schema.queryType.name).toBe('Query');
  });
});

let id: string;

beforeAll(async () => {
  const recipients = [...mobiles(3), { to: 'nonsense' }];
  id = (await sendBulkSms(api.contextOf(caller), { message: 'Hi', recipients })).result.id;
});

/** Often enough to be compiled. */
async function askOften(query: string, variables: Record<string, unknown>): Promise<Answer[]> {
  // The limits must not run out under the test.
  await api.services.superuser.query('DELETE FROM rate_limits');
  const answers: Answer[] = [];
  for (let time = 0; time < 5; time++) answers.push(await api.ask(caller, query, variables));
  return answers;
}

/** As its own source has them: a later version may have others. */
async function marksOfTheCompiler(): Promise<{ MAGIC_DATE: string }> {
  const source = await readFile('node_modules/graphql-jit/dist/execution.js', 'utf8');
  const [, mark] = /const MAGIC_DATE = "([^"]+)"/.exec(source) ?? [];
  if (mark === undefined)
    throw new Error('graphql-jit writes dates in another way now: see whether literals are safe.');
  return { MAGIC_DATE: mark };
}

const LINES = 'nodes { id position to submissionStatus status deliveryCode error }';
const PAGE = `query ($id: UUID!, $first: Int, $last: Int, $after: String, $filter: CampaignMessageFilter) { campaign(id: $id) {
  __typename messages(first: $first, last: $last, after: $after, filter: $filter) {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { position } } ${LINES}
  } } }`;

const SAME: readonly (readonly [string, string, () => Record<string, unknown>])[] = [
  ['a page', PAGE, () => ({ id, first: 2 })],
  ['a page from the end, without the other variables', PAGE, () => ({ id, last: 2 })],
  ['a page with nulls', PAGE, () => ({ id, first: null, last: 3, after: null, filter: null })],
  [
    'a filter of enums',
    PAGE,
    () => ({ id, first: 5, filter: { status: 'FAILED', messageStatus: 'FAILED', deliveryCode: 403 } }),
  ],
  ['a word that the enum lacks', PAGE, () => ({ id, first: 5, filter: { status: 'NONSENSE' } })],
  ['an unknown field in the filter', PAGE, () => ({ id, first: 5, filter: { nonsense: 1 } })],
  ['a size that is no integer', PAGE, () => ({ id, first: 1.5 })],
  ['a size in a string', PAGE, () => ({ id, first: '5' })],
  ['a size beyond 32 bits', PAGE, () => ({ id, first: 2 ** 31 })],
  ['a size out of bounds', PAGE, () => ({ id, first: 0 })],
  ['a foreign cursor', PAGE, () => ({ id, first: 1, after: 'nonsense' })],
  ['an id that is none', PAGE, () => ({ id: 'x', first: 1 })],
  ['an id in capitals', PAGE, () => ({ id: id.toUpperCase(), first: 1 })],
  ['a missing variable', PAGE, () => ({ first: 1 })],
  ['no such campaign', PAGE, () => ({ id: '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70', first: 1 })],
  [
    'a default of a variable, an enum as a literal, a time',
    `query ($n: Int = 2, $order: CampaignOrder = { field: TOTAL }) { campaigns(first: $n, orderBy: $order,
       filter: { test: false, createdAfter: "2020-01-01T00:00:00Z" }) { nodes { id createdAt metadata } } }`,
    () => ({}),
  ],
  [
    'an interface, fragments and aliases',
    `query ($id: UUID!) { one: node(id: $id) { ...F } two: node(id: $id) { id ... on Campaign { total } } }
     fragment F on Node { __typename id ... on SmsMessage { text } ... on Campaign { name counts { ...C } outcomes { count code { name } } } }
     fragment C on MessageCounts { queued failed }`,
    () => ({ id }),
  ],
  [
    'a page whose fields stand in several fragments',
    `query ($id: UUID!) { campaign(id: $id) { ...A ...B } }
     fragment A on Campaign { messages(first: 2) { nodes { to } } }
     fragment B on Campaign { messages(first: 2) { nodes { ... on Node { ...C } } } }
     fragment C on SmsMessage { text segments createdAt }`,
    () => ({ id }),
  ],
  [
    'a directive',
    'query ($no: Boolean!) { viewer { apiKey { keyId @skip(if: $no) name @include(if: $no) } } }',
    () => ({ no: true }),
  ],
  [
    'what is wrong with an input',
    `mutation ($input: SendSmsInput!) { sendSms(input: $input) { message { id } userErrors { __typename code message path
       ... on IdempotencyInProgressError { retryAfterSeconds } } } }`,
    () => ({ input: { to: '1', message: '' } }),
  ],
  [
    'parts of an input, one of them missing',
    `mutation ($to: PhoneNumber!, $reference: String, $text: String = "") { sendSms(input: { to: $to, message: $text,
       reference: $reference }) { message { id } userErrors { code message path } } }`,
    () => ({ to: '1' }),
  ],
  ...[
    ['a word that is no input', 'Hi'],
    ['an unknown part', { message: 'Hi', recipients: [], nonsense: 1 }],
    ['a missing part', { recipients: [{ to: mobile(1) }] }],
    ['a list without brackets', { message: '', recipients: { to: mobile(1) } }],
    ['a list with nothing in a place', { message: '', recipients: [null] }],
    ['a time that is none', { message: '', recipients: [], scheduledAt: 'soon' }],
  ].map(
    ([name, input]) =>
      [
        `an input that does not fit: ${name}`,
        'mutation ($input: SendBulkSmsInput!) { sendBulkSms(input: $input) { replayed userErrors { code } } }',
        () => ({ input }),
      ] as const,
  ),
  [
    'an input that does not fit',
    'mutation ($input: SendBulkSmsInput!) { sendBulkSms(input: $input) { replayed } }',
    () => ({ input: { message: 'Hi', recipients: [{ to: mobile(1) }, { to: 5 }, { variables: { a: 'b' } }] } }),
  ],
];

describe('a document that keeps coming', () => {
  it.each(SAME)('is answered in the same way: %s', async (_, query, variables) => {
    const [first, ...later] = (await askOften(query, variables())).map(({ status, data, errors, extensions }) => ({
      status,
      data,
      errors,
      extensions,
    }));
    for (const answer of later) expect(answer).toEqual(first);
  });

  it.each([
    ['an argument', (text: string) => `{ invitation(token: "${text}") { email } }`],
    ['an argument, as a block', (text: string) => `{ invitation(token: """${text}""") { email } }`],
    [
      'an argument, with an escaped letter',
      (text: string) => `{ invitation(token: "\\u005f${text.slice(1)}") { email } }`,
    ],
    ['a part of an input', (text: string) => `{ campaigns(first: 1, filter: { name: "${text}" }) { nodes { id } } }`],
    ['a default', (text: string) => `query ($t: String! = "${text}") { invitation(token: $t) { email } }`],
  ])('never runs as code what stands in a literal: %s', async (_, withLiteral) => {
    const code = 'globalThis.wasRun=true';
    const { MAGIC_DATE } = await marksOfTheCompiler();
    await askOften(withLiteral(`${MAGIC_DATE}${code}`), {});
    expect(globalThis).not.toHaveProperty('wasRun');
  });

  it('answers by the names that were asked for, whatever they are', async () => {
    const [first, ...later] = await askOften('{ __proto__: viewer { __proto__: apiKey { keyId } } }', {});
    for (const { data } of later) expect(JSON.stringify(data)).toBe(JSON.stringify(first?.data));
  });

  it('has its effect once each time', async () => {
    const own = await api.newCaller();
    const query = `mutation ($input: SendSmsInput!) { sendSms(input: $input) { message { id status } userErrors { code } } }`;
    for (let time = 0; time < 6; time++) {
      const { data } = await api.ask(own, query, { input: { to: mobile(time), message: 'Hi' } });
      expect(data.sendSms.message.status).toBe('QUEUED');
    }
    const { data } = await api.ask(own, '{ messages(first: 10) { totalCount } }');
    expect(data.messages.totalCount).toBe(6);
  });

  it('does several mutations one after the other', async () => {
    const own = await api.newCaller();
    const send = (text: string) => `sendSms(input: { to: "${mobile(1)}", message: "${text}" }) { message { id } }`;
    for (let time = 0; time < 5; time++) {
      const { data } = await api.ask(own, `mutation { a: ${send('a')} b: ${send('b')} c: ${send('c')} }`);
      expect(data.a.message.id < data.b.message.id && data.b.message.id < data.c.message.id).toBe(true);
    }
  });

  it('is throttled, and fails, like any other', async () => {
    const own = await api.newCaller();
    const query = '{ organisation { name } }';
    for (let time = 0; time < 5; time++) await api.ask(own, query);
    const broken = jest.spyOn(api.services.db.pool, 'connect').mockImplementation(() => {
      throw new Error('a secret');
    });
    const failed = await api.ask(own, query);
    broken.mockRestore();
    expect(failed).toMatchObject({ status: 500, errors: [{ message: 'Something went wrong on our side.' }] });
    const context = api.contextOf(own);
    for (let time = 6; time < 300; time++) await context.rateLimits.consume(own.organisationId, 'general');
    const throttled = await api.ask(own, query);
    expect(throttled).toMatchObject({ status: 429, errors: [{ extensions: { code: 'THROTTLED' } }] });
    expect(throttled.headers.get('x-ratelimit-remaining')).toBe('0');
  });
});
