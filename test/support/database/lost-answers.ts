import { getChatMessages } from '../../../src/operations/chat/messages.js';
import { type ChatStage, GROUP } from '../chat-stage.js';

export const IMAGE = { type: 'image', url: 'https://93.184.215.14/a.png', message: null } as const;

/** For the stage of a chat: an engine whose answers never come. */
export const LOST = { react: () => ({ kind: 'unknown' }) as const };

/** Sends, loses the answer, and tells which message the refusal named. */
export async function lose(stage: ChatStage, input: Parameters<ChatStage['send']>[0] = {}): Promise<string> {
  const send = input?.to === GROUP ? stage.sendToGroup : stage.send;
  const refusal = await send(input).then(
    () => null,
    (error: { code: string; subjectId: string }) => error,
  );
  if (refusal?.code !== 'provider_timeout') throw new Error('The answer was not lost.');
  return refusal.subjectId;
}

/** Status and phase of a message. */
export async function phaseOf({ context }: ChatStage, id: string): Promise<string> {
  const [message] = await getChatMessages(context, [id]);
  return `${message?.status} ${message?.phase}`;
}
