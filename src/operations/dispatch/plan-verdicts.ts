import type { VerdictOn } from '../../db/queries/apply-verdicts.js';
import type { DueRow } from '../../db/queries/schedule-due.js';
import type { DeliveryPolicy } from '../../domain/context.js';
import type { Delay, Verdict } from '../../domain/verdict.js';

/** A verdict on a message together with where it was handed over. */
export interface JudgedMessage {
  readonly messageId: string;
  readonly attempt: number | null;
  readonly verdict: Verdict;
}

export interface PlanSettings {
  readonly policy: DeliveryPolicy;
  readonly gateway: string;
  /** Where a message goes that had better try another gateway; null when there is none. */
  readonly otherGateway: string | null;
  /** Replaces the waiting times of retries; see GatewayPace. */
  readonly retryDelaySeconds: number | null;
  /** How long to wait before a lost answer is looked into; depends on what the gateway can do. */
  readonly inDoubtSeconds: number;
  readonly tries: Tries;
}

/** How often looking at these messages has changed nothing: the gateway could not be reached, or knew nothing. */
export interface Tries {
  readonly backOff: number;
  readonly doubt: number;
}

export interface Plan {
  readonly verdicts: readonly VerdictOn[];
  readonly due: readonly DueRow[];
}

const FIRST_BACK_OFF_SECONDS = 1;
const LONGEST_BACK_OFF_SECONDS = 60;

/** Turns verdicts into rows to write: a time for each message's next look, and one due row per time and purpose. */
export function planVerdicts(judged: readonly JudgedMessage[], settings: PlanSettings): Plan {
  const groups = new Map<string, DueRow & { messageIds: string[] }>();
  const verdicts = judged.map((item): VerdictOn => {
    const { next } = item.verdict;
    if (!next) return { ...item, nextInSeconds: null };
    const due = delaySeconds(next.delay, settings);
    const gateway = (next.otherGateway && settings.otherGateway) || settings.gateway;
    const key = `${gateway} ${next.purpose} ${due}`;
    const group = groups.get(key);
    if (group) group.messageIds.push(item.messageId);
    else {
      const tries = triesAfter(next.delay, settings.tries);
      groups.set(key, { gateway, purpose: next.purpose, due, messageIds: [item.messageId], tries });
    }
    return { ...item, nextInSeconds: due };
  });
  return { verdicts, due: [...groups.values()] };
}

function delaySeconds(delay: Delay, { policy, retryDelaySeconds, inDoubtSeconds, tries }: PlanSettings): number {
  switch (delay.kind) {
    case 'seconds':
      if (retryDelaySeconds !== null) return Math.min(retryDelaySeconds, delay.atMost);
      // Whole seconds: messages of a batch that are due together share a row.
      return delay.atMost < 1
        ? delay.atMost
        : Math.round(delay.atLeast + Math.random() * (delay.atMost - delay.atLeast));
    case 'report_timeout':
      return policy.reportTimeoutHours * 3600;
    case 'max_hold':
      return policy.maxHoldHours * 3600;
    case 'in_doubt':
      return inDoubtSeconds;
    case 'back_off':
      return backOffSeconds(tries.backOff);
  }
}

function triesAfter(delay: Delay, tries: Tries): number {
  if (delay.kind === 'back_off') return tries.backOff + 1;
  return delay.kind === 'in_doubt' ? tries.doubt + 1 : 0;
}

export function backOffSeconds(tries: number): number {
  return Math.min(FIRST_BACK_OFF_SECONDS * 2 ** Math.min(tries, 10), LONGEST_BACK_OFF_SECONDS);
}
