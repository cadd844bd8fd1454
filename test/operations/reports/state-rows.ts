import type { ReportOutcome } from '../../../src/domain/sms/gateway.js';
import type { SmsPhase, SmsStatus } from '../../../src/domain/vocabulary.js';
import { accept, type Reaction } from '../../support/gateways/programmable-gateway.js';
import type { Stage, StageOptions } from '../../support/stage.js';

/** A row of the table of states: what happens to a message, and what must be seen of it afterwards. */
export interface Row {
  readonly from: string;
  readonly event: string;
  readonly input?: StageOptions['input'];
  /** What the gateway does, attempt by attempt; the last goes on. */
  readonly gateway?: readonly Reaction[];
  readonly act?: (stage: Stage) => Promise<void>;
  readonly becomes: readonly [SmsStatus, SmsPhase, number | null];
  readonly holdReason?: string;
  readonly events: readonly string[];
  readonly attempts?: readonly string[];
  readonly handedOver?: boolean;
  /** The gateway's reports carry our reference, not only its own id. */
  readonly byReference?: true;
}

export const HOUR = 3600;

export const ACCEPTED: Reaction = accept();
export const WAITS: Reaction = { outcome: { kind: 'queued' } };
export const REVIEWED: Reaction = { outcome: { kind: 'held' } };

export const work = (stage: Stage) => stage.work();
export const reported =
  (...outcomes: ReportOutcome[]) =>
  async (stage: Stage) => {
    await stage.work();
    for (const outcome of outcomes) await stage.report(outcome);
  };
export const failed = (code: number): ReportOutcome => ({ kind: 'failed', code });
export const delivered: ReportOutcome = { kind: 'delivered' };
