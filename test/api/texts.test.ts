import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Customer, useApi } from '../http/start-api.js';
import { seeCampaign, send } from '../support/calls/bulk-preview.js';
import { mobile, mobiles } from '../support/services.js';

const api = useApi();
let customer: Customer;
beforeEach(async () => {
  await api.sql('DELETE FROM rate_limits');
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
