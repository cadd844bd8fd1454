import type { ReportOutcome, SubmitOutcome } from '../../../domain/sms/gateway.js';
import { outcomeDigits } from '../../sandboxes.js';

/** A report that follows `extraMs` after the sandbox's usual delay. */
interface SimulatedReport {
  readonly outcome: ReportOutcome;
  readonly extraMs: number;
}

export interface Simulation {
  readonly outcome: SubmitOutcome;
  readonly reports: readonly SimulatedReport[];
  /** The code that a real gateway would give with the outcome. */
  readonly rawCode?: string;
  /** The recipient writes back: repeats the text, or sends STOP. */
  readonly answer?: 'repeat' | 'stop';
}

/** What a number does: to its first attempt, and to every later one when that differs. */
interface SandboxNumber {
  readonly first: Simulation;
  readonly later?: Simulation;
}

const RISK_REVIEW_MS = 20_000;
const DUPLICATE_REPORT_AFTER_MS = 500;
const LATE_REPORT_MS = 2_000;
const OUTDATED_REPORT_MS = 3_000;

const ACCEPTED: SubmitOutcome = { kind: 'accepted' };

const delivered = (extraMs: number): SimulatedReport => ({ outcome: { kind: 'delivered' }, extraMs });

const DELIVERED: Simulation = { outcome: ACCEPTED, reports: [delivered(0)] };

const rejected = (code: number): Simulation => ({
  outcome: { kind: 'rejected', code },
  reports: [],
  rawCode: String(code),
});

const ORDINARY: SandboxNumber = { first: DELIVERED };

/** By the last four digits of a number in the sandbox's block. */
const NUMBERS: Readonly<Record<string, SandboxNumber>> = {
  '0101': { first: { outcome: { kind: 'queued' }, reports: [], rawCode: '102' } },
  '0102': { first: { outcome: { kind: 'held' }, reports: [delivered(RISK_REVIEW_MS)], rawCode: '401' } },
  '0110': { first: rejected(402) },
  '0111': { first: rejected(403) },
  '0112': { first: rejected(404) },
  // There is a second attempt only after the hold was released, so the sandbox has credit again.
  '0113': {
    first: { outcome: { kind: 'no_credit', scope: 'message' }, reports: [], rawCode: '405' },
    later: DELIVERED,
  },
  '0114': { first: rejected(406) },
  '0115': { first: rejected(407), later: DELIVERED },
  '0116': { first: rejected(409) },
  '0117': { first: rejected(500) },
  '0118': { first: rejected(501), later: DELIVERED },
  '0119': { first: rejected(502), later: DELIVERED },
  '0120': { first: { outcome: ACCEPTED, reports: [{ outcome: { kind: 'failed', code: 502 }, extraMs: 0 }] } },
  '0121': { first: { outcome: ACCEPTED, reports: [] } },
  '0122': { first: { outcome: ACCEPTED, reports: [delivered(0), delivered(DUPLICATE_REPORT_AFTER_MS)] } },
  '0123': {
    first: {
      outcome: ACCEPTED,
      reports: [delivered(LATE_REPORT_MS), { outcome: { kind: 'sent' }, extraMs: OUTDATED_REPORT_MS }],
    },
  },
  '0124': {
    first: { outcome: ACCEPTED, reports: [{ outcome: { kind: 'failed', code: 409 }, extraMs: 0 }] },
  },
  '0127': { first: { ...DELIVERED, answer: 'repeat' } },
  '0128': { first: { ...DELIVERED, answer: 'stop' } },
};

/** Pure, so that submitting an attempt a second time changes nothing. */
export function simulate(to: string, attempt: number): Simulation {
  const { first, later = first } = NUMBERS[outcomeDigits(to) ?? ''] ?? ORDINARY;
  return attempt === 1 ? first : later;
}
