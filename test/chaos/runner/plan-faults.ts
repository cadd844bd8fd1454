import { createRandom } from '../../support/gateways/journal-gateway-behaviour.js';
import type { Settings } from './settings.js';

/** What can happen from outside, and how often a minute. Deaths at fault points come on top: see plan-lives.ts. */
const PER_MINUTE = {
  /** SIGKILL of a process of the program. */
  kill: 5,
  /** SIGTERM, as when a new version is rolled out. */
  restart: 1.2,
  /** SIGSTOP of a process of the program, and SIGCONT before `MAX_FREEZE_SECONDS` are over. */
  freeze: 1.5,
  /** The answer to one statement of a claim, or to any COMMIT of a worker, comes late: perhaps after the lease. */
  'late answer to a worker': 10,
  /** `pg_ctl stop -m immediate`. */
  'PostgreSQL stops': 1.2,
  /** Every connection to PostgreSQL breaks. */
  cut: 0.8,
  /** No byte passes to and from PostgreSQL for some seconds, and then they all do. */
  'black hole': 0.8,
  /** The same, and what was connected then never hears of the other side again. */
  'black hole that forgets': 0.6,
  /** The same three for one worker, while the others go on. */
  'one worker: cut': 0.8,
  'one worker: black hole': 1,
  'one worker: black hole that forgets': 0.6,
  'gateway drops answers': 1,
  'gateway drops requests': 0.6,
  'gateway stalls': 1,
  'gateway answers garbage': 0.6,
  'gateway refuses some': 0.6,
  'gateway without credit': 0.8,
  /** 429 to half of the calls, which may be repeated at once; others are answered late. */
  'gateway throttles': 3,
  /** The same with 503 and a pause. */
  'gateway is overloaded': 1,
  /** 401 to every call. */
  'gateway refuses the secret': 0.6,
  'gateway closes its port': 0.8,
  'gateway resets connections': 0.6,
  /** `DROP SCHEMA pgboss`, and `postrider migrate` a little later. */
  'queue dropped': 0.2,
} as const;

/** On Citus: "PostgreSQL stops" is the coordinator, and these are added. */
const PER_MINUTE_ON_CITUS = {
  /** The same of a node that holds shards; it stays away for a while. */
  'node stops': 1.2,
  /** All shards that are together with those of a customer move to another node, while writes wait. */
  'shards move, writes wait': 0.8,
  /** The same by logical replication, while writes go on. */
  'shards move online': 0.8,
  /** A node without shards is added; later moves go there. */
  'node added': 0.01,
} as const;

const RATES = { ...PER_MINUTE, ...PER_MINUTE_ON_CITUS };
export type FaultKind = keyof typeof RATES;

export function faultKinds(onCitus: boolean): FaultKind[] {
  return Object.keys(onCitus ? RATES : PER_MINUTE) as FaultKind[];
}

export interface Fault {
  readonly atMs: number;
  readonly kind: FaultKind;
  /** For what does not pass by itself. */
  readonly lastsMs: number;
  /** From 0 to below 1: which of those it can happen to. */
  readonly whom: number;
}

/** Nothing happens in the first and the last moments: all must be up once, and everything may be over at the end. */
const QUIET_MS = 2_000;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 6_000;

/** So long that the answers to some COMMITs get lost meanwhile. */
const LONGEST_THROTTLE_MS = 12_000;

/** Longer than the program waits for an answer. */
const LATEST_ANSWER_MS = 25_000;

/** Kinds that last as long as it takes to harm those who go by wrong times. */
function durationOf(kind: FaultKind, { leaseSeconds, maxFreezeSeconds }: Settings): readonly [number, number] {
  if (kind === 'freeze') return [SHORTEST_MS, Math.min(2 * leaseSeconds, maxFreezeSeconds) * 1_000];
  if (kind === 'late answer to a worker') return [SHORTEST_MS, LATEST_ANSWER_MS];
  if (kind === 'gateway throttles') return [SHORTEST_MS, LONGEST_THROTTLE_MS];
  if (kind.startsWith('one worker')) return [SHORTEST_MS, 2 * leaseSeconds * 1_000];
  return [SHORTEST_MS, LONGEST_MS];
}

/** Every fault of a run, decided before it begins; each kind at least once. */
export function planFaults(seed: number, minutes: number, settings: Settings, kinds: readonly FaultKind[]): Fault[] {
  const random = createRandom(seed);
  const span = minutes * 60_000 - 2 * QUIET_MS;
  const planned = kinds.flatMap((kind) => {
    const times = Math.max(1, Math.round(RATES[kind] * minutes));
    const [shortestMs, longestMs] = durationOf(kind, settings);
    return Array.from({ length: times }, (_, index) => ({
      // One in each part of the run, anywhere within it: even a few are spread over all of it.
      atMs: QUIET_MS + ((index + random()) / times) * span,
      kind,
      lastsMs: shortestMs + random() * (longestMs - shortestMs),
      whom: random(),
    }));
  });
  return planned.sort((one, other) => one.atMs - other.atMs);
}
