import type { SubmitOutcome } from '../../../domain/sms/gateway.js';
import type { Session } from './session.js';
import type { Throttle } from './throttle.js';

type Refusal = Extract<SubmitOutcome, { kind: 'not_sent' | 'throttled' }>;

export type Grant =
  | { readonly session: Session; release(): void }
  | { readonly session: null; readonly outcome: Refusal; readonly code: string };

/** Grants places in the windows of the binds, in FIFO order. */
export interface Pool {
  /** Waits for a place unless all binds are down. `isFirst`: the SMSC has no part of the message yet. */
  acquire(signal: AbortSignal, isFirst: boolean): Promise<Grant>;
  /** Call it when the state of a session has changed. */
  look(): void;
  /** Grants no more places to messages that have not begun. */
  close(): void;
}

interface Waiter {
  readonly isFirst: boolean;
  readonly grant: (grant: Grant) => void;
}

export function createPool(sessions: () => readonly Session[], window: number, throttle: Throttle): Pool {
  const waiters = new Set<Waiter>();
  const inFlight = new Map<Session, number>();
  let isClosed = false;

  /** Why `acquire` must not wait; null if it may. */
  function refusal(isFirst: boolean): Grant | null {
    if (isClosed && isFirst) return notSent('STOPPED');
    const retryAfterMs = throttle.remainingMs();
    if (retryAfterMs > 0) return { session: null, outcome: { kind: 'throttled', retryAfterMs }, code: 'PAUSED' };
    const all = sessions();
    return all.every((session) => session.state() === 'away') ? notSent(all[0]?.fault() ?? 'NOT_STARTED') : null;
  }

  function place(): Grant | null {
    const bound = sessions().filter((session) => session.state() === 'bound');
    const [session] = bound.sort((a, b) => load(a) - load(b));
    if (!session || load(session) >= window) return null;
    inFlight.set(session, load(session) + 1);
    return { session, release: () => release(session) };
  }

  const load = (session: Session): number => inFlight.get(session) ?? 0;

  function release(session: Session): void {
    inFlight.set(session, load(session) - 1);
    look();
  }

  function look(): void {
    for (const waiter of waiters) {
      const grant = refusal(waiter.isFirst) ?? place();
      if (!grant) return;
      waiter.grant(grant);
    }
  }

  return {
    acquire(signal, isFirst) {
      if (signal.aborted) return Promise.resolve(notSent('ABORTED'));
      return new Promise((resolve) => {
        const grant = (given: Grant): void => {
          waiters.delete(waiter);
          signal.removeEventListener('abort', abort);
          resolve(given);
        };
        const abort = (): void => grant(notSent('ABORTED'));
        const waiter = { isFirst, grant };
        signal.addEventListener('abort', abort);
        waiters.add(waiter);
        look();
      });
    },
    look,
    close() {
      isClosed = true;
      look();
    },
  };
}

function notSent(code: string): Grant & { session: null } {
  return { session: null, outcome: { kind: 'not_sent' }, code };
}
