import type { OrganisationTx } from '../../src/db/postgres/transaction.js';
import { CODE_OF } from '../../src/domain/sms/delivery-codes.js';
import type { SmsPhase, SmsStatus } from '../../src/domain/vocabulary.js';
import { ENTRIES, type Step } from './outcomes.js';
import { insertRows } from './rows.js';

/** The table `outcomes` and the tables of their steps and attempts, for the statements of messages.ts. */
export async function createOutcomes(tx: OrganisationTx): Promise<void> {
  for (const statement of TABLES) await tx.sql(statement);
  await insertRows(tx, 'outcomes', ENTRIES.map(outcomeRow));
  await insertRows(tx, 'outcome_steps', ENTRIES.flatMap(stepRows));
  await insertRows(tx, 'outcome_attempts', ENTRIES.flatMap(attemptRows));
}

const TABLES = [
  `CREATE TEMPORARY TABLE outcomes (
     outcome text PRIMARY KEY, status sms_status, previous_status sms_status, phase sms_phase, delivery_code smallint,
     hold_reason hold_reason, attempt smallint, handed_over boolean, revision integer, last_step text,
     retry_seconds double precision, lasts_seconds double precision, now_seconds double precision,
     next_seconds double precision, purpose due_purpose
   ) ON COMMIT DROP`,
  `CREATE TEMPORARY TABLE outcome_steps (
     outcome text, revision integer, status sms_status, delivery_code smallint, corrected boolean, moment text
   ) ON COMMIT DROP`,
  `CREATE TEMPORARY TABLE outcome_attempts (
     outcome text, number smallint, attempt_outcome attempt_outcome, delivery_code smallint
   ) ON COMMIT DROP`,
];

function outcomeRow([name, { state, steps, attempt, handedOver, ...times }]: (typeof ENTRIES)[number]) {
  const phase: SmsPhase = state.phase;
  const purpose = phase === 'scheduled' || phase === 'ready' ? 'dispatch' : (state.next?.purpose ?? null);
  return {
    outcome: name,
    status: state.status,
    previous_status: steps.length === 0 ? null : (steps.at(-2)?.[0] ?? 'queued'),
    phase,
    delivery_code: state.deliveryCode,
    hold_reason: state.holdReason,
    attempt,
    handed_over: handedOver,
    revision: isRefusedAtIntake(steps) ? 1 : steps.length + 1,
    last_step: steps.at(-1)?.[1] ?? (attempt > 0 ? 'submitted' : 'created'),
    retry_seconds: times.retrySeconds ?? 0,
    lasts_seconds: times.lastsSeconds ?? null,
    now_seconds: times.now?.seconds ?? null,
    next_seconds: times.nextSeconds ?? null,
    purpose,
  };
}

function stepRows([name, { state, steps }]: (typeof ENTRIES)[number]) {
  return steps.map(([status, moment, code], index) => ({
    outcome: name,
    revision: isRefusedAtIntake(steps) ? 1 : index + 2,
    status,
    delivery_code: code ?? codeOf(status, index === steps.length - 1 ? state.deliveryCode : null),
    corrected: steps[index - 1]?.[0] === 'undelivered',
    moment,
  }));
}

const codeOf = (status: SmsStatus, last: number | null) => (status === 'sent' ? CODE_OF.Sent : last);

function isRefusedAtIntake(steps: readonly Step[]): boolean {
  return steps[0]?.[1] === 'created';
}

function attemptRows([name, { attempts = [] }]: (typeof ENTRIES)[number]) {
  return attempts.map(([number, outcome, code]) => ({
    outcome: name,
    number,
    attempt_outcome: outcome,
    delivery_code: code ?? null,
  }));
}

/** SQL: a moment of a message plan, by its name in an expression. */
export const momentOf = (name: string) => `CASE ${name} WHEN 'created' THEN m.created_at WHEN 'first' THEN m.first_at
  WHEN 'submitted' THEN m.submitted_at WHEN 'ended' THEN m.ended_at
  WHEN 'between' THEN m.submitted_at + (m.ended_at - m.submitted_at) * 0.4 END`;
