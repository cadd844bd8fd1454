import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { findFailingCampaigns } from '../../../db/sql/sms/campaigns/campaign-pauses.js';
import { markPaused } from '../../../db/sql/sms/campaigns/campaign-states.js';
import { type DueRow, scheduleDue } from '../../../db/sql/sms/dispatch/agenda.js';
import { applyVerdict, type VerdictGroup, type When } from '../../../db/sql/sms/dispatch/apply-verdicts.js';
import type { DestinationRow } from '../../../db/sql/sms/messages/message-states.js';
import { suppressRecipients } from '../../../db/sql/sms/recipients/insert-suppressions.js';
import { markRefusedSenders } from '../../../db/sql/sms/senders/rejected-senders.js';
import type { DeliveryPolicy } from '../../../domain/context.js';
import { CODE_OF, findDeliveryCode } from '../../../domain/sms/delivery-codes.js';
import { isWatched } from '../../../domain/sms/failure-watch.js';
import type { ConfiguredGateway, GatewayCapabilities } from '../../../domain/sms/gateway.js';
import { carriersOf, nextCarrier } from '../../../domain/sms/inbound/own-numbers.js';
import { onAgenda, PRIORITY, type Priority } from '../../../domain/sms/priority.js';
import { nextGateway, routeOf, SANDBOX_GATEWAY } from '../../../domain/sms/routing.js';
import type { Delay, NextLook, Verdict } from '../../../domain/sms/verdict.js';
import { backOff } from '../../../lib/back-off.js';
import { portions } from '../../../lib/lists.js';
import type { Services } from '../../context.js';
import { cancelRetries } from './cancel-waiting.js';

/** A verdict on a message. */
export interface JudgedMessage {
  readonly messageId: string;
  /** The verdict holds only while this is the current attempt; null: for every attempt. */
  readonly attempt: number | null;
  /** The verdict is the answer to this claim, and holds only while no worker has claimed the message again. */
  readonly claim?: number;
  readonly verdict: Verdict;
}

/** How often messages were looked at in vain: the gateway could not be reached, or did not know them. */
export interface Tries {
  readonly backOff: number;
  readonly doubt: number;
}

/** How the messages stood on the agenda. */
export interface Standing extends Tries {
  readonly priority: Priority;
}

export const FIRST_LOOK: Standing = { backOff: 0, doubt: 0, priority: PRIORITY.smallCampaign };

export interface PlanSettings {
  readonly policy: DeliveryPolicy;
  readonly gateway: string;
  /** The next gateway on the route of a message; null at the end of the route. */
  readonly otherGateway: (messageId: string) => string | null;
  /** Replaces the waiting times of retries; see GatewayPace. */
  readonly retryDelaySeconds: number | null;
  /** How long a lost answer waits before a worker looks into it. */
  readonly inDoubtSeconds: number;
  readonly standing: Standing;
}

/** What has to be written: verdicts, each for a group of messages, and the agenda rows that follow from them. */
export interface Plan {
  /** The gateway that the verdicts are about. */
  readonly gateway: string;
  readonly groups: readonly VerdictGroup[];
  readonly due: readonly DueRow[];
}

/** `messages` are those that may change to another gateway; all others stay with theirs. */
export function planSettingsFor(
  services: Services,
  { gateway, pace }: ConfiguredGateway,
  organisationId: string,
  standing: Standing,
  messages: readonly DestinationRow[] = [],
): PlanSettings {
  const { policy } = services;
  return {
    policy,
    gateway: gateway.name,
    otherGateway: otherGateways(services, organisationId, gateway.name, messages),
    retryDelaySeconds: pace.retryDelaySeconds,
    inDoubtSeconds: inDoubtSeconds(gateway.capabilities, policy.inDoubtWaitSeconds, standing.doubt),
    standing,
  };
}

/**
 * The next gateway of each message's own route, by its id; null at the end of the route. What answers a person
 * stays with the gateways that carry the number that it comes from.
 */
export function otherGateways(
  { routing, numbers, gateways }: Pick<Services, 'routing' | 'numbers' | 'gateways'>,
  organisationId: string,
  gateway: string,
  messages: readonly DestinationRow[],
): (messageId: string) => string | null {
  let byId: Map<string, DestinationRow> | undefined;
  return (id) => {
    byId ??= new Map(messages.map((message) => [message.id, message]));
    const message = byId.get(id);
    if (!message) return null;
    const { mobile, sender_id: senderId, inbound_gateway: cameFrom } = message;
    const routed = { id, mobile: mobile ?? '', senderId };
    if (cameFrom === null) return nextGateway(routing, organisationId, gateway, routed);
    if (gateway === SANDBOX_GATEWAY) return null;
    const carriers = carriersOf(numbers, organisationId, senderId ?? '').filter((name) => gateways.has(name));
    return nextCarrier(carriers, routeOf(routing, organisationId, routed), cameFrom, gateway);
  };
}

function inDoubtSeconds(can: GatewayCapabilities, waitSeconds: number, doubts: number): number {
  if (can.idempotentReference) return backOffSeconds(doubts);
  if (can.lookup) return can.lookup.settleSeconds;
  return can.reportsCarryReference ? waitSeconds : 0;
}

/** Groups equal verdicts, since each group is one statement, and computes when each group is due next. */
export function planVerdicts(judged: readonly JudgedMessage[], settings: PlanSettings): Plan {
  const groups: VerdictGroup[] = [];
  const due: DueRow[] = [];
  for (const { messageIds, attempt, claim, verdict } of groupEqual(judged).flatMap(inWaves)) {
    const { next } = verdict;
    const nextInSeconds = next && delaySeconds(next.delay, settings);
    groups.push({ messageIds, attempt, claim, verdict, nextInSeconds });
    if (!next || nextInSeconds === null) continue;
    const tries = triesAfter(next.delay, settings.standing);
    for (const [gateway, ids] of byGateway(messageIds, next, settings)) {
      const priority = onAgenda(settings.standing.priority);
      due.push({ gateway, purpose: next.purpose, due: nextInSeconds, messageIds: ids, tries, priority });
    }
  }
  return { gateway: settings.gateway, groups, due };
}

/** Enough to keep retries from coming all at once; each wave costs one statement. */
const WAVES = 10;

/** Spreads retries with a random delay over that delay. */
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
  for (const { messageId, ...same } of judged) {
    const key = JSON.stringify(same);
    const group = groups.get(key);
    if (group) group.messageIds.push(messageId);
    else groups.set(key, { ...same, messageIds: [messageId] });
  }
  return [...groups.values()];
}

function delaySeconds(delay: Delay, { policy, retryDelaySeconds, inDoubtSeconds, standing }: PlanSettings): number {
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
      return backOffSeconds(standing.backOff);
  }
}

function triesAfter(delay: Delay, tries: Tries): number {
  if (delay.kind === 'back_off') return tries.backOff + 1;
  return delay.kind === 'in_doubt' ? tries.doubt + 1 : 0;
}

const BACK_OFF_SECONDS = { first: 1, longest: 60 };

export function backOffSeconds(tries: number): number {
  return backOff(tries, BACK_OFF_SECONDS);
}

/**
 * Writes a plan, and returns the ids of the messages that changed. The agenda comes first: it may name messages that
 * have moved on meanwhile, and the worker that leases them finds that out. Statuses come last, because they lock the
 * counts of campaigns, for which other batches wait.
 */
export async function writePlan(tx: OrganisationTx, plan: Plan, when: When): Promise<Set<string>> {
  await scheduleDue(tx, plan.due);
  const changed = new Set<string>();
  const refused: string[] = [];
  const failed: string[] = [];
  for (const group of plan.groups) {
    const applied = await applyVerdict(tx, group, when);
    for (const id of applied.changed) changed.add(id);
    if (applied.changed.length > 0) await suppressBlocked(tx, group);
    await cancelRetries(tx, group.verdict, applied);
    if (group.verdict.deliveryCode === CODE_OF.InvalidSenderId) refused.push(...applied.changed);
    if (isWatched(group.verdict)) failed.push(...applied.changed);
  }
  if (refused.length > 0) await markRefusedSenders(tx, plan.gateway, refused);
  if (failed.length > 0) await pauseFailingCampaigns(tx, failed);
  return changed;
}

/**
 * Suppresses blocked recipients: for that sender only if they have blacklisted the sender, for the whole organisation
 * if they are on a do-not-disturb list.
 */
async function suppressBlocked(tx: OrganisationTx, { verdict, messageIds }: VerdictGroup): Promise<void> {
  // A message that was not sent because its number is suppressed teaches nothing new about the number.
  if (verdict.status !== 'blocked' || verdict.deliveryCode === null || verdict.refundsAttempt) return;
  await suppressRecipients(tx, messageIds, {
    forSenderOnly: verdict.deliveryCode === CODE_OF.UserInBlacklist,
    deliveryCode: verdict.deliveryCode,
    reason: findDeliveryCode(verdict.deliveryCode)?.meaning ?? null,
  });
}

/** Pauses those campaigns of failed messages that are to be paused on failures and have too many. */
async function pauseFailingCampaigns(tx: OrganisationTx, messageIds: readonly string[]): Promise<void> {
  for (const campaignId of await findFailingCampaigns(tx, messageIds)) {
    await markPaused(tx, campaignId, 'failures');
  }
}
