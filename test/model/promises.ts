import { CANCELLABLE } from '../../src/domain/sms/verdict.js';
import type { DuePurpose, SmsPhase } from '../../src/domain/vocabulary.js';
import type { State } from './state.js';
import type { MessageRow } from './tables.js';

export const PROMISES = {
  once: 'the recipient gets the message once',
  known: 'a message that the program could know as delivered is not sent again',
  cancelled: 'a message that was cancelled is not sent',
  told: 'a worker that was told that the gateway has the message does not forget it',
  folded: 'a report of delivery makes its message delivered, and ends waiting retries of it',
  stopped: 'a message that has expired, or whose campaign is paused, is not claimed',
  refused: 'a message that was claimed after STOP is not sent',
  agenda: 'a message that waits is on the agenda, or its campaign is paused',
  final: 'a final state can be reached',
} as const;
export type PromiseName = keyof typeof PROMISES;

const PURPOSE_OF: Partial<Record<SmsPhase, DuePurpose>> = {
  ready: 'dispatch',
  waiting_retry: 'dispatch',
  in_doubt: 'resolve',
  paused: 'hold',
  waiting_report: 'report',
};

/** The promise that a state breaks; null if it keeps all. */
export function brokenPromise(state: State): PromiseName | null {
  if (state.broken) return state.broken;
  for (const [i, message] of state.tables.messages.entries()) {
    const isTaken = state.journal.some((taken) => taken.message === i);
    if (message.status === 'cancelled' && isTaken) return 'cancelled';
    if (!isOnAgenda(state, i, message)) return 'agenda';
  }
  return null;
}

function isOnAgenda({ tables: { agenda } }: State, i: number, { phase, isPaused, validity }: MessageRow): boolean {
  if (phase === 'done') return true;
  if (phase === 'submitting') return agenda.some((row) => row.message === i && row.lease !== null);
  const own = PURPOSE_OF[phase];
  if (own === 'dispatch' && isPaused) return true;
  const isFor = (purpose: DuePurpose) => purpose === own || (validity === 'expired' && purpose === 'report');
  return agenda.some((row) => row.message === i && isFor(row.purpose));
}

export function isFinal({ tables: { messages } }: State): boolean {
  return messages.every(({ phase }) => phase === 'done');
}

const WAITING: readonly SmsPhase[] = CANCELLABLE;

/** Whether folding a report of delivery leaves its message, or a retry of it, as if it had not arrived. */
export function isLeftAfter({ tables: before }: State, { tables: after }: State, i: number): boolean {
  const { status } = after.messages[i] as MessageRow;
  if (status !== 'delivered') return status !== 'cancelled';
  const isNew = before.messages[i]?.status !== 'delivered';
  return isNew && after.messages.slice(i + 1).some(({ phase }) => WAITING.includes(phase));
}
