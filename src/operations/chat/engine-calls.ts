import type { SendingSession } from '../../db/sql/chat/messages.js';
import type {
  ChatEngine,
  EngineAnswer,
  EngineSession,
  OutgoingChatMessage,
  SendOutcome,
} from '../../domain/chat/engine.js';
import { PostriderError } from '../../domain/errors.js';
import { SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import type { SessionState } from '../../domain/vocabulary.js';
import type { Services } from '../context.js';

/** The engine with this name; one that is no longer configured cannot be reached. */
export function engineOf({ engines }: Pick<Services, 'engines'>, name: string): ChatEngine {
  const engine = engines.get(name);
  if (!engine) throw new PostriderError('provider_unavailable');
  return engine;
}

interface SessionLike {
  readonly id: string;
  readonly state: SessionState;
  readonly phone_number: string | null;
}

export function toEngineSession({ id, state, phone_number: phoneNumber }: SessionLike): EngineSession {
  return { id, state, phoneNumber };
}

/** What the engine answered, where anything else than an answer ends the operation. */
export async function answerOf<T>(
  { logger }: Pick<Services, 'logger'>,
  engine: ChatEngine,
  ask: (engine: ChatEngine) => Promise<EngineAnswer<T>>,
): Promise<T> {
  const answer = await ask(engine).catch((error: unknown): EngineAnswer<T> => {
    logger.error({ err: error, engine: engine.name }, 'a chat engine failed in a way it must not');
    return { kind: 'unavailable' };
  });
  if (answer.kind === 'done') return answer.value;
  throw errorOfAnswer(answer.kind);
}

function errorOfAnswer(kind: Exclude<EngineAnswer<unknown>['kind'], 'done'>): PostriderError {
  if (kind === 'not_connected') return new PostriderError('session_not_connected');
  return kind === 'rejected' ? new PostriderError('provider_rejected') : new PostriderError('provider_unavailable');
}

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
