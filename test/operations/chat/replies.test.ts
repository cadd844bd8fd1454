import { describe, expect, it } from '@jest/globals';
import { SANDBOX_GATEWAY } from '../../../src/domain/sms/routing.js';
import { controlSession, deleteSession } from '../../../src/operations/chat/control-session.js';
import { createSession } from '../../../src/operations/chat/create-session.js';
import { receiveEngineReports } from '../../../src/operations/chat/engine-reports.js';
import { sendChatMessage } from '../../../src/operations/chat/send.js';
import type { Context } from '../../../src/operations/context.js';
import { findSuppressedParties, listConversations } from '../../../src/operations/conversations/conversations.js';
import { listEntries } from '../../../src/operations/conversations/entries.js';
import { replyToConversation } from '../../../src/operations/conversations/reply.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { type ChatStage, GROUP, PERSON, setTheChatStage } from '../../support/chat-stage.js';
import { createProgrammableEngine } from '../../support/gateways/programmable-engine.js';
import { drain, withTestKey } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const services = useServices();
let said = 0;

interface Heard {
  readonly party?: string;
  readonly engine?: string;
  readonly sessionId?: string;
}

/** Somebody writes to the phone. Returns the conversation. */
async function hear(stage: ChatStage, { party = PERSON, engine = stage.engine.name, sessionId }: Heard = {}) {
  const message = { kind: 'message', messageId: `HEARD-${++said}`, text: 'Are you open?', media: null } as const;
  const participant = party === GROUP ? { participant: PERSON } : {};
  const report = { ...message, ...participant, sessionId: sessionId ?? stage.sessionId, party };
  await receiveEngineReports(stage.services, engine, [report]);
  await drain(stage.services);
  const { nodes } = await listConversations(stage.context, { first: 10, conditions: {} });
  const found = nodes.find((row) => row.party === party && row.test === (engine === SANDBOX_GATEWAY));
  if (!found) throw new Error('The message is in no conversation.');
  return found;
}

async function thread(context: Context, conversation: Awaited<ReturnType<typeof hear>>): Promise<string[]> {
  const { nodes } = await listEntries(context, conversation, { first: 10 });
  return nodes.map(({ kind, row }) => ('body' in row ? `${kind} ${row.body}` : `${kind} ${'text' in row && row.text}`));
}

const testKey = ({ context }: ChatStage): Context => withTestKey(context);

describe('The reply to a chat', () => {
  it.each([PERSON, 'lid:99', GROUP])('goes to %s through the phone that was written to', async (party) => {
    const stage = await setTheChatStage(services);
    const conversation = await hear(stage, { party });
    const { result } = await replyToConversation(stage.context, { conversationId: conversation.id, message: 'Yes' });
    expect(result).toMatchObject({ channel: 'chat', row: { recipient: party, status: 'sent', test: false } });
    expect(stage.engine.sent).toMatchObject([
      { session: { id: stage.sessionId }, message: { to: party, isGroup: party === GROUP, type: 'text', text: 'Yes' } },
    ]);
    expect(await thread(stage.context, conversation)).toEqual(['chat Yes', 'inbound Are you open?']);
  });

  it('is sent once for one idempotency key', async () => {
    const stage = await setTheChatStage(services);
    const { id: conversationId } = await hear(stage);
    const input = { conversationId, message: 'Yes', idempotencyKey: 'one' };
    const first = await replyToConversation(stage.context, input);
    expect(await replyToConversation(stage.context, input)).toEqual({ ...first, replayed: true });
    expect(stage.engine.sent).toHaveLength(1);
    const other = replyToConversation(stage.context, { ...input, message: 'No' });
    await expect(other).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });

  it('is repeated for its key when the conversation was deleted, to keys that may use the phone', async () => {
    const stage = await setTheChatStage(services);
    const { id: conversationId } = await hear(stage);
    const input = { conversationId, message: 'Yes', idempotencyKey: 'kept' };
    const first = await replyToConversation(stage.context, input);
    const { caller } = stage.context;
    await services.sql('DELETE FROM conversations WHERE organisation_id = $1', [caller.organisationId]);
    expect(await replyToConversation(stage.context, input)).toEqual({ ...first, replayed: true });
    const repeat = (changes: Partial<Context['caller']>) =>
      replyToConversation({ ...stage.context, caller: { ...caller, ...changes } }, input);
    await expect(repeat({ sessionIds: [conversationId] })).rejects.toMatchObject({ code: 'not_allowed_for_key' });
    await expect(repeat({ scopes: ['sms:send'] })).rejects.toMatchObject({ code: 'forbidden', message: /chat:send/ });
    expect(stage.engine.sent).toHaveLength(1);
  });

  it('needs the scope of chats, while the reply to an SMS needs that of SMS', async () => {
    const stage = await setTheChatStage(services);
    const { id: conversationId } = await hear(stage);
    const reply = (...scopes: Context['caller']['scopes'][number][]) =>
      replyToConversation(
        { ...stage.context, caller: { ...stage.context.caller, scopes } },
        { conversationId, message: 'Yes' },
      );
    await expect(reply('sms:send', 'inbox:read')).rejects.toMatchObject({ code: 'forbidden', message: /chat:send/ });
    await expect(reply('inbox:read')).rejects.toMatchObject({ code: 'forbidden', message: /sms:send, chat:send/ });
    expect(stage.engine.sent).toEqual([]);
    await reply('chat:send');
    expect(stage.engine.sent).toHaveLength(1);
  });

  it('is refused to keys that are restricted to other phones', async () => {
    const stage = await setTheChatStage(services);
    const { id: conversationId } = await hear(stage);
    const caller = { ...stage.context.caller, sessionIds: [conversationId] };
    const reply = replyToConversation({ ...stage.context, caller }, { conversationId, message: 'Yes' });
    await expect(reply).rejects.toMatchObject({ code: 'not_allowed_for_key' });
    expect(stage.engine.sent).toEqual([]);
  });

  it('fails as a send does while the phone is not connected, and when it was deleted', async () => {
    const stage = await setTheChatStage(services);
    const { id: conversationId } = await hear(stage);
    const reply = () => replyToConversation(stage.context, { conversationId, message: 'Yes' });
    await controlSession(stage.context, { sessionId: stage.sessionId }, 'stopSession');
    await expect(reply()).rejects.toMatchObject({ code: 'session_not_connected' });
    await deleteSession(stage.context, { sessionId: stage.sessionId });
    await expect(reply()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is validated as a chat message: it may be longer than an SMS, and not blank', async () => {
    const stage = await setTheChatStage(services);
    const { id: conversationId } = await hear(stage);
    await replyToConversation(stage.context, { conversationId, message: 'x'.repeat(2_000) });
    const blank = replyToConversation(stage.context, { conversationId, message: ' ' });
    await expect(blank).rejects.toMatchObject({ code: 'invalid', fields: [{ path: ['message'] }] });
  });

  it('reaches a person whose number is suppressed: that ends SMS alone', async () => {
    const stage = await setTheChatStage(services);
    const { id: conversationId } = await hear(stage);
    await addSuppressions(stage.context, { numbers: [{ mobile: PERSON }] });
    expect((await findSuppressedParties(stage.context, [conversationId])).size).toBe(0);
    await replyToConversation(stage.context, { conversationId, message: 'Yes' });
    expect(stage.engine.sent).toHaveLength(1);
  });
});

/** The stage of a server that has the sandbox too. */
async function setTheStageWithSandbox(): Promise<ChatStage> {
  const stage = await setTheChatStage(services);
  const sandbox = createProgrammableEngine({ name: SANDBOX_GATEWAY });
  const engines = new Map([...stage.services.engines, [SANDBOX_GATEWAY, sandbox] as const]);
  return { ...stage, context: { ...stage.context, engines }, services: { ...stage.services, engines } };
}

describe('The reply to a chat of the sandbox', () => {
  it('goes to the sandbox, also by a live key, and stays out of the conversation with the person', async () => {
    const stage = await setTheStageWithSandbox();
    const live = await hear(stage);
    const conversation = await hear(stage, { engine: SANDBOX_GATEWAY });
    for (const context of [stage.context, testKey(stage)]) {
      const input = { conversationId: conversation.id, message: 'Yes' };
      expect(await replyToConversation(context, input)).toMatchObject({
        result: { row: { engine: SANDBOX_GATEWAY, test: true } },
      });
    }
    expect(stage.engine.sent).toEqual([]);
    expect(await thread(stage.context, conversation)).toEqual(['chat Yes', 'chat Yes', 'inbound Are you open?']);
    expect(await thread(stage.context, live)).toEqual(['inbound Are you open?']);
    const toLive = replyToConversation(testKey(stage), { conversationId: live.id, message: 'Yes' });
    await expect(toLive).rejects.toMatchObject({ code: 'live_for_test_key' });
  });

  it('stands beside what a live key sends through a phone of the sandbox', async () => {
    const stage = await setTheStageWithSandbox();
    const session = await createSession(stage.context, { name: 'A phone of the sandbox', engine: SANDBOX_GATEWAY });
    const sessionId = session.result.id;
    const conversation = await hear(stage, { engine: SANDBOX_GATEWAY, sessionId });
    const sent = { sessionId, to: PERSON, type: 'text', message: 'By a live key' } as const;
    expect(await sendChatMessage(stage.context, sent, 'person')).toMatchObject({ result: { test: false } });
    await replyToConversation(stage.context, { conversationId: conversation.id, message: 'Yes' });
    expect(await thread(stage.context, conversation)).toEqual([
      'chat Yes',
      'chat By a live key',
      'inbound Are you open?',
    ]);
  });
});
