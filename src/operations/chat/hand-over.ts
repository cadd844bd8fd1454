import type { SendingSession } from '../../db/sql/chat/messages.js';
import type { ChatEngine, EngineSession, OutgoingChatMessage, SendOutcome } from '../../domain/chat/engine.js';
import { SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import type { Services } from '../context.js';
import { toEngineSession } from './engine-of.js';

/**
 * Asks the engine to send. No transaction is open meanwhile: a slow engine takes no connection to the database. A phone
 * whose sends had no answer is refused for a while, as "not sent" is certain and each further one would be in doubt.
 *
 * Each phone has a breaker of its own, not each engine: what is unclear may be due to the phone, or to a medium at an
 * address that its caller has chosen, and nobody else must pay for that. An engine that hangs as a whole is found out
 * by each of its phones, and by the probes.
 */
export async function handOver(
  services: Services,
  sessionId: string,
  session: SendingSession,
  outgoing: OutgoingChatMessage,
): Promise<SendOutcome> {
  const { engines, phoneBreakers, handOvers, logger } = services;
  const engine = engines.get(session.engine);
  if (!engine || handOvers.isGivenUp) return { kind: 'not_sent' };
  // Test keys send through the sandbox in the name of the same phone. And no address of a medium, which its caller has
  // chosen, must keep texts from leaving.
  const phone = `${engine.name} ${sessionId} ${outgoing.media ? 'media' : 'text'}`;
  if (!phoneBreakers.admits(phone)) return { kind: 'not_sent' };
  const sending = send(services, engine, toEngineSession({ ...session, id: sessionId }), outgoing);
  const outcome = await handOvers.waitFor(sending, { kind: 'unknown' });
  if (isAnswered(engine, outcome)) phoneBreakers.succeeded(phone);
  else {
    phoneBreakers.failed(phone);
    logger.warn({ engine: engine.name, sessionId, outcome: outcome.kind }, 'a chat engine gave no usable answer');
  }
  return outcome;
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

/** In the sandbox recipients choose the outcome, which says nothing of the next one's. */
function isAnswered({ name }: ChatEngine, { kind }: SendOutcome): boolean {
  return name === SANDBOX_GATEWAY || (kind !== 'unknown' && kind !== 'not_sent');
}
