/** What the journal gateway does with a request; set through POST /control, missing fields stay as they are. */
export interface Behaviour {
  /** Chance, per request, that the connection breaks before anything was accepted. */
  dropBeforeAcceptRate: number;
  /** Chance, per request, that everything is accepted and the connection breaks instead of an answer. */
  acceptThenDropRate: number;
  /** Chance, per request, that everything is accepted and the answer comes `stallMs` late. */
  stallRate: number;
  stallMs: number;
  /**
   * Chance, per request, that it is on its way for `slowMs` before anything is accepted, whether or not the program
   * still waits.
   */
  slowRate: number;
  slowMs: number;
  /** Chance, per request, that everything is accepted and the answer is not JSON. */
  garbageRate: number;
  /** Chance, per request of the program, that it is refused as a whole, with this status and this `Retry-After`. */
  refuseRate: number;
  refuseStatus: number;
  retryAfterSeconds: number | null;
  /**
   * `refused`: the port is closed. `reset`: every connection breaks before anything is read. Those that were open break
   * as well.
   */
  connections: 'taken' | 'refused' | 'reset';
  /** Every so many messages one is refused with `rejectCode`; 0: none. */
  rejectEvery: number;
  rejectCode: number;
  /** Messages that are still paid for; null: no end. */
  credit: number | null;
  reportDelayMs: number;
  dropReports: boolean;
  duplicateReports: boolean;
  /**
   * A report that it has left precedes that of delivery, and each comes up to so much later: they overtake each other.
   */
  reorderReportsMs: number;
  /** A reference that comes again is recognised, answered as before, and not accepted a second time. */
  idempotent: boolean;
  seed: number;
  /** `{gateway}` stands for the first part of the path that the program called, if there is one. */
  reportUrl: string | null;
  /** Signs reports; when set, requests with another signature are refused. */
  secret: string | null;
}

export const INITIAL_BEHAVIOUR: Behaviour = {
  dropBeforeAcceptRate: 0,
  acceptThenDropRate: 0,
  stallRate: 0,
  stallMs: 1_000,
  slowRate: 0,
  slowMs: 1_000,
  garbageRate: 0,
  refuseRate: 0,
  refuseStatus: 429,
  retryAfterSeconds: null,
  connections: 'taken',
  rejectEvery: 0,
  rejectCode: 403,
  credit: null,
  reportDelayMs: 50,
  dropReports: false,
  duplicateReports: false,
  reorderReportsMs: 0,
  idempotent: true,
  seed: 1,
  reportUrl: null,
  secret: null,
};

export interface SubmittedMessage {
  reference: string;
  to: string;
  attempt: number;
}

export interface Answer {
  result: 'accepted' | 'queued' | 'held' | 'rejected' | 'no_credit';
  delivery_code?: number;
  scope?: 'account' | 'message';
}

export interface Report {
  status: 'delivered' | 'sent' | 'failed';
  delivery_code?: number;
  /** So much later than other reports. */
  lateByMs?: number;
}

export interface Treatment {
  answer: Answer;
  reports: Report[];
}

const DELIVERED: Report = { status: 'delivered' };
const ACCEPTED: Treatment = { answer: { result: 'accepted' }, reports: [DELIVERED] };

export const rejected = (code: number): Treatment => ({
  answer: { result: 'rejected', delivery_code: code },
  reports: [],
});

export const WITHOUT_CREDIT: Treatment = { answer: { result: 'no_credit', scope: 'account' }, reports: [] };

const ALWAYS: Record<string, Treatment> = {
  '0101': { answer: { result: 'queued' }, reports: [] },
  '0102': { answer: { result: 'held' }, reports: [DELIVERED] },
  '0110': rejected(402),
  '0111': rejected(403),
  '0112': rejected(404),
  '0114': rejected(406),
  '0116': rejected(409),
  '0117': rejected(500),
  '0120': { answer: { result: 'accepted' }, reports: [failed(502)] },
  '0121': { answer: { result: 'accepted' }, reports: [] },
  '0122': { answer: { result: 'accepted' }, reports: [DELIVERED, DELIVERED] },
  '0123': { answer: { result: 'accepted' }, reports: [DELIVERED, { status: 'sent' }] },
};

const FIRST_ATTEMPT: Record<string, Treatment> = {
  '0113': { answer: { result: 'no_credit', scope: 'message' }, reports: [] },
  '0115': rejected(407),
  '0118': rejected(501),
  '0119': rejected(502),
};

/** The numbers of the sandbox mean the same here. */
export function treatmentOf({ to, attempt }: SubmittedMessage): Treatment {
  const number = /^1202555(\d{4})$/.exec(to)?.[1] ?? '';
  return (attempt === 1 ? FIRST_ATTEMPT[number] : undefined) ?? ALWAYS[number] ?? ACCEPTED;
}

/** The first message to such a number is refused, with a code whose cause passes. */
export const REFUSED_AT_FIRST = '254722';
/** The first message to such a number is reported as failed, and some time later as delivered. */
export const DELIVERED_LATE = '254733';
const LATE_BY_MS = 2_500;

/**
 * Of those numbers, the ones to which the second message is reported as failed at its first attempt, with a code that
 * is retried.
 */
const isFailedAgain = (to: string) => to.startsWith(DELIVERED_LATE) && Number(to.at(-1)) % 2 === 0;

/** What becomes of the first message to a number of these families; of others: undefined. */
export function firstTreatmentOf({ to }: SubmittedMessage): Treatment | undefined {
  if (to.startsWith(REFUSED_AT_FIRST)) return rejected(402);
  if (!to.startsWith(DELIVERED_LATE)) return undefined;
  return { ...ACCEPTED, reports: [failed(402), { ...DELIVERED, lateByMs: LATE_BY_MS }] };
}

/** The same of later messages. */
export function laterTreatmentOf({ to, attempt }: SubmittedMessage): Treatment | undefined {
  return isFailedAgain(to) && attempt === 1 ? { ...ACCEPTED, reports: [failed(502)] } : undefined;
}

function failed(code: number): Report {
  return { status: 'failed', delivery_code: code };
}

/** mulberry32: small, and the same sequence for the same seed everywhere. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
