import type { ChatEngine, EngineAnswer, EngineSession } from '../../domain/chat/engine.js';
import { PostriderError } from '../../domain/errors.js';
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
