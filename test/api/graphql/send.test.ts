import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/domain/context.js';
import { drain, mobile } from '../../support/services.js';
import { type GraphqlApi, startGraphqlApi } from './harness.js';

let api: GraphqlApi;
let caller: Caller;

beforeAll(async () => {
  api = await startGraphqlApi();
  caller = await api.newCaller();
});
afterAll(() => api.stop());

const USER_ERRORS =
  'userErrors { __typename code message path ... on IdempotencyInProgressError { retryAfterSeconds } }';
const SEND = `mutation ($input: SendSmsInput!) {
  sendSms(input: $input) { message { id to text status submissionStatus segments encoding reference metadata } replayed ${USER_ERRORS} }
}`;
const SEND_BULK = `mutation ($input: SendBulkSmsInput!) {
  sendBulkSms(input: $input) { campaign { id status total accepted invalid duplicates suppressed counts { queued failed blocked } } replayed ${USER_ERRORS} }
}`;

describe('sendSms', () => {
  it('accepts a message and shows it', async () => {
    const input = { to: '+254 711-000-001', message: 'Hello', reference: 'r-1', metadata: { order: 7 } };
    const { data, errors } = await api.ask(caller, SEND, { input });
    expect(errors).toEqual([]);
    expect(data.sendSms).toMatchObject({
      message: {
        to: '254711000001',
        text: 'Hello',
        status: 'QUEUED',
        submissionStatus: 'PENDING',
        segments: 1,
        encoding: 'GSM7',
        reference: 'r-1',
        metadata: { order: 7 },
      },
      replayed: false,
      userErrors: [],
    });
  });

  it('tells what is wrong with the input, each with its place', async () => {
    const input = { to: '12', message: ' ', senderId: 'far too long a sender' };
    const { data, status } = await api.ask(caller, SEND, { input });
    expect(status).toBe(200);
    expect(data.sendSms.message).toBeNull();
    expect(data.sendSms.userErrors.map((e: { path: string[]; code: string }) => [e.path, e.code])).toEqual([
      [['to'], 'MALFORMED'],
      [['message'], 'BLANK'],
      [['senderId'], 'INVALID'],
    ]);
    expect(data.sendSms.userErrors[0].__typename).toBe('InvalidInputError');
  });

  it('replays the answer for the same key, and refuses other input', async () => {
    const input = { to: mobile(2), message: 'Once', idempotencyKey: 'k-1' };
    const first = await api.ask(caller, SEND, { input });
    const second = await api.ask(caller, SEND, { input });
    const other = await api.ask(caller, SEND, { input: { ...input, message: 'Twice' } });
    expect(second.data.sendSms).toEqual({ ...first.data.sendSms, replayed: true });
    expect(other.data.sendSms.userErrors).toMatchObject([
      { __typename: 'IdempotencyMismatchError', code: 'IDEMPOTENCY_MISMATCH', path: [] },
    ]);
  });
});

describe('the sandbox', () => {
  const asTester = () => ({ ...caller, mode: 'test' }) as const;
  it.each<[what: string, who: () => Caller, test: boolean | undefined, gateway: string]>([
    ['gets what a live key sends to it', () => caller, true, 'sandbox'],
    ['gets what a test key sends', asTester, undefined, 'sandbox'],
    ['gets what a test key sends, even if it asks for the opposite', asTester, false, 'sandbox'],
    ['gets nothing else', () => caller, undefined, 'north'],
  ])('%s', async (_, who, test, gateway) => {
    const single = await api.ask(who(), SEND, { input: { to: mobile(7), message: 'Hello', test } });
    const recipients = [{ to: mobile(8) }, { to: mobile(9) }];
    const bulk = await api.ask(who(), SEND_BULK, { input: { message: 'Hello', recipients, test } });
    const { rows } = await api.services.superuser.query(
      `SELECT DISTINCT m.test, d.gateway FROM sms_messages m
       JOIN sms_due d ON d.organisation_id = m.organisation_id AND m.id = ANY (d.message_ids)
       WHERE m.id = $1 OR m.campaign_id = $2`,
      [single.data.sendSms.message.id, bulk.data.sendBulkSms.campaign.id],
    );
    expect(rows).toEqual([{ test: gateway === 'sandbox', gateway }]);
  });
});

describe('sendBulkSms', () => {
  it('takes numbers and truth values as variables, in a literal too', async () => {
    const literal = `mutation { sendBulkSms(input: {
      message: "{{n}} {{ok}}", recipients: [{ to: "${mobile(1)}", variables: { n: 5, ok: false } }]
    }) { campaign { accepted } ${USER_ERRORS} } }`;
    expect((await api.ask(caller, literal)).data.sendBulkSms).toEqual({ campaign: { accepted: 1 }, userErrors: [] });
    const input = { message: '{{n}}', recipients: [{ to: mobile(1), variables: { n: 5 } }] };
    const { data } = await api.ask(caller, SEND_BULK, { input });
    expect(data.sendBulkSms).toMatchObject({ campaign: { accepted: 1 }, userErrors: [] });
  });
});

describe('message', () => {
  it('has its delivery code as an object too', async () => {
    const { data } = await api.ask(caller, SEND, { input: { to: mobile(4), message: 'Hello' } });
    await drain(api.services);
    const read = 'query ($id: UUID!) { message(id: $id) { deliveryCode deliveryCodeInfo { code name } } }';
    const { message } = (await api.ask(caller, read, { id: data.sendSms.message.id })).data;
    expect(message).toEqual({ deliveryCode: 101, deliveryCodeInfo: { code: 101, name: expect.any(String) } });
  });
});

describe('cancelCampaign and cancelMessage', () => {
  it('show a key that may only send neither the campaign nor the message that it cancels', async () => {
    const recipients = [{ to: mobile(8) }, { to: mobile(9) }];
    const { data } = await api.ask(caller, SEND_BULK, { input: { message: 'Hi', recipients } });
    const { id } = data.sendBulkSms.campaign;
    const listed = await api.ask(
      caller,
      'query ($id: UUID!) { campaign(id: $id) { messages(first: 1) { nodes { id } } } }',
      { id },
    );
    const messageId = listed.data.campaign.messages.nodes[0].id;
    const cancel = async (scopes: Caller['scopes']) => {
      const { data, errors } = await api.ask(
        { ...caller, scopes },
        `mutation ($id: UUID!) { cancelCampaign(input: { campaignId: $id }) {
          campaign { id messages(first: 9) { nodes { to } } outcomes { count } timeline { at } }
        } }`,
        { id },
      );
      expect(errors).toEqual([]);
      return data.cancelCampaign.campaign;
    };
    const cancelMessage = async (scopes: Caller['scopes']) => {
      const query =
        'mutation ($id: UUID!) { cancelMessage(input: { messageId: $id }) { message { campaign { id } } } }';
      return (await api.ask({ ...caller, scopes }, query, { id: messageId })).data.cancelMessage.message;
    };
    expect(await cancelMessage(['sms:send'])).toBeNull();
    expect(await cancel(['sms:send'])).toBeNull();
    expect(await cancel(['sms:send', 'sms:read'])).toMatchObject({ id, messages: { nodes: recipients }, outcomes: [] });
  });
});
