import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { findChatMessage } from '../../../src/operations/chat/messages.js';
import { setTheChatStage } from '../../support/chat-stage.js';
import { useServices } from '../../support/use-services.js';

const services = useServices();

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
    const { rows } = await services.superuser.query('SELECT status FROM chat_messages WHERE organisation_id = $1', [
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
