import type { SendingSession } from '../../db/queries/chat/insert-chat-message.js';
import type { ChatEngine, EngineSession, OutgoingChatMessage, SendOutcome } from '../../domain/chat/engine.js';
import type { Services } from '../../domain/context.js';
import { toEngineSession } from './engine-of.js';

/** Asks the engine to send. No transaction is open meanwhile: a slow engine takes no connection to the database. */
export async function handOver(
  services: Services,
  sessionId: string,
  session: SendingSession,
  outgoing: OutgoingChatMessage,
): Promise<SendOutcome> {
  const { engines, handOvers } = services;
  const engine = engines.get(session.engine);
  if (!engine || handOvers.isGivenUp) return { kind: 'not_sent' };
  const sending = send(services, engine, toEngineSession({ ...session, id: sessionId }), outgoing);
  return handOvers.waitFor(sending, { kind: 'unknown' });
}

async function send(
  { logger }: Services,
  engine: ChatEngine,
  session: EngineSession,
  outgoing: OutgoingChatMessage,
): Promise<SendOutcome> {
  try {
    return await engine.send(session, outgoing);
  } catch (error) {
    logger.error({ err: error, engine: engine.name }, 'a chat engine failed in a way it must not');
    return { kind: 'unknown' };
  }
}
