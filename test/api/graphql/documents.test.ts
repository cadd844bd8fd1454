import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { useCaller, useGraphqlApi } from './harness.js';

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
