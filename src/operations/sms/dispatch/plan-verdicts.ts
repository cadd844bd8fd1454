import type { VerdictGroup } from '../../../db/sql/sms/apply-verdicts.js';
import type { DueRow } from '../../../db/sql/sms/schedule-due.js';
import type { DeliveryPolicy } from '../../../domain/context.js';
import type { Delay, NextLook, Verdict } from '../../../domain/sms/verdict.js';
import { portions } from '../../../lib/lists.js';

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
  readonly otherGateway: (messageId: string) => string | null;
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
  /** Who has judged the messages. */
  readonly gateway: string;
  readonly groups: readonly VerdictGroup[];
  readonly due: readonly DueRow[];
}

const FIRST_BACK_OFF_SECONDS = 1;
const LONGEST_BACK_OFF_SECONDS = 60;

/** Groups equal verdicts, since each group is one statement, and gives each group the time of its next look. */
export function planVerdicts(judged: readonly JudgedMessage[], settings: PlanSettings): Plan {
  const groups: VerdictGroup[] = [];
  const due: DueRow[] = [];
  for (const { messageIds, attempt, verdict } of groupEqual(judged).flatMap(inWaves)) {
    const { next } = verdict;
    const nextInSeconds = next && delaySeconds(next.delay, settings);
    groups.push({ messageIds, attempt, verdict, nextInSeconds });
    if (!next || nextInSeconds === null) continue;
    const tries = triesAfter(next.delay, settings.tries);
    for (const [gateway, ids] of byGateway(messageIds, next, settings)) {
      due.push({ gateway, purpose: next.purpose, due: nextInSeconds, messageIds: ids, tries });
    }
  }
  return { gateway: settings.gateway, groups, due };
}

/** Each group is one statement; so many are few enough, and keep messages from all trying again at the same moment. */
const WAVES = 10;

/** What is to be looked at again after a random time is spread over it. */
function inWaves(group: Group): Group[] {
  const delay = group.verdict.next?.delay;
  if (delay?.kind !== 'seconds' || delay.atLeast === delay.atMost) return [group];
  const { messageIds } = group;
  return portions(messageIds, Math.ceil(messageIds.length / WAVES)).map((some) => ({ ...group, messageIds: some }));
}

function byGateway(
  messageIds: readonly string[],
  next: NextLook,
  { gateway, otherGateway }: PlanSettings,
): Iterable<[gateway: string, messageIds: readonly string[]]> {
  return next.otherGateway ? Map.groupBy(messageIds, (id) => otherGateway(id) ?? gateway) : [[gateway, messageIds]];
}

type Group = Omit<JudgedMessage, 'messageId'> & { readonly messageIds: string[] };

function groupEqual(judged: readonly JudgedMessage[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { messageId, attempt, verdict } of judged) {
    const key = JSON.stringify([attempt, verdict]);
    const group = groups.get(key);
    if (group) group.messageIds.push(messageId);
    else groups.set(key, { attempt, verdict, messageIds: [messageId] });
  }
  return [...groups.values()];
}

function delaySeconds(delay: Delay, { policy, retryDelaySeconds, inDoubtSeconds, tries }: PlanSettings): number {
  switch (delay.kind) {
    case 'seconds':
      if (retryDelaySeconds !== null) return Math.min(retryDelaySeconds, delay.atMost);
      return delay.atLeast + Math.random() * (delay.atMost - delay.atLeast);
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
