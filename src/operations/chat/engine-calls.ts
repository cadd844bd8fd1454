import type { SendingSession } from '../../db/sql/chat/messages.js';
import type { SessionRow } from '../../db/sql/chat/sessions.js';
import type {
  ChatEngine,
  EngineAnswer,
  EngineSession,
  OutgoingChatMessage,
  SendOutcome,
} from '../../domain/chat/engine.js';
import { PostriderError } from '../../domain/errors.js';
import { SANDBOX_GATEWAY } from '../../domain/sms/routing.js';
import type { Services } from '../context.js';

/** Throws if the engine is no longer configured. */
export function findEngine({ engines }: Pick<Services, 'engines'>, name: string): ChatEngine {
  const engine = engines.get(name);
  if (!engine) throw new PostriderError('provider_unavailable');
  return engine;
}

export function toEngineSession({
  id,
  state,
  phone_number: phoneNumber,
}: Pick<SessionRow, 'id' | 'state' | 'phone_number'>): EngineSession {
  return { id, state, phoneNumber };
}

/** Calls an engine and returns its answer. A refusal, and no answer, are thrown as the error that the caller gets. */
export async function callEngine<T>(
  { logger }: Pick<Services, 'logger'>,
  engine: ChatEngine,
  ask: (engine: ChatEngine) => Promise<EngineAnswer<T>>,
): Promise<T> {
  const answer = await ask(engine).catch((error: unknown): EngineAnswer<T> => {
    logger.error({ err: error, engine: engine.name }, 'chat engine adapter threw an error');
    return { kind: 'unavailable' };
  });
  if (answer.kind === 'done') return answer.value;
  throw errorOfAnswer(answer.kind);
}

/** Calls the engine that runs a session about it. */
export function callEngineOf<T>(
  services: Pick<Services, 'logger' | 'engines'>,
  session: SessionRow,
  ask: (engine: ChatEngine, session: EngineSession) => Promise<EngineAnswer<T>>,
): Promise<T> {
  const engine = findEngine(services, session.engine);
  return callEngine(services, engine, () => ask(engine, toEngineSession(session)));
}

function errorOfAnswer(kind: Exclude<EngineAnswer<unknown>['kind'], 'done'>): PostriderError {
  if (kind === 'not_connected') return new PostriderError('session_not_connected');
  return kind === 'rejected' ? new PostriderError('provider_rejected') : new PostriderError('provider_unavailable');
}

/**
 * Asks the engine to send, without an open transaction, so that a slow engine holds no database connection. If a phone
 * has lost several answers, its circuit breaker refuses further sends for a while: these are certainly not sent, where
 * each attempt would end in doubt.
 *
 * The breaker is per phone, not per engine, because a lost answer may be the fault of the phone or of a media URL, and
 * must not stop the phones of other organisations.
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
  // The key has the engine because test keys use the same phone through the sandbox. Media have their own breaker: a
  // media URL that times out must not stop texts.
  const breaker = `${engine.name} ${sessionId} ${outgoing.media ? 'media' : 'text'}`;
  if (!phoneBreakers.admits(breaker)) return { kind: 'not_sent' };
  const sending = send(services, engine, toEngineSession({ ...session, id: sessionId }), outgoing);
  const outcome = await handOvers.waitFor(sending, { kind: 'unknown' });
  if (isAnswered(engine, outcome)) phoneBreakers.succeeded(breaker);
  else {
    phoneBreakers.failed(breaker);
    logger.warn({ engine: engine.name, sessionId, outcome: outcome.kind }, 'chat engine gave no usable answer');
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
    logger.error({ err: error, engine: engine.name }, 'chat engine adapter threw an error');
    return { kind: 'unknown' };
  }
}

/** Sandbox recipients choose their outcome, so a failure there says nothing about the phone. */
function isAnswered({ name }: ChatEngine, { kind }: SendOutcome): boolean {
  return name === SANDBOX_GATEWAY || (kind !== 'unknown' && kind !== 'not_sent');
}
