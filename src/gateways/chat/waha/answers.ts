import { z } from 'zod';
import type { EngineAnswer } from '../../../domain/chat/engine.js';
import { type Exchange, isSuccess } from '../../wire/calls.js';
import { safeReason } from '../../wire/raw-words.js';
import { isStateNamedIn } from './states.js';

/**
 * Refusals of WAHA: 422 with `status` and `expected` when the session is in the wrong state; 4xx with `message`; 500
 * with `exception`, when the engine threw. That one also holds the whole request, so no body is passed on as it is.
 */
const refusalWire = z.object({
  message: z
    .union([z.string(), z.array(z.string()).transform((lines) => lines.join('; '))])
    .optional()
    .catch(undefined),
  expected: z.array(z.unknown()).optional().catch(undefined),
  exception: z
    .object({ message: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

type Refused = Extract<EngineAnswer<never>, { kind: 'not_connected' | 'rejected' }>;
type Answered = Extract<Exchange, { kind: 'answered' }>;

/** A 404 may also come from a machine in between, or from an address where there is no WAHA, so its own words count. */
const UNKNOWN_SESSION = /^(Session not found|We didn't find a session with name )/;

export function isUnknownSession(exchanged: Exchange): exchanged is Answered {
  if (exchanged.kind !== 'answered' || exchanged.status !== 404) return false;
  return UNKNOWN_SESSION.test(refusalOf(exchanged).message ?? '');
}

/** `read` gives undefined for a body that it does not understand. */
export function answerOf<T>(exchanged: Exchange, read: (body: unknown) => T | undefined): EngineAnswer<T> {
  if (exchanged.kind !== 'answered') return { kind: 'unavailable', reason: exchanged.code };
  if (exchanged.status >= 500) return { kind: 'unavailable', reason: `HTTP ${exchanged.status}` };
  if (!isSuccess(exchanged.status)) return refused(exchanged);
  const value = read(exchanged.body);
  return value === undefined ? { kind: 'unavailable', reason: 'unreadable answer' } : { kind: 'done', value };
}

/** What an answer of 3xx or 4xx means. `sent`: what the reason must not quote. */
export function refused(answered: Answered, sent: readonly string[] = []): Refused {
  const { status } = answered;
  if (status === 401 || status === 403) return { kind: 'rejected', reason: 'unauthorised' };
  const { message, expected } = refusalOf(answered);
  const isWrongState = status === 422 && (expected !== undefined || isStateNamedIn(message ?? ''));
  if (isWrongState || isUnknownSession(answered)) return { kind: 'not_connected' };
  const words = safeReason(message?.replace(/\w+:\/\/\S+/g, '#'), sent);
  return { kind: 'rejected', reason: words === undefined ? `HTTP ${status}` : `HTTP ${status}: ${words}` };
}

/** What the engine threw, for a 500. */
export function exceptionOf(answered: Answered): string {
  return refusalOf(answered).exception?.message ?? '';
}

function refusalOf({ body }: Answered): z.output<typeof refusalWire> {
  return refusalWire.safeParse(body).data ?? {};
}
