import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Customer, useApi } from '../http/start-api.js';
import { seeCampaign, send } from '../support/calls/bulk-preview.js';
import { mobile, mobiles } from '../support/services.js';

const api = useApi();
let customer: Customer;
beforeEach(async () => {
  customer = await api.customer();
});

const TYPOGRAPHIC = '“Hello” – it’s me…';
const TYPED = '"Hello" - it\'s me...';

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  customer.call('POST', path, body, headers);
const readMessage = async (id: string) => (await customer.call('GET', `/v1/sms/messages/${id}/`)).body;

const TURN_ON = `mutation {
  updateOrganisation(input: { smartEncoding: true }) { organisation { smartEncoding } userErrors { message } }
}`;

/** For the organisation, and returns another key of it: the server remembers for some seconds what a key is. */
async function turnOn(): Promise<Customer> {
  const { body } = await post('/graphql', { query: TURN_ON });
  expect(body.data.updateOrganisation).toEqual({ organisation: { smartEncoding: true }, userErrors: [] });
  return api.customer({ organisationId: customer.organisationId });
}

describe('smart encoding of a single send', () => {
  const send = async (input: object, headers = {}) =>
    (await post('/v1/sms/send/', { to: mobile(1), message: TYPOGRAPHIC, ...input }, headers)).body;

  it('sends the text as it would have been typed, and shows what it sends', async () => {
    const sent = await send({ smart_encoding: true });
    expect(sent).toMatchObject({ success: true, encoding: 'gsm7', segments: 1 });
    expect(await readMessage(sent.message_id)).toMatchObject({ message: TYPED, encoding: 'gsm7' });
  });

  it('leaves a text that stays UCS-2 all the same', async () => {
    const message = `${TYPOGRAPHIC} 🎉`;
    const sent = await send({ message, smart_encoding: true });
    expect(sent).toMatchObject({ encoding: 'ucs2' });
    expect(await readMessage(sent.message_id)).toMatchObject({ message });
  });

  it('takes a text that is too long as it stands and fits once it is GSM-7', async () => {
    const message = `“${'x'.repeat(1_000)}”`;
    expect(await send({ message })).toMatchObject({ success: false, errors: { message: [expect.any(String)] } });
    expect(await send({ message, smart_encoding: true })).toMatchObject({ success: true, segments: 7 });
  });

  it('refuses a text of which nothing is left', async () => {
    const errors = { message: ['This field may not be blank.'] };
    expect(await send({ message: '\u200b', smart_encoding: true })).toMatchObject({ success: false, errors });
  });

  it('is as the organisation is set, unless the call says otherwise', async () => {
    expect(await send({})).toMatchObject({ encoding: 'ucs2' });
    customer = await turnOn();
    expect(await send({})).toMatchObject({ encoding: 'gsm7' });
    expect(await send({ smart_encoding: false })).toMatchObject({ encoding: 'ucs2' });
  });

  it('is a part of what an idempotency key stands for', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const first = await send({ smart_encoding: true }, headers);
    expect(await send({ smart_encoding: true }, headers)).toEqual(first);
    expect(await send({ smart_encoding: false }, headers)).toMatchObject({ code: 'idempotency_mismatch' });
  });
});

describe('smart encoding of a campaign', () => {
  const recipients = [
    { to: mobile(1), variables: { name: 'Ada' } },
    { to: mobile(2), variables: { name: '“Grace”' } },
    { to: mobile(3), variables: { name: 'Ж' } },
    { to: 'nonsense', variables: { name: '“' } },
  ];
  const LONG = `${'x'.repeat(80)} {{name}}`;

  async function textsOf(body: object): Promise<(string | null)[]> {
    const { campaign_id: id } = (await post('/v1/sms/send-bulk/', body)).body;
    const { messages } = await seeCampaign(api, id);
    return messages.map((message) => message.body);
  }

  it('is decided by the text of each recipient', async () => {
    const message = '{{name}} – {{name}}';
    expect(await textsOf({ message, recipients, smart_encoding: true })).toEqual([
      'Ada - Ada',
      '"Grace" - "Grace"',
      'Ж – Ж',
      '" - "',
    ]);
    expect(await textsOf({ message, recipients })).toEqual(['Ada – Ada', '“Grace” – “Grace”', 'Ж – Ж', '“ – “']);
  });

  it('shows in the campaign the text that all recipients get', async () => {
    const input = { message: TYPOGRAPHIC, recipients: mobiles(2), smartEncoding: true };
    const { campaign } = await send(customer, input);
    const query = 'query ($id: UUID!) { campaign(id: $id) { text messages(first: 1) { nodes { text } } } }';
    const { body } = await post('/graphql', { query, variables: { id: campaign.id } });
    expect(body.data.campaign).toEqual({ text: TYPED, messages: { nodes: [{ text: TYPED }] } });
  });

  it('says in a preview what it replaces and saves, in messages that would be sent', async () => {
    const body = { message: LONG, recipients, smart_encoding: true };
    const { body: shown } = await post('/v1/sms/send-bulk/preview/', body);
    expect(shown).toMatchObject({
      accepted: 3,
      segments: 4,
      smart_encoding: {
        messages: 1,
        segments_before: 5,
        replacements: [
          { character: '“', replacement: '"', messages: 1 },
          { character: '”', replacement: '"', messages: 1 },
        ],
      },
    });
    expect(shown.samples.map(({ text }: { text: string }) => text)).toContain(`${'x'.repeat(80)} "Grace"`);
    const without = await post('/v1/sms/send-bulk/preview/', { ...body, smart_encoding: false });
    expect(without.body).toMatchObject({ segments: 5, smart_encoding: null });
  });
});

describe('a recipient with a message of their own', () => {
  const bulk = async (body: object) => (await post('/v1/sms/send-bulk/', body)).body;
  const recipients = [
    { to: mobile(1), message: 'Your code is {{code}}.', variables: { code: 7 } },
    { to: mobile(2), variables: { name: 'Ada' } },
    { to: mobile(3), message: 'Ж'.repeat(71) },
  ];

  it('gets it, in REST and GraphQL, and it is shown wherever the text is', async () => {
    const sent = await bulk({ message: 'Hello {{name}}', recipients });
    expect(sent).toMatchObject({ success: true, total: 3, accepted: 3 });
    const { messages } = await seeCampaign(api, sent.campaign_id);
    const texts = ['Your code is 7.', 'Hello Ada', 'Ж'.repeat(71)];
    expect(messages.map(({ body, segments }) => [body, segments])).toEqual(
      texts.map((text, at) => [text, at === 2 ? 2 : 1]),
    );
    const { body: listed } = await customer.call('GET', `/v1/sms/messages/?campaign_id=${sent.campaign_id}`);
    expect(listed.results.map(({ message }: { message: string }) => message).toReversed()).toEqual(texts);
    const { campaign } = await send(customer, { message: 'Hello {{name}}', recipients });
    expect((await seeCampaign(api, campaign.id)).messages).toEqual(messages);
  });

  it('needs no message of the call, which the campaign then has not', async () => {
    const own = recipients.filter(({ message }) => message);
    const shown = (await post('/v1/sms/send-bulk/preview/', { recipients: own })).body;
    expect(shown).toMatchObject({ accepted: 2, segments: 3, encodings: [{ segments: 1 }, { segments: 2 }] });
    expect(shown.samples.map(({ text }: { text: string }) => text.length)).toEqual([15, 15, 71]);
    const sent = await bulk({ recipients: own, preview_token: shown.preview_token });
    expect(await api.sql('SELECT body FROM campaigns WHERE id = $1', [sent.campaign_id])).toEqual([{ body: null }]);
    const other = own.map((one) => ({ ...one, message: 'Another' }));
    const { preview_token: token } = (await post('/v1/sms/send-bulk/preview/', { recipients: own })).body;
    expect(await bulk({ recipients: other, preview_token: token })).toMatchObject({ code: 'preview_invalid' });
  });

  it('is named if neither it nor the call has one', async () => {
    const complaint = 'This recipient has no message, and neither has the call.';
    expect(await bulk({ recipients })).toMatchObject({ errors: { 'recipients.1.message': [complaint] } });
    const text = await bulk({ text: 'Hello', recipients: [mobile(1)] });
    expect(text.errors.message).toEqual(['This field is required. Did you mean `message` instead of `text`?']);
  });

  it('has no text once it is erased, and not that of the call', async () => {
    const sent = await bulk({ message: 'Hello', recipients: [{ to: mobile(1), message: 'Bye' }, { to: mobile(2) }] });
    const erased = await post('/v1/erasures/', { mobile: mobile(1) });
    expect(erased.body).toMatchObject({ messages: 1, cancelled: 1, complete: true });
    const { body } = await customer.call('GET', `/v1/sms/messages/?campaign_id=${sent.campaign_id}`);
    expect(body.results.map(({ message }: { message: string }) => message)).toEqual(['Hello', null]);
  });
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
