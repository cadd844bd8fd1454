import { describe, expect, it } from '@jest/globals';
import type { Scope } from '../../src/domain/vocabulary.js';
import { HIGHEST_ID } from '../../src/lib/ids.js';
import { foldEngineReports, receiveEngineReports } from '../../src/operations/chat/engine-reports.js';
import { foldInbound } from '../../src/operations/sms/inbound/fold-inbound.js';
import { receiveInbound } from '../../src/operations/sms/inbound/receive-inbound.js';
import { type Customer, useApi } from '../http/start-api.js';
import { dispatchAll } from '../support/people/two-organisations.js';
import { addPhone } from '../support/phones.js';

const PERSON = '12025550100';
let said = 0;

describe('conversations', () => {
  const api = useApi({ SANDBOX_DELAY_MS: '0' });

  /** What people send to the sandbox. */
  async function receive({ organisationId }: Customer, text: string, from = PERSON) {
    await receiveInbound(api.services, 'sandbox', [{ key: `key ${++said}`, from, to: '20880', text, organisationId }]);
    await foldInbound(api.services);
  }
  const list = async ({ call }: Customer, query = '') => (await call('GET', `/v1/conversations/${query}`)).body.results;

  it('are listed, read, answered and marked as read by REST', async () => {
    const customer = await api.customer();
    const { call } = customer;
    await receive(customer, 'Your bill', 'MTN');
    await receive(customer, 'When are you open?');
    const [newest, older] = await list(customer);
    expect(newest).toMatchObject({
      channel: 'sms',
      own_address: '20880',
      party: PERSON,
      mobile: PERSON,
      test: true,
      unread: 1,
      last_text: 'When are you open?',
      is_suppressed: false,
      suppressed_since: null,
    });
    expect(older).toMatchObject({ party: 'MTN', mobile: null });
    const path = `/v1/conversations/${newest.conversation_id}/`;
    expect((await call('GET', path)).body).toEqual(newest);
    const reply = await call('POST', `${path}reply/`, { message: 'Until 18:00.' });
    expect(reply).toMatchObject({ status: 201, body: { success: true, to: PERSON, sender_id: '20880', segments: 1 } });
    const { body: thread } = await call('GET', `${path}messages/`);
    expect(thread).toMatchObject({
      count: 2,
      results: [
        {
          message_id: reply.body.message_id,
          direction: 'sent',
          inbound_message: null,
          message: { text: 'Until 18:00.' },
        },
        { direction: 'received', inbound_message: { text: 'When are you open?' }, message: null, chat_message: null },
      ],
    });
    const read = await call('POST', `${path}read/`, { up_to: thread.results[1].message_id });
    expect(read).toMatchObject({ status: 200, body: { unread: 0, read_up_to: thread.results[1].message_id } });
    expect(await list(customer, '?unread=true')).toEqual([older]);
    expect((await list(customer, '?unread=false')).length).toBe(1);
    expect(await list(customer, `?mobile=%2B1 202 555 0100&channel=sms`)).toHaveLength(1);
    expect(await list(customer, '?test=false')).toEqual([]);
    expect((await call('GET', '/v1/inbox/')).body.results[0].conversation_id).toBe(newest.conversation_id);
  });

  it('of a chat are answered by REST through the phone, and by GraphQL show the message to those who may read it', async () => {
    const customer = await api.customer();
    const sessionId = await addPhone(api.services, customer.organisationId);
    const report = { kind: 'message', sessionId, messageId: 'ONE', party: PERSON, text: 'Open?', media: null } as const;
    await receiveEngineReports(api.services, 'sandbox', [report]);
    await foldEngineReports(api.services);
    const [{ conversation_id: id }] = await list(customer, '?channel=chat');
    const reply = await customer.call('POST', `/v1/conversations/${id}/reply/`, { message: 'Until 18:00.' });
    expect(reply).toMatchObject({ status: 201, body: { channel: 'chat', to: null, sender_id: null, segments: null } });
    const { results } = (await customer.call('GET', `/v1/conversations/${id}/messages/`)).body;
    expect(results).toMatchObject([
      { message_id: reply.body.message_id, direction: 'sent', chat_message: { text: 'Until 18:00.', status: 'sent' } },
      { direction: 'received' },
    ]);
    const query = `mutation { replyToConversation(input: { conversationId: "${id}", message: "And tomorrow" }) {
      messageId channel message { id } chatMessage { id } } }`;
    const asked = async (...scopes: Scope[]) => {
      const { call } = await api.customer({ organisationId: customer.organisationId, scopes });
      return (await call('POST', '/graphql', { query })).body;
    };
    const shown = (await asked('inbox:read', 'chat:send', 'chat:read')).data.replyToConversation;
    expect(shown).toEqual({ ...shown, channel: 'CHAT', message: null, chatMessage: { id: shown.messageId } });
    const { data } = await asked('chat:send');
    expect(data.replyToConversation).toMatchObject({ messageId: expect.any(String), chatMessage: null });
    expect((await asked('sms:send', 'inbox:read')).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });

  it('are marked as read with the scope of their channel', async () => {
    const customer = await api.customer();
    const { organisationId } = customer;
    const sessionId = await addPhone(api.services, organisationId);
    const report = { kind: 'message', sessionId, messageId: 'TWO', party: PERSON, text: 'Open?', media: null } as const;
    await receiveEngineReports(api.services, 'sandbox', [report]);
    await foldEngineReports(api.services);
    await receive(customer, 'Hello');
    const read = async (channel: 'sms' | 'chat', ...scopes: Scope[]) => {
      const [{ conversation_id: id }] = await list(customer, `?channel=${channel}`);
      const { call } = await api.customer({ organisationId, scopes });
      return call('POST', `/v1/conversations/${id}/read/`, { up_to: HIGHEST_ID });
    };
    const refused = (missing: RegExp) => ({ status: 403, body: { detail: expect.stringMatching(missing) } });
    expect(await read('chat', 'sms:send', 'inbox:read')).toMatchObject(refused(/chat:send/));
    expect(await read('sms', 'chat:send', 'inbox:read')).toMatchObject(refused(/sms:send/));
    expect(await read('sms', 'inbox:read')).toMatchObject(refused(/sms:send, chat:send/));
    expect(await list(customer, '?unread=true')).toHaveLength(2);
    expect(await read('chat', 'chat:send', 'inbox:read')).toMatchObject({ status: 200, body: { unread: 0 } });
    expect(await read('sms', 'sms:send', 'inbox:read')).toMatchObject({ status: 200, body: { unread: 0 } });
  });

  it('are led through by next and previous', async () => {
    const customer = await api.customer();
    for (const text of ['a', 'b', 'c']) await receive(customer, text);
    const [{ conversation_id: id }] = await list(customer);
    const texts = ({ results }: { results: { inbound_message: { text: string } }[] }) =>
      results.map(({ inbound_message: message }) => message.text);
    const first = (await customer.call('GET', `/v1/conversations/${id}/messages/?page_size=2`)).body;
    const next = (await customer.call('GET', first.next.slice(first.next.indexOf('/v1/')))).body;
    const back = (await customer.call('GET', next.previous.slice(next.previous.indexOf('/v1/')))).body;
    expect([first, next, back].map(texts)).toEqual([['c', 'b'], ['a'], ['c', 'b']]);
  });

  it('are not found by another organisation', async () => {
    const [owner, stranger] = [await api.customer(), await api.customer()];
    await receive(owner, 'Hello');
    const [{ conversation_id: id }] = await list(owner);
    const [message] = (await owner.call('GET', `/v1/conversations/${id}/messages/`)).body.results;
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', 'messages/'],
      ['POST', 'reply/', { message: 'Hello' }],
      ['POST', 'read/', { up_to: message.message_id }],
    ] as const) {
      const answer = await stranger.call(method, `/v1/conversations/${id}/${path}`, body);
      expect({ path, status: answer.status }).toEqual({ path, status: 404 });
    }
    expect(await list(stranger)).toEqual([]);
    expect(await list(owner)).toMatchObject([{ unread: 1 }]);
  });

  it('say that a person has opted out, and since when', async () => {
    const customer = await api.customer();
    await receive(customer, 'STOP');
    const [{ conversation_id: id, ...conversation }] = await list(customer);
    expect(conversation).toMatchObject({ is_suppressed: true, suppressed_since: expect.any(String) });
    const reply = await customer.call('POST', `/v1/conversations/${id}/reply/`, { message: 'Why?' });
    expect(reply.status).toBe(201);
    await dispatchAll(api);
    const [sent] = (await customer.call('GET', `/v1/conversations/${id}/messages/`)).body.results;
    expect(sent.message).toMatchObject({ status: 'blocked', delivery_code: 406 });
  });

  it('stay unread when a viewer opens them', async () => {
    const customer = await api.customer();
    await receive(customer, 'Hello');
    const viewer = await api.member('viewer', customer.organisationId);
    const operator = await api.member('operator', customer.organisationId);
    const ask = async ({ call }: Customer, query: string) => (await call('POST', '/graphql', { query })).body;
    const opened = await ask(viewer, '{ conversations(first: 1) { nodes { id lastMessage { id } } } }');
    const [{ id, lastMessage }] = opened.data.conversations.nodes;
    const mark = `mutation { markConversationRead(input: { conversationId: "${id}", upTo: "${lastMessage.id}" }) {
      conversation { unread } } }`;
    expect((await ask(viewer, mark)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect((await ask(operator, mark)).data.markConversationRead).toEqual({ conversation: { unread: 0 } });
  });

  it('cost too much to be read with all their messages, since each is a search', async () => {
    const customer = await api.customer();
    await receive(customer, 'Hello');
    const ask = async (first: number) => {
      const query = `{ conversations(first: ${first}) { nodes { entries(first: 1) { nodes { messageId } } } } }`;
      return (await customer.graphql(query)).body;
    };
    expect((await ask(100)).errors).toMatchObject([{ extensions: { code: 'DOCUMENT_TOO_EXPENSIVE' } }]);
    expect((await ask(50)).data.conversations.nodes).toHaveLength(1);
  });

  it('say in words why nobody can reply', async () => {
    const customer = await api.customer();
    await receive(customer, 'Your bill', 'MTN');
    const [{ conversation_id: id }] = await list(customer);
    const reply = await customer.call('POST', `/v1/conversations/${id}/reply/`, { message: 'Thank you' });
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(reply.text).toContain('short code');
    const empty = await customer.call('POST', `/v1/conversations/${id}/reply/`, { message: ' ' });
    expect(empty.status).toBe(400);
  });

  it('are nodes of GraphQL, from a message and back', async () => {
    const customer = await api.customer();
    await receive(customer, 'Hello');
    const query = `{ inboundMessages(first: 1) { nodes { id conversation { id lastMessage { id } } } } }`;
    const [message] = (await customer.graphql(query)).body.data.inboundMessages.nodes;
    expect(message.conversation.lastMessage.id).toBe(message.id);
    const asked = { query: `{ node(id: "${message.conversation.id}") { id __typename } }` };
    const { node } = (await customer.call('POST', '/graphql', asked)).body.data;
    expect(node).toEqual({ id: message.conversation.id, __typename: 'Conversation' });
  });
});
