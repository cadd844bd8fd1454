import { describe, expect, it } from '@jest/globals';
import { PostriderError } from '../../../src/domain/errors.js';
import { eventBody } from '../../../src/domain/events/event.js';
import { getChatMessages } from '../../../src/operations/chat/messages.js';
import { readEvents } from '../../../src/operations/events/event-log.js';
import { type ChatStage, setTheChatStage } from '../../support/chat-stage.js';
import { useServices } from '../../support/use-services.js';

const services = useServices();

async function told({ context }: ChatStage) {
  const { events } = await readEvents(context, {});
  return events.map((event) => eventBody(event)).filter(({ type }) => type.startsWith('chat_message.'));
}

describe('the events of a chat message', () => {
  it('name it by our id and by that of the engine', async () => {
    const stage = await setTheChatStage(services);
    const { id, message_id } = (await stage.send()).result;
    expect(await told(stage)).toMatchObject([{ type: 'chat_message.sent', data: { id, message_id } }]);
  });

  it('name it by the id that a send without an answer got, and later by that of the engine as well', async () => {
    const stage = await setTheChatStage(services, { react: () => ({ kind: 'unknown' }) });
    const failure = await stage.send().catch((error: PostriderError) => error);
    const id = failure instanceof PostriderError ? (failure.subjectId ?? '') : '';
    await stage.acks({ ack: 'delivered' });
    const [message] = await getChatMessages(stage.context, [id]);
    expect(await told(stage)).toMatchObject([
      { type: 'chat_message.delivered', data: { id, message_id: message?.message_id } },
    ]);
  });

  it('name it by our id alone where the engine has not taken it', async () => {
    const stage = await setTheChatStage(services, { react: () => ({ kind: 'rejected' }) });
    await expect(stage.send()).rejects.toMatchObject({ code: 'provider_rejected' });
    expect(await told(stage)).toMatchObject([
      { type: 'chat_message.failed', data: { id: expect.any(String), message_id: null } },
    ]);
  });
});
