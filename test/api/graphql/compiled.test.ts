import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { mobile, mobiles } from '../../support/services.js';
import { type Answer, useCaller, useGraphqlApi } from './harness.js';

const api = useGraphqlApi();
const caller = useCaller(api);
let id: string;

beforeAll(async () => {
  const recipients = [...mobiles(3), { to: 'nonsense' }];
  id = (await sendBulkSms(api.contextOf(caller), { message: 'Hi', recipients })).result.id;
});

/** Often enough to be compiled. */
async function askOften(query: string, variables: Record<string, unknown>, by = caller): Promise<Answer[]> {
  // The limits must not run out under the test.
  await api.services.superuser.query('DELETE FROM rate_limits');
  const answers: Answer[] = [];
  for (let time = 0; time < 5; time++) answers.push(await api.ask(by, query, variables));
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
    ['one', '{ chatMessages(first: 1) { totalCount } campaigns(first: 1) { nodes { ...M } } }'],
    ['one that comes last', '{ campaigns(first: 1) { nodes { ...M } } chatMessages(first: 1) { totalCount } }'],
    [
      'two',
      '{ sessions(first: 1) { totalCount } chatMessages(first: 1) { totalCount } campaigns(first: 1) { nodes { ...M } } }',
    ],
    [
      'one that may be null, and one that may not',
      '{ session(id: $id) { id } chatMessages(first: 1) { totalCount } campaigns(first: 1) { nodes { ...M } } }',
    ],
  ])('is refused in the same way if the caller may not read all of its fields: %s', async (_, fields) => {
    const query = `query (${fields.includes('$id') ? '$id: UUID!, ' : ''}$n: Int) ${fields} fragment M on Campaign { id messages(first: $n, last: $n) { totalCount } }`;
    const answers = await askOften(query, { id, n: 1 }, { ...caller, scopes: ['sms:read'] });
    const [first, ...later] = answers.map(({ status, data, errors }) => ({ status, data, errors }));
    expect([first?.status, first?.errors[0]?.extensions.code]).toEqual([403, 'FORBIDDEN']);
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
