import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PreparingClient } from '../../../src/db/postgres/preparing-client.js';
import type { Caller } from '../../../src/domain/context.js';
import type { Scope } from '../../../src/domain/vocabulary.js';
import { receiveEngineReports } from '../../../src/operations/chat/engine-reports.js';
import { createProgrammableEngine } from '../../support/gateways/programmable-engine.js';
import { addPhone } from '../../support/phones.js';
import { drain } from '../../support/services.js';
import { type GraphqlApi, startGraphqlApi } from './harness.js';

const engine = createProgrammableEngine({ name: 'north' });
let api: GraphqlApi;
let caller: Caller;
let phone: string;

beforeAll(async () => {
  api = await startGraphqlApi([engine]);
  caller = await api.newCaller();
  phone = await newPhone();
});
afterAll(() => api.stop());

const newPhone = (more = {}) => addPhone(api.services, caller.organisationId, { engine: 'north', ...more });
const limitedTo = (...scopes: Scope[]): Caller => ({ ...caller, scopes });

const PERSON = '12025550100';
const GROUP = '120363025550100@g.us';
const USER_ERRORS = `userErrors { __typename code message path
  ... on IdempotencyInProgressError { retryAfterSeconds } ... on ProviderTimeoutError { messageId } }`;
const MESSAGE = `id messageId sessionId to isGroup type text url filename mimeType status errorCode error providerReason
  deliveredCount readCount test revision createdAt updatedAt sentAt deliveredAt readAt session { id connected }
  history { status revision corrected at }`;
const SEND = `mutation ($input: SendChatMessageInput!) {
  sendChatMessage(input: $input) { message { ${MESSAGE} } replayed ${USER_ERRORS} } }`;
const SEND_TO_GROUP = `mutation ($input: SendGroupMessageInput!) {
  sendGroupMessage(input: $input) { message { ${MESSAGE} } replayed ${USER_ERRORS} } }`;
const READ = `query ($id: String!) { chatMessage(id: $id) { ${MESSAGE} } }`;

const text = (more = {}) => ({ sessionId: phone, to: PERSON, type: 'TEXT', message: 'Hello', ...more });
const send = async (input: object) => (await api.ask(caller, SEND, { input })).data.sendChatMessage;
const read = async (id: string) => (await api.ask(caller, READ, { id })).data.chatMessage;

async function ack(word: 'sent' | 'delivered' | 'read' | 'failed', more = {}): Promise<void> {
  const messageId = engine.sent.at(-1)?.message.proposedId ?? '';
  const sessionId = engine.sent.at(-1)?.session.id ?? '';
  await receiveEngineReports(api.services, 'north', [{ kind: 'ack', sessionId, messageId, ack: word, ...more }]);
  await drain(api.services);
}

describe('sendChatMessage', () => {
  it('answers with the message as the provider has taken it', async () => {
    const { message, replayed, userErrors } = await send(text({ to: '+1 202 555-0100' }));
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
    const { message, userErrors } = await send(input);
    expect(message).toBeNull();
    const seen = userErrors.map((e: { __typename: string; code: string; path: string[] }) => [e.path, e.code]);
    expect(seen).toEqual([
      [['to'], 'MALFORMED'],
      [['message'], 'TOO_LONG'],
      [['url'], 'REQUIRED'],
    ]);
    expect(userErrors[0].__typename).toBe('InvalidInputError');
  });
});

describe('sendGroupMessage', () => {
  const sendToGroup = async (input: object) => {
    const { data } = await api.ask(caller, SEND_TO_GROUP, { input: text({ to: GROUP, ...input }) });
    return data.sendGroupMessage;
  };

  it('counts the participants who have the message and have read it', async () => {
    const { message } = await sendToGroup({});
    expect(message).toMatchObject({ to: GROUP, isGroup: true, deliveredCount: 0, readCount: 0 });
    for (const participant of ['a', 'b', 'b']) await ack('delivered', { participant });
    await ack('read', { participant: 'a' });
    expect(await read(message.id)).toMatchObject({ status: 'READ', deliveredCount: 2, readCount: 1 });
  });

  it('takes no file and no person', async () => {
    const { userErrors } = await sendToGroup({ type: 'FILE', url: 'https://example.org/a.pdf', to: PERSON });
    expect(userErrors.map((e: { code: string; path: string[] }) => [e.path, e.code])).toEqual([
      [['to'], 'MALFORMED'],
      [['type'], 'UNSUPPORTED_TYPE'],
    ]);
  });
});

describe('chatMessages', () => {
  const LIST = `query ($filter: ChatMessageFilter) { chatMessages(first: 50, filter: $filter) {
    totalCount pageInfo { hasNextPage } nodes { id status session { id } history { status } } } }`;

  it('lists the newest first, and filters by session, status, type and recipient', async () => {
    const session = await newPhone();
    const ids: string[] = [];
    for (const more of [{}, { to: '12025550101' }, { type: 'VOICE', url: 'https://example.org/a.ogg' }]) {
      ids.unshift((await send(text({ sessionId: session, ...more }))).message.id);
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
    const { message } = await send(text({ sessionId: session }));
    const query = `mutation ($input: DeleteSessionInput!) {
      deleteSession(input: $input) { session { id state history { state } } ${USER_ERRORS} } }`;
    const { data } = await api.ask(caller, query, { input: { sessionId: session } });
    expect(data.deleteSession).toEqual({ session: { id: session, state: 'CONNECTED', history: [] }, userErrors: [] });
    expect(await read(message.id)).toMatchObject({ sessionId: session, session: null, status: 'SENT' });
  });

  it('lead to their sessions and histories with one question each for the whole page', async () => {
    const session = await newPhone();
    // More than a page, since the end of a list costs a question.
    for (let sent = 0; sent < 4; sent += 1) await send(text({ sessionId: session }));
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
    const { message } = await send(text());
    const sms = `mutation { sendSms(input: { to: "254711000001", message: "Hi" }) { message { id } } }`;
    const smsId = (await api.ask(caller, sms)).data.sendSms.message.id;
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
