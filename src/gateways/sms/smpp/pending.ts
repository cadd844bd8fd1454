import { COMMAND, type Pdu, RESPONSE } from './pdu.js';

/** What became of one request. `not_sent`: it was never written. */
export type Reply =
  | { readonly kind: 'answered'; readonly command: number; readonly status: number; readonly body: Buffer }
  | { readonly kind: 'not_sent'; readonly code: string }
  | { readonly kind: 'lost'; readonly code: string };

/** The unanswered requests of one connection. */
export interface Pending {
  /** Resolves with the answer, or with `lost` when the time is up or `signal` aborts. */
  open(request: Pick<Pdu, 'command' | 'sequence'>, timeoutMs: number, signal?: AbortSignal): Promise<Reply>;
  /** Returns false for an answer without a request, or of the wrong kind. */
  answer(response: Pdu): boolean;
  loseAll(code: string): void;
}

export function createPending(): Pending {
  const waiting = new Map<number, { readonly command: number; readonly settle: (reply: Reply) => void }>();

  return {
    open({ command, sequence }, timeoutMs, signal) {
      return new Promise((resolve) => {
        const settle = (reply: Reply): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
          waiting.delete(sequence);
          resolve(reply);
        };
        const abort = (): void => settle({ kind: 'lost', code: 'ABORTED' });
        const timer = setTimeout(settle, timeoutMs, { kind: 'lost', code: 'NO_ANSWER' });
        signal?.addEventListener('abort', abort);
        waiting.set(sequence, { command, settle });
      });
    },

    answer({ command, sequence, status, body }) {
      const asked = waiting.get(sequence);
      if (!asked || (command !== asked.command + RESPONSE && command !== COMMAND.genericNack)) return false;
      asked.settle({ kind: 'answered', command, status, body });
      return true;
    },

    loseAll(code) {
      for (const { settle } of [...waiting.values()]) settle({ kind: 'lost', code });
    },
  };
}
