import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PreparingClient } from '../../../src/db/postgres/preparing-client.js';
import type { Caller } from '../../../src/domain/context.js';
import type { Scope } from '../../../src/domain/vocabulary.js';
import { receiveEngineReports } from '../../../src/operations/chat/engine-reports.js';
import { createProgrammableEngine } from '../../support/gateways/programmable-engine.js';
import { addPhone } from '../../support/phones.js';
import { drain, mobile } from '../../support/services.js';
import { useCaller, useGraphqlApi } from './harness.js';

const engine = createProgrammableEngine({ name: 'north' });
const api = useGraphqlApi([engine]);
const caller = useCaller(api);

const USER_ERRORS = `userErrors { __typename code message path
  ... on IdempotencyInProgressError { retryAfterSeconds } ... on ProviderTimeoutError { messageId } }`;
const SMS_PAYLOAD = `message { id to text status submissionStatus segments encoding reference metadata } replayed ${USER_ERRORS}`;
const BULK_PAYLOAD = `campaign { id status total accepted invalid duplicates suppressed counts { queued failed blocked } }
  replayed ${USER_ERRORS}`;
const sendSms = (input: object, by = caller) => api.mutate(by, 'sendSms', input, SMS_PAYLOAD);
const sendBulkSms = (input: object, by = caller) => api.mutate(by, 'sendBulkSms', input, BULK_PAYLOAD);

/** `to MALFORMED` for each. */
const complaintsIn = (userErrors: readonly { path: string[]; code: string }[]) =>
  userErrors.map(({ path, code }) => `${path.join('.')} ${code}`);

describe('sendSms', () => {
  it('accepts a message and shows it', async () => {
    const input = { to: '+254 711-000-001', message: 'Hello', reference: 'r-1', metadata: { order: 7 } };
    expect(await sendSms(input)).toMatchObject({
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
    const { message, userErrors } = await sendSms(input);
    expect(message).toBeNull();
    expect(complaintsIn(userErrors)).toEqual(['to MALFORMED', 'message BLANK', 'senderId INVALID']);
    expect(userErrors[0].__typename).toBe('InvalidInputError');
  });

  it('replays the answer for the same key, and refuses other input', async () => {
    const input = { to: mobile(2), message: 'Once', idempotencyKey: 'k-1' };
    const first = await sendSms(input);
    expect(await sendSms(input)).toEqual({ ...first, replayed: true });
    const { userErrors } = await sendSms({ ...input, message: 'Twice' });
    const mismatch = { __typename: 'IdempotencyMismatchError', code: 'IDEMPOTENCY_MISMATCH', path: [] };
    expect(userErrors).toMatchObject([mismatch]);
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
    const single = await sendSms({ to: mobile(7), message: 'Hello', test }, who());
    const recipients = [{ to: mobile(8) }, { to: mobile(9) }];
    const bulk = await sendBulkSms({ message: 'Hello', recipients, test }, who());
    const { rows } = await api.services.superuser.query(
      `SELECT DISTINCT m.test, d.gateway FROM sms_messages m
       JOIN sms_due d ON d.organisation_id = m.organisation_id AND m.id = ANY (d.message_ids)
       WHERE m.id = $1 OR m.campaign_id = $2`,
      [single.message.id, bulk.campaign.id],
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
    expect(await sendBulkSms(input)).toMatchObject({ campaign: { accepted: 1 }, userErrors: [] });
  });
});

describe('an SMS', () => {
  it('has its delivery code as an object too', async () => {
    const { message } = await sendSms({ to: mobile(4), message: 'Hello' });
    await drain(api.services);
    const query = 'query ($id: UUID!) { message(id: $id) { deliveryCode deliveryCodeInfo { code name } } }';
    const { data } = await api.ask(caller, query, { id: message.id });
    expect(data.message).toEqual({ deliveryCode: 101, deliveryCodeInfo: { code: 101, name: expect.any(String) } });
  });
});

describe('cancelCampaign and cancelMessage', () => {
  it('show a key that may only send neither the campaign nor the message that it cancels', async () => {
    const recipients = [{ to: mobile(8) }, { to: mobile(9) }];
    const { id } = (await sendBulkSms({ message: 'Hi', recipients })).campaign;
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

const PERSON = '12025550100';
const GROUP = '120363025550100@g.us';
const MESSAGE = `id messageId sessionId to isGroup type text url filename mimeType status errorCode error providerReason
  deliveredCount readCount test revision createdAt updatedAt sentAt deliveredAt readAt session { id connected }
  history { status revision corrected at }`;
const CHAT_PAYLOAD = `message { ${MESSAGE} } replayed ${USER_ERRORS}`;
const READ = `query ($id: String!) { chatMessage(id: $id) { ${MESSAGE} } }`;

let phone: string;
beforeAll(async () => {
  phone = await newPhone();
});
const newPhone = (more = {}) => addPhone(api.services, caller.organisationId, { engine: 'north', ...more });
const limitedTo = (...scopes: Scope[]): Caller => ({ ...caller, scopes });

const text = (more = {}) => ({ sessionId: phone, to: PERSON, type: 'TEXT', message: 'Hello', ...more });
const sendChat = (input: object) => api.mutate(caller, 'sendChatMessage', input, CHAT_PAYLOAD);
const read = async (id: string) => (await api.ask(caller, READ, { id })).data.chatMessage;

async function ack(word: 'sent' | 'delivered' | 'read' | 'failed', more = {}): Promise<void> {
  const messageId = engine.sent.at(-1)?.message.proposedId ?? '';
  const sessionId = engine.sent.at(-1)?.session.id ?? '';
  await receiveEngineReports(api.services, 'north', [{ kind: 'ack', sessionId, messageId, ack: word, ...more }]);
  await drain(api.services);
}

describe('sendChatMessage', () => {
  it('answers with the message as the provider has taken it', async () => {
    const { message, replayed, userErrors } = await sendChat(text({ to: '+1 202 555-0100' }));
    expect([replayed, userErrors]).toEqual([false, []]);
    expect(message).toMatchObject({
      messageId: engine.sent.at(-1)?.message.proposedId,
      session: { id: phone, connected: true },
      sessionId: phone,
      to: PERSON,
      isGroup: false,
      type: 'TEXT',
      text: 'Hello',
      url: null,
      status: 'SENT',
      errorCode: null,
      error: null,
      deliveredCount: 0,
      readCount: 0,
      test: false,
      revision: 1,
      deliveredAt: null,
      readAt: null,
      history: [{ status: 'SENT', revision: 1, corrected: false }],
    });
    expect(message.sentAt).not.toBeNull();
  });

  it('tells what is wrong with the input, each with its place', async () => {
    const input = text({ to: GROUP, type: 'IMAGE', message: 'x'.repeat(65_537), mimeType: 'picture' });
    const { message, userErrors } = await sendChat(input);
    expect(message).toBeNull();
    expect(complaintsIn(userErrors)).toEqual(['to MALFORMED', 'message TOO_LONG', 'url REQUIRED']);
    expect(userErrors[0].__typename).toBe('InvalidInputError');
  });
});

describe('sendGroupMessage', () => {
  const sendToGroup = (input: object) =>
    api.mutate(caller, 'sendGroupMessage', text({ to: GROUP, ...input }), CHAT_PAYLOAD);

  it('counts the participants who have the message and have read it', async () => {
    const { message } = await sendToGroup({});
    expect(message).toMatchObject({ to: GROUP, isGroup: true, deliveredCount: 0, readCount: 0 });
    for (const participant of ['a', 'b', 'b']) await ack('delivered', { participant });
    await ack('read', { participant: 'a' });
    expect(await read(message.id)).toMatchObject({ status: 'READ', deliveredCount: 2, readCount: 1 });
  });

  it('takes no file and no person', async () => {
    const { userErrors } = await sendToGroup({ type: 'FILE', url: 'https://example.org/a.pdf', to: PERSON });
    expect(complaintsIn(userErrors)).toEqual(['to MALFORMED', 'type UNSUPPORTED_TYPE']);
  });
});

describe('chatMessages', () => {
  const LIST = `query ($filter: ChatMessageFilter) { chatMessages(first: 50, filter: $filter) {
    totalCount pageInfo { hasNextPage } nodes { id status session { id } history { status } } } }`;

  it('lists the newest first, and filters by session, status, type and recipient', async () => {
    const session = await newPhone();
    const ids: string[] = [];
    for (const more of [{}, { to: '12025550101' }, { type: 'VOICE', url: 'https://example.org/a.ogg' }]) {
      ids.unshift((await sendChat(text({ sessionId: session, ...more }))).message.id);
    }
    await ack('delivered');
    const list = async (filter: object) => {
      const { data } = await api.ask(caller, LIST, { filter: { sessionId: session, ...filter } });
      return data.chatMessages.nodes.map(({ id }: { id: string }) => ids.indexOf(id));
    };
    expect(await list({})).toEqual([0, 1, 2]);
    expect(await list({ status: 'DELIVERED' })).toEqual([0]);
    expect(await list({ type: 'TEXT' })).toEqual([1, 2]);
    expect(await list({ to: '12025550101' })).toEqual([1]);
    expect(await list({ to: '12025550101', type: 'VOICE' })).toEqual([]);
  });

  it('keeps the messages of a session that is gone', async () => {
    const session = await newPhone();
    const { message } = await sendChat(text({ sessionId: session }));
    const fields = `session { id state history { state } } ${USER_ERRORS}`;
    const deleted = await api.mutate(caller, 'deleteSession', { sessionId: session }, fields);
    expect(deleted).toEqual({ session: { id: session, state: 'CONNECTED', history: [] }, userErrors: [] });
    expect(await read(message.id)).toMatchObject({ sessionId: session, session: null, status: 'SENT' });
  });

  it('lead to their sessions and histories with one question each for the whole page', async () => {
    const session = await newPhone();
    // More than a page, since the end of a list costs a question.
    for (let sent = 0; sent < 4; sent += 1) await sendChat(text({ sessionId: session }));
    const questions = async (first: number) => {
      const query = jest.spyOn(PreparingClient.prototype, 'query');
      await api.ask(caller, LIST.replace('50', String(first)), { filter: { sessionId: session } });
      const { length } = query.mock.calls;
      query.mockRestore();
      return length;
    };
    expect(await questions(3)).toBe(await questions(1));
    expect(await questions(1)).toBeGreaterThan(0);
  });
});

describe('node', () => {
  it('finds what the scopes of the key let it read, and nothing else', async () => {
    const { message } = await sendChat(text());
    const smsId = (await sendSms({ to: mobile(1), message: 'Hi' })).message.id;
    const ids = [phone, message.id, smsId, caller.organisationId];
    const query = 'query ($id: UUID!) { node(id: $id) { __typename id } }';
    const names = async (by: Caller) => {
      const answers = await Promise.all(ids.map((id) => api.ask(by, query, { id })));
      return answers.map(({ data }) => data.node?.__typename ?? null);
    };
    expect(await names(caller)).toEqual(['Session', 'ChatMessage', 'SmsMessage', 'Organisation']);
    expect(await names(limitedTo('chat:read'))).toEqual(['Session', 'ChatMessage', null, 'Organisation']);
    expect(await names(limitedTo('sms:read'))).toEqual([null, null, 'SmsMessage', 'Organisation']);
    expect(await names(limitedTo('sessions:manage', 'chat:send'))).toEqual([null, null, null, 'Organisation']);
    expect(await names(await api.newCaller())).toEqual([null, null, null, null]);
  });
});
