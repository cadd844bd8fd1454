import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Customer, useApi } from '../http/start-api.js';

const api = useApi();
let customer: Customer;
beforeAll(async () => {
  customer = await api.customer();
});

const INEXACT = [
  '{"order": 12345678901234567890}',
  '{"a": {"b": [1, 9007199254740993]}}',
  '{"x": 0.1234567890123456789}',
  '{"x": 1e400}',
];
const REFUSAL = 'Metadata has a number that double precision cannot hold, so it would be changed: send it as a string.';
const EXACT = '{"n": [9007199254740992, 0.10000000000000001, 1.10, 1e23, -7], "id": "12345678901234567890"}';

const single = (metadata: string) => `{"to": "12025550100", "message": "Hello", "metadata": ${metadata}}`;
const bulk = (metadata: string) =>
  `{"recipients": [{"to": "12025550100"}], "message": "Hello", "metadata": ${metadata}}`;
const graphql = (query: string, variables = '{}') => `{"query": ${JSON.stringify(query)}, "variables": ${variables}}`;
const inLiteral = (metadata: string) => metadata.replace(/"(\w+)":/g, '$1:');

const ERRORS = 'userErrors { code path message }';
const SEND = `mutation ($input: SendSmsInput!) { sendSms(input: $input) { message { metadata } ${ERRORS} } }`;
const SEND_BULK = `mutation ($input: SendBulkSmsInput!) { sendBulkSms(input: $input) { campaign { metadata } ${ERRORS} } }`;
const SEND_PART = `mutation ($input: JSONObject) {
  sendSms(input: { to: "12025550100", message: "Hello", metadata: $input }) { message { metadata } ${ERRORS} } }`;
const literal = (metadata: string) => `mutation ($to: PhoneNumber!, $message: String!) {
  sendSms(input: { to: $to, message: $message, metadata: ${inLiteral(metadata)} }) { message { metadata } ${ERRORS} } }`;

describe('metadata with a number that double precision cannot hold', () => {
  it.each(INEXACT)('is refused over REST, naming the field: %s', async (metadata) => {
    for (const [path, body] of [
      ['/v1/sms/send/', single(metadata)],
      ['/v1/sms/send-bulk/', bulk(metadata)],
    ] as const) {
      const answer = await customer.call('POST', path, body);
      expect(answer).toMatchObject({ status: 400, body: { errors: { metadata: [REFUSAL] } } });
    }
  });

  it.each(INEXACT)('is refused in variables of GraphQL, naming the field: %s', async (metadata) => {
    const error = { code: 'INVALID', path: ['metadata'], message: REFUSAL };
    // More often than a document is sent before it is compiled.
    for (let time = 0; time < 5; time += 1) {
      for (const [query, input] of [
        [SEND, single(metadata)],
        [SEND_BULK, bulk(metadata)],
        [SEND_PART, metadata],
      ] as const) {
        const { body } = await customer.call('POST', '/graphql', graphql(query, `{"input": ${input}}`));
        expect(Object.values(body.data)).toMatchObject([{ userErrors: [error] }]);
      }
    }
  });

  it.each(INEXACT)('is refused as a literal in a document, naming the place: %s', async (metadata) => {
    const variables = '{"to": "12025550100", "message": "Hello"}';
    for (let time = 0; time < 5; time += 1) {
      const { status, body } = await customer.call('POST', '/graphql', graphql(literal(metadata), variables));
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([
        {
          message: 'Expected numbers that double precision can represent; write others as strings.',
          locations: [{ line: 2, column: expect.any(Number) }],
          extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
        },
      ]);
    }
  });

  it.each([5_000, 100_000])('is refused, and no fault of ours, below %i brackets', async (depth) => {
    const deep = `{"a": ${'['.repeat(depth)}12345678901234567890${']'.repeat(depth)}}`;
    const { status } = await customer.call('POST', '/v1/sms/send/', single(deep));
    const { status: graphqlStatus } = await customer.call(
      'POST',
      '/graphql',
      graphql(SEND, `{"input": ${single(deep)}}`),
    );
    expect([status, [200, 400].includes(graphqlStatus)]).toEqual([400, true]);
  });

  it('is not told by what stands where a whole number belongs', async () => {
    const { status, body } = await customer.call(
      'POST',
      '/graphql',
      graphql('query ($n: Int) { campaigns(first: $n) { totalCount } }', '{"n": 12345678901234567890}'),
    );
    expect(status).toBe(400);
    expect(body.errors[0].message).toBe('Variable "$n" is not valid; Int cannot represent non-integer value.');
  });
});

describe('metadata with other numbers', () => {
  it('is kept and given back as it is', async () => {
    const expected = JSON.parse(EXACT);
    const sent = await customer.call('POST', '/v1/sms/send/', single(EXACT));
    const read = await customer.call('GET', `/v1/sms/messages/${sent.body.message_id}/`);
    expect(read.body.metadata).toEqual(expected);
    const variables = await customer.call('POST', '/graphql', graphql(SEND, `{"input": ${single(EXACT)}}`));
    expect(variables.body.data.sendSms).toEqual({ message: { metadata: expected }, userErrors: [] });
    const given = '{"to": "12025550100", "message": "Hello"}';
    const written = await customer.call('POST', '/graphql', graphql(literal(EXACT), given));
    expect(written.body.data.sendSms).toEqual({ message: { metadata: expected }, userErrors: [] });
  });
});
