import { describe, expect, it } from '@jest/globals';
import type { SendOutcome } from '../../../src/domain/chat/engine.js';
import { findChatMessage, getChatMessages } from '../../../src/operations/chat/messages.js';
import { sendChatMessage } from '../../../src/operations/chat/send.js';
import { type ChatStage, GROUP, PERSON, setTheChatStage } from '../../support/chat-stage.js';
import { createProgrammableEngine } from '../../support/gateways/programmable-engine.js';
import { seeEvents } from '../../support/see.js';
import { newOrganisation, onBehalfOf, withGateways, withTestKey } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const services = useServices();

const always = (outcome: SendOutcome) => ({ react: () => outcome });

async function onlyMessage({ context }: ChatStage) {
  const rows = await services.sql<{ id: string }>('SELECT id FROM chat_messages WHERE organisation_id = $1', [
    context.caller.organisationId,
  ]);
  expect(rows).toHaveLength(1);
  const [message] = await getChatMessages(context, [rows[0]?.id ?? '']);
  if (!message) throw new Error('The message is not there.');
  return message;
}

describe('a chat message that the engine takes', () => {
  it('is sent under the id that the engine gives it, and was on record before', async () => {
    const statuses: string[] = [];
    const stage = await setTheChatStage(services, {
      react: async () => {
        const message = await onlyMessage(stage);
        statuses.push(`${message.status} ${message.phase}`);
        return { kind: 'accepted', messageId: 'THE-ENGINES-OWN' };
      },
    });
    const { result } = await stage.send();
    expect(statuses).toEqual(['pending submitting']);
    expect(result).toMatchObject({
      status: 'sent',
      phase: 'settled',
      message_id: 'THE-ENGINES-OWN',
      recipient: PERSON,
    });
    expect(result.sent_at).not.toBeNull();
    expect(await seeEvents(services, result.id)).toEqual(['chat_message.sent']);
    expect((await findChatMessage(stage.context, 'THE-ENGINES-OWN'))?.id).toBe(result.id);
    expect((await findChatMessage(stage.context, result.id))?.id).toBe(result.id);
  });

  it('is handed over as it was given, with what the engine needs to know filled in', async () => {
    const stage = await setTheChatStage(services);
    const url = 'https://files.example.com/cat.png';
    await stage.send({ type: 'image', message: 'A cat', url });
    await stage.send({ type: 'file', message: null, url, filename: 'Invoice.pdf', mimeType: 'application/x-own' });
    await stage.sendToGroup({ type: 'voice', message: null, url: 'https://files.example.com/note' });
    expect(stage.engine.sent.map(({ message: { proposedId: _, ...message } }) => message)).toEqual([
      {
        to: PERSON,
        isGroup: false,
        type: 'image',
        text: 'A cat',
        media: { url, filename: null, mimeType: 'image/png' },
      },
      {
        to: PERSON,
        isGroup: false,
        type: 'file',
        text: null,
        media: { url, filename: 'Invoice.pdf', mimeType: 'application/x-own' },
      },
      {
        to: GROUP,
        isGroup: true,
        type: 'voice',
        text: null,
        media: { url: 'https://files.example.com/note', filename: null, mimeType: 'audio/ogg; codecs=opus' },
      },
    ]);
  });

  it('keeps the status of an ack that was quicker than the answer', async () => {
    const stage = await setTheChatStage(services, {
      react: async ({ proposedId }) => {
        await stage.acks({ ack: 'delivered' });
        return { kind: 'accepted', messageId: proposedId };
      },
    });
    const { result } = await stage.send();
    expect(result).toMatchObject({ status: 'delivered', phase: 'settled' });
    expect(await seeEvents(services, result.id)).toEqual(['chat_message.delivered']);
  });

  it('gets an ack that was quicker than the answer that told its id', async () => {
    const stage = await setTheChatStage(services, {
      react: async () => {
        await stage.acks({ ack: 'delivered', messageId: 'ANOTHER' });
        return { kind: 'accepted', messageId: 'ANOTHER' };
      },
    });
    const { result } = await stage.send();
    expect(result.status).toBe('sent');
    await stage.later(1);
    expect(await findChatMessage(stage.context, result.id)).toMatchObject({ status: 'delivered' });
  });
});

describe('a chat message that is not taken', () => {
  const refusals: [SendOutcome, code: string, error: string][] = [
    [{ kind: 'rejected', reason: 'no such chat' }, 'provider_rejected', 'provider_rejected'],
    [{ kind: 'not_sent' }, 'provider_unavailable', 'provider_unavailable'],
    [{ kind: 'not_connected' }, 'session_not_connected', 'session_not_connected'],
  ];

  it.each(refusals)('%j is told, and kept with its reason', async (outcome, code, error) => {
    const stage = await setTheChatStage(services, always(outcome));
    await expect(stage.send()).rejects.toMatchObject({ code });
    const message = await onlyMessage(stage);
    expect(message).toMatchObject({ status: 'failed', phase: 'settled', error, sent_at: null });
    expect(message.provider_reason).toBe(outcome.kind === 'rejected' ? 'no such chat' : null);
    expect(await seeEvents(services, message.id)).toEqual(['chat_message.failed']);
    expect(await findChatMessage(stage.context, message.message_id)).toBeNull();
  });

  it.each(refusals)('%j leaves the key free, so a repetition tries again', async (outcome) => {
    const outcomes: SendOutcome[] = [outcome];
    const stage = await setTheChatStage(services, {
      react: ({ proposedId }) => outcomes.shift() ?? { kind: 'accepted', messageId: proposedId },
    });
    await expect(stage.send({ idempotencyKey: 'k' })).rejects.toThrow();
    await services.sql(`UPDATE chat_sessions SET state = 'connected' WHERE id = $1`, [stage.sessionId]);
    expect(await stage.send({ idempotencyKey: 'k' })).toMatchObject({ replayed: false, result: { status: 'sent' } });
    expect(stage.engine.sent).toHaveLength(2);
  });

  it('because the phone is not connected: a phone that was away and is back stays, when that is written down late', async () => {
    const stage = await setTheChatStage(services, {
      react: async () => {
        await stage.reportsState('starting', 1_000);
        await stage.reportsState('connected', 2_000);
        return { kind: 'not_connected' };
      },
    });
    await expect(stage.send()).rejects.toMatchObject({ code: 'session_not_connected' });
    expect(await stage.sessionState()).toBe('connected');
  });

  it('because the phone is not connected: the session learns it, and the next is refused without asking', async () => {
    const stage = await setTheChatStage(services, always({ kind: 'not_connected' }));
    await expect(stage.send()).rejects.toMatchObject({ code: 'session_not_connected' });
    expect(await stage.sessionState()).toBe('disconnected');
    expect(await seeEvents(services, stage.sessionId)).toEqual(['session.connected', 'session.disconnected']);
    await expect(stage.send()).rejects.toMatchObject({ kind: 'conflict', code: 'session_not_connected' });
    expect(stage.engine.sent).toHaveLength(1);
  });

  it('because there is no such session, or it belongs to somebody else', async () => {
    const stage = await setTheChatStage(services);
    const stranger = await newOrganisation(stage.services);
    const input = { sessionId: stage.sessionId, to: PERSON, type: 'text', message: 'Hello' } as const;
    await expect(sendChatMessage(stranger, input, 'person')).rejects.toMatchObject({ code: 'not_found' });
    const nobodys = { ...input, sessionId: '0190f3c1-0000-7000-8000-000000000001' };
    await expect(sendChatMessage(stage.context, nobodys, 'person')).rejects.toMatchObject({ code: 'not_found' });
    expect(stage.engine.sent).toHaveLength(0);
  });

  it('because its engine is no longer configured: nothing is sent, and nothing in doubt', async () => {
    const stage = await setTheChatStage(services);
    const without = onBehalfOf(withGateways(services, { gateways: [] }), stage.context.caller.organisationId);
    const input = { sessionId: stage.sessionId, to: PERSON, type: 'text', message: 'Hello' } as const;
    await expect(sendChatMessage(without, input, 'person')).rejects.toMatchObject({ code: 'provider_unavailable' });
    expect(await onlyMessage(stage)).toMatchObject({ status: 'failed' });
  });
});

describe('the address of a medium', () => {
  const image = (url: string) => ({ type: 'image', url }) as const;

  it('in a private network is refused before the engine hears of it', async () => {
    const stage = await setTheChatStage(services);
    for (const url of ['http://127.0.0.1/a.png', 'http://0x7f.1/a.png', 'http://localhost/a', 'http://[::1]/a']) {
      await expect(stage.send(image(url))).rejects.toMatchObject({ kind: 'invalid', fields: [{ path: ['url'] }] });
    }
    expect(stage.engine.sent).toHaveLength(0);
  });

  it('is handed over as it was understood when it was checked', async () => {
    const stage = await setTheChatStage(services);
    await stage.send(image('https://93.184.215.14/a b.png?c=\u00fc'.replace(' ', '%20')));
    expect(stage.engine.sent[0]?.message.media?.url).toBe('https://93.184.215.14/a%20b.png?c=%C3%BC');
    for (const url of ['http://1.1.1.1\\@127.0.0.1/', 'http:1.1.1.1/a.png', 'https://1.1.1.1/\r\nX: y']) {
      await expect(stage.send(image(url))).rejects.toMatchObject({ fields: [{ path: ['url'] }] });
    }
  });

  it('is looked up where the engine gets the medium itself: a name that nobody knows is refused', async () => {
    const stage = await setTheChatStage(services, { fetchesMedia: true });
    const refused = stage.send(image('https://nobody-has-this.invalid/a.png'));
    await expect(refused).rejects.toMatchObject({
      fields: [{ path: ['url'], message: expect.stringMatching(/found/) }],
    });
    const unasked = await setTheChatStage(services);
    expect(await unasked.send(image('https://nobody-has-this.invalid/a.png'))).toMatchObject({ replayed: false });
  });

  it('may be private where the operator allows it', async () => {
    const stage = await setTheChatStage(services, { fetchesMedia: true }, { allowPrivateNetworkUrls: true });
    expect(await stage.send(image('http://127.0.0.1:9/a.png'))).toMatchObject({ result: { status: 'sent' } });
  });
});

describe('the key of a call', () => {
  it('stands for what is asked, however it is written', async () => {
    const stage = await setTheChatStage(services);
    const { result } = await stage.send({ idempotencyKey: 'k', to: '+254 711-000001', url: null });
    expect(await stage.send({ idempotencyKey: 'k', to: PERSON })).toEqual({ result, replayed: true });
    await expect(stage.send({ idempotencyKey: 'k', message: 'Else' })).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
  });
});

describe('a test key', () => {
  it('sends through the sandbox, whatever engine the session has', async () => {
    const stage = await setTheChatStage(services);
    const sandbox = createProgrammableEngine({ name: 'sandbox' });
    const both = withGateways(services, { gateways: [], engines: [stage.engine, sandbox] });
    const context = onBehalfOf(both, stage.context.caller.organisationId);
    const tester = withTestKey(context);
    const input = { sessionId: stage.sessionId, to: PERSON, type: 'text', message: 'Hello' } as const;
    const { result } = await sendChatMessage(tester, input, 'person');
    expect(result).toMatchObject({ engine: 'sandbox', test: true });
    expect([sandbox.sent.length, stage.engine.sent.length]).toEqual([1, 0]);
  });
});
