import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { OutgoingChatMessage, SendOutcome } from '../../../src/domain/chat/engine.js';
import { CircuitBreakers } from '../../../src/lib/async/circuit-breaker.js';
import { createSession } from '../../../src/operations/chat/create-session.js';
import { findChatMessage } from '../../../src/operations/chat/messages.js';
import { sendChatMessage } from '../../../src/operations/chat/send.js';
import { PERSON, setTheChatStage } from '../../support/chat-stage.js';
import { createProgrammableEngine } from '../../support/gateways/programmable-engine.js';
import { seeEvents } from '../../support/see.js';
import { newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const services = useServices();

/** The longest pause. */
const A_WHILE_MS = 30_000;

const accept = ({ proposedId }: OutgoingChatMessage): SendOutcome => ({ kind: 'accepted', messageId: proposedId });

/** A phone at an engine that does what `script.react` says at the moment, and a clock for what counts its failures. */
async function setTheScene(react: (message: OutgoingChatMessage) => SendOutcome | Promise<SendOutcome>) {
  const script = { react };
  const clock = { now: 1_000 };
  const stage = await setTheChatStage(services, { react: (message) => script.react(message) });
  const context = { ...stage.context, phoneBreakers: new CircuitBreakers(() => clock.now) };
  const sendThrough = (sessionId: string, idempotencyKey?: string) =>
    sendChatMessage(context, { sessionId, to: PERSON, type: 'text', message: 'Hello', idempotencyKey }, 'person');
  const send = (key?: string) => sendThrough(stage.sessionId, key);
  const lose = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      await expect(send()).rejects.toMatchObject({ code: 'provider_timeout' });
    }
  };
  return { engine: stage.engine, context, script, clock, sendThrough, send, lose };
}

const REFUSED = { kind: 'bad_gateway', code: 'provider_unavailable' };

describe('a phone whose sends had no answer three times in a row', () => {
  it('is refused the next before the hand-over, with nothing in doubt, and the key stays free', async () => {
    const { engine, script, clock, send, lose, context } = await setTheScene(() => ({ kind: 'unknown' }));
    await lose(3);
    await expect(send('again')).rejects.toMatchObject(REFUSED);
    expect(engine.sent).toHaveLength(3);
    const rows = await services.sql<{ id: string; state: string }>(
      `SELECT id, status || ' ' || error AS state FROM chat_messages WHERE organisation_id = $1 ORDER BY id`,
      [context.caller.organisationId],
    );
    const pending = 'pending provider_timeout';
    expect(rows.map(({ state }) => state)).toEqual([pending, pending, pending, 'failed provider_unavailable']);
    expect(await seeEvents(services, rows[3]?.id ?? '')).toEqual(['chat_message.failed']);

    clock.now += A_WHILE_MS;
    script.react = accept;
    expect(await send('again')).toMatchObject({ replayed: false, result: { status: 'sent' } });
  });

  it('so is one whose engine was not reached', async () => {
    const { engine, send } = await setTheScene(() => ({ kind: 'not_sent' }));
    for (let call = 0; call < 5; call += 1) await expect(send()).rejects.toMatchObject(REFUSED);
    expect(engine.sent).toHaveLength(3);
  });

  it('may send one after a pause, and the others when that is answered', async () => {
    const { engine, script, clock, send, lose } = await setTheScene(() => ({ kind: 'unknown' }));
    await lose(3);
    clock.now += A_WHILE_MS;
    let answer: (() => void) | undefined;
    script.react = (message) =>
      new Promise((resolve) => {
        answer = () => resolve(accept(message));
      });
    const first = send();
    while (!answer) await sleep(5);
    await expect(send()).rejects.toMatchObject(REFUSED);
    script.react = accept;
    answer();
    expect(await first).toMatchObject({ result: { status: 'sent' } });
    expect(await send()).toMatchObject({ result: { status: 'sent' } });
    expect(engine.sent).toHaveLength(5);
  });

  it('is none where the engine refused a send in between: it has answered', async () => {
    const outcomes: SendOutcome['kind'][] = ['unknown', 'unknown', 'rejected', 'unknown', 'unknown'];
    const { engine, send } = await setTheScene(() => ({ kind: outcomes.shift() ?? 'unknown' }) as SendOutcome);
    for (let call = 0; call < 5; call += 1) await expect(send()).rejects.toMatchObject({ kind: 'bad_gateway' });
    expect(engine.sent).toHaveLength(5);
  });

  it('keeps no other phone of the engine from sending, and answers what was sent before', async () => {
    const { engine, script, context, sendThrough, send, lose } = await setTheScene(accept);
    const { result } = await send('before');
    const other = await createSession(context, { name: 'Another', engine: engine.name });
    script.react = () => ({ kind: 'unknown' });
    await lose(3);
    script.react = accept;
    expect(await sendThrough(other.result.id)).toMatchObject({ result: { status: 'sent' } });
    expect(await send('before')).toEqual({ result, replayed: true });
    await expect(send()).rejects.toMatchObject(REFUSED);
  });

  it('still sends texts, where it was media that had no answer', async () => {
    const lost: SendOutcome = { kind: 'unknown' };
    const { engine, context, sendThrough } = await setTheScene((message) => (message.media ? lost : accept(message)));
    const { result } = await createSession(context, { name: 'Another', engine: engine.name });
    const url = 'https://files.example.com/lost.png';
    const image = { sessionId: result.id, to: PERSON, type: 'image', url } as const;
    for (let call = 0; call < 3; call += 1) {
      await expect(sendChatMessage(context, image, 'person')).rejects.toMatchObject({ code: 'provider_timeout' });
    }
    await expect(sendChatMessage(context, image, 'person')).rejects.toMatchObject(REFUSED);
    expect(await sendThrough(result.id)).toMatchObject({ result: { status: 'sent' } });
  });

  it('is none in the sandbox, where recipients choose the outcome', async () => {
    const sandbox = createProgrammableEngine({ name: 'sandbox', react: () => ({ kind: 'unknown' }) });
    const context = await newOrganisation(withGateways(services, { gateways: [], engines: [sandbox] }));
    const { result } = await createSession(context, { name: 'A phone', engine: 'sandbox' });
    const input = { sessionId: result.id, to: PERSON, type: 'text', message: 'Hello' } as const;
    for (let call = 0; call < 5; call += 1) {
      await expect(sendChatMessage(context, input, 'person')).rejects.toMatchObject({ code: 'provider_timeout' });
    }
  });
});

describe('a process that has to end', () => {
  it('waits until the engine has answered and the answer is written down', async () => {
    let answer: (() => void) | undefined;
    const { context, send } = await setTheChatStage(services, {
      react: ({ proposedId: messageId }) =>
        new Promise((resolve) => {
          answer = () => resolve({ kind: 'accepted', messageId });
        }),
    });
    const sending = send();
    while (!answer) await sleep(5);
    let hasEnded = false;
    const ended = context.handOvers.ended().then(() => {
      hasEnded = true;
    });
    await sleep(50);
    expect(hasEnded).toBe(false);
    answer();
    await ended;
    const rows = await services.sql('SELECT status FROM chat_messages WHERE organisation_id = $1', [
      context.caller.organisationId,
    ]);
    expect(rows).toEqual([{ status: 'sent' }]);
    await sending;
  });

  it('tells the callers of messages under way that they are in doubt, and refuses the next as not sent', async () => {
    const { engine, context, send } = await setTheChatStage(services, { react: () => new Promise(() => undefined) });
    const refused = send().catch((error) => error);
    while (engine.sent.length === 0) await sleep(5);
    expect(context.handOvers.giveUp()).toBe(1);
    const refusal = await refused;
    expect(refusal).toMatchObject({ code: 'provider_timeout' });
    expect(await findChatMessage(context, refusal.subjectId)).toMatchObject({ status: 'pending', phase: 'in_doubt' });
    await context.handOvers.ended();
    await expect(send()).rejects.toMatchObject({ code: 'provider_unavailable' });
    expect(engine.sent).toHaveLength(1);
  });
});
