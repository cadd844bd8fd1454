import { FAULT_POINTS } from '../../../src/lib/fault-points.js';
import { diedAtFaultPoint } from '../../support/fleet/fleet-member.js';
import { findDoubles } from './controls.js';
import type { CampaignRow, Evidence } from './judge.js';
import type { Ledger } from './ledger.js';
import { faultKinds } from './plan-faults.js';
import { countRetries } from './retries.js';
import type { Settled } from './settle.js';
import { ROUTES_OF_TWO, type Stage } from './stage.js';
import type { Struck } from './strike.js';

export interface Controls {
  readonly lostCalls: number;
  readonly doubles: number;
  readonly campaigns: number;
  /** Wrong counts that every reader told of. */
  readonly counts: number;
  readonly cancelled: number;
}

const LARGE = 10_000;

/** What became of those without a safeguard: each must have come to harm. */
export function judgeControls({ ledger, journal, campaigns, stage }: Evidence, counts: number): Controls {
  const left = new Set(journal.map(({ messageId }) => messageId));
  return {
    lostCalls: unanswered(ledger, campaigns).lost,
    doubles: findDoubles(journal, stage.customers.again).length,
    campaigns: surplus(campaigns),
    counts,
    cancelled: ledger.naivelyCancelled.filter((id) => left.has(id)).length,
  };
}

function unanswered({ bulk }: Ledger, campaigns: readonly CampaignRow[]) {
  const stored = new Set(campaigns.map(({ reference }) => reference));
  const calls = bulk.filter(({ served }) => served.length === 0);
  const lost = calls.filter(({ reference }) => !stored.has(reference)).length;
  return { lost, kept: calls.length - lost };
}

/** Campaigns beyond the first of the same call. */
function surplus(campaigns: readonly CampaignRow[]): number {
  const sent = campaigns.filter(({ retryOf }) => retryOf === null);
  return sent.length - new Set(sent.map(({ reference }) => reference)).size;
}

/** Another worker took them over, and the gateway said twice that it did not have them. */
function sentAgain({ journal, stage }: Evidence): number {
  const asked = new Set(stage.customers.asked.map(({ organisationId }) => organisationId));
  return journal.filter(({ organisationId, attempt }) => asked.has(organisationId) && attempt > 1).length;
}

/** Circuit breakers have moved them. */
function moved({ journal, messages, stage }: Evidence): number {
  const first = new Map(
    stage.customers.either.map((client, index) => [client.organisationId, ROUTES_OF_TWO[index]?.[0]]),
  );
  const taken = new Set(journal.map(({ messageId }) => messageId));
  return messages.filter(({ id, organisationId, gateway }) => {
    const route = first.get(organisationId);
    return route !== undefined && taken.has(id) && gateway !== route;
  }).length;
}

function deathsByPoint({ members }: Stage): ReadonlyMap<string, number> {
  const deaths = members.flatMap((member) => member.ends()).filter(diedAtFaultPoint);
  const byPoint = Map.groupBy(deaths, ({ faultPoints }) => faultPoints?.split('=')[0] ?? '');
  return new Map(FAULT_POINTS.map((point) => [point, byPoint.get(point)?.length ?? 0]));
}

/** A point that no process came to shows nothing, whatever was planned for it. */
export function findUnreached({ members }: Stage): string[] {
  const passed = new Set(members.flatMap((member) => [...member.passed()]));
  return FAULT_POINTS.filter((point) => !passed.has(point));
}

export interface Run {
  readonly evidence: Evidence;
  readonly struck: Struck;
  /** Answers to COMMITs of workers that got lost. */
  readonly lost: { readonly commits: number };
  readonly readings: number;
  /** How much was found against all promises together: lost, doubled, stuck, wrongly counted. */
  readonly against: number;
  readonly settled: Settled;
  readonly controls: Controls;
}

export function formatFigures({
  evidence,
  struck,
  lost: { commits },
  readings,
  against,
  settled,
  controls,
}: Run): string {
  const { ledger, messages, journal, stage, hooks, campaigns } = evidence;
  const points = deathsByPoint(stage);
  const answered = ledger.bulk.filter(({ served }) => served.length > 0);
  const { lost, kept } = unanswered(ledger, campaigns);
  const retries = countRetries(evidence);
  const parts = ledger.downloads.reduce((sum, download) => sum + download.parts, 0);
  const cancels = (said: 'yes' | 'no') => ledger.singles.filter(({ cancel }) => cancel === said).length;
  const rows: [string, string | number][] = [
    ['calls answered', ledger.calls],
    ['bulk calls answered', answered.length],
    ['of 10,000', answered.filter(({ numbers }) => numbers.length === LARGE).length],
    ['bulk calls without an answer', `${lost + kept}, ${kept} of them kept`],
    ['single sends', ledger.singles.length],
    ['cancelled / too late', `${cancels('yes')} / ${cancels('no')}`],
    ['messages', messages.length],
    ['accepted by the gateways', journal.length],
    ['  of these sent again after look-ups', sentAgain(evidence)],
    ['  of these by the second gateway of a route', moved(evidence)],
    ['chat messages: calls, taken by the engine', `${ledger.chats.length}, ${stage.engine.sent.length}`],
    ['messages sent again, cancelled by late reports', `${retries.again}, ${retries.cancelled}`],
    ['  of these sent at a second attempt', retries.secondAttempts],
    ['downloads, responses they took', `${ledger.downloads.length}, ${parts}`],
    ['webhook calls taken', hooks.reduce((sum, { taken }) => sum + taken.size, 0)],
    ['deaths at fault points', total(points)],
    ...[...points].map(([point, count]) => [`  ${point}`, count] as [string, number]),
    ...faultKinds(stage.cluster !== null).map((kind) => [kind, struck.get(kind) ?? 0] as [string, number]),
    ['answers to COMMITs of workers that got lost', commits],
    ['readings of the counts', readings],
    ['verdicts against promises', against],
    ['control: calls without an answer that were lost', controls.lostCalls],
    ['control: sent twice', controls.doubles],
    ['control: campaigns made twice', controls.campaigns],
    ['control: wrong counts that readers told of', controls.counts],
    ['control: cancelled and sent', controls.cancelled],
    ['seconds until every message had settled', settled.messagesS],
    ['seconds until every webhook was served', settled.webhooksS],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
