import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Steps } from '../../support/database/stepped-database.js';

export type Name = 'X' | 'Y';
export const NAMES: readonly Name[] = ['X', 'Y'];
const otherThan = (name: Name): Name => (name === 'X' ? 'Y' : 'X');

/** An operation whose statements the scheduler releases one by one. */
export interface Operation {
  readonly steps: Steps;
  /** Resolves with what the operation returns or throws. */
  start(): Promise<string>;
}

export type Operations = Readonly<Record<Name, Operation>>;

export interface Interleaving {
  /** Whose statements were released, in order: `XXYX`. */
  readonly order: string;
  /** The places in the order at which the other operation could have gone on. */
  readonly branches: readonly number[];
  /** How often a statement waited for a lock of the other operation. */
  readonly waits: number;
  readonly outcomes: ReadonlyMap<Name, string>;
}

const LOOK_EVERY_MS = 4;
const PATIENCE_MS = 20_000;

const BLOCKED = `SELECT pid FROM unnest($1::int[]) AS pid WHERE pg_blocking_pids(pid) && $2::int[]`;

/**
 * Releases the statements of both operations in the order of the prefix; after that, one operation goes on for as long
 * as it can. If a statement waits for a lock, PostgreSQL says so, and the other operation goes on.
 */
export async function interleave(superuser: Pool, operations: Operations, prefix: string): Promise<Interleaving> {
  const scheduler = new Scheduler(superuser, operations);
  const branches: number[] = [];
  let order = '';
  for (let last: Name = 'X'; ; ) {
    const ready = await scheduler.rest();
    if (ready.length === 0) break;
    if (ready.length > 1) branches.push(order.length);
    const given = prefix[order.length] as Name | undefined;
    if (given !== undefined && !ready.includes(given)) throw new Error(`${prefix} cannot be repeated: ${order}.`);
    const next: Name = given ?? last;
    last = ready.includes(next) ? next : otherThan(next);
    order += last;
    operations[last].steps.release();
  }
  return { order, branches, waits: scheduler.waits, outcomes: scheduler.outcomes };
}

class Scheduler {
  readonly outcomes = new Map<Name, string>();
  waits = 0;
  private isBlocked = false;
  private changed = Promise.withResolvers<void>();

  constructor(
    private readonly superuser: Pool,
    private readonly operations: Operations,
  ) {
    for (const name of NAMES) {
      const { steps } = operations[name];
      steps.onStop = () => this.changed.resolve();
      steps.begin();
      void operations[name].start().then((outcome) => {
        this.outcomes.set(name, outcome);
        this.changed.resolve();
      });
    }
  }

  /**
   * Waits until each operation has ended, is at a stop, or is blocked by one that is. Returns which of them can go on.
   */
  async rest(): Promise<readonly Name[]> {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
      this.changed = Promise.withResolvers();
      const ready = NAMES.filter((name) => this.operations[name].steps.isAtStop);
      const running = NAMES.filter((name) => !ready.includes(name) && !this.outcomes.has(name));
      const [first] = running;
      const isBlocked = first !== undefined && ready.length > 0 && (await this.waitsFor(first, ready));
      if (first === undefined || isBlocked) {
        if (isBlocked && !this.isBlocked) this.waits += 1;
        this.isBlocked = isBlocked;
        return ready;
      }
      // Both are running: one may have just been released from its wait, or PostgreSQL has yet to find their deadlock.
      if (ready.length === 0) await Promise.race([this.changed.promise, sleep(PATIENCE_MS, undefined, { ref: false })]);
    }
    throw new Error('A statement neither returns nor waits for a lock of the other operation.');
  }

  /** Gives the running operation some time, and then asks PostgreSQL whether it is blocked by one that is at a stop. */
  private async waitsFor(running: Name, ready: readonly Name[]): Promise<boolean> {
    const change = this.changed.promise.then(() => true);
    if (await Promise.race([change, sleep(LOOK_EVERY_MS)])) return false;
    const pidsOf = (names: readonly Name[]) => names.map((name) => this.operations[name].steps.pid);
    const { rows } = await this.superuser.query(BLOCKED, [pidsOf([running]), pidsOf(ready)]);
    return rows.length > 0;
  }
}

export interface Explored {
  readonly interleavings: number;
  /** All interleavings with at most so many interruptions were run; Infinity: all that there are. */
  readonly interruptions: number;
}

/**
 * Runs the two serial orders, then all interleavings in which one operation is interrupted once while it could go on,
 * then twice, and so on (bounded preemption). If the budget does not suffice for the next number of interruptions, it
 * runs every n-th of these.
 */
export async function explore(
  run: (prefix: string) => Promise<Pick<Interleaving, 'order' | 'branches'>>,
  budget: number,
): Promise<Explored> {
  let interleavings = 0;
  for (let [interruptions, prefixes] = [0, ['X', 'Y']]; ; interruptions += 1) {
    const left = budget - interleavings;
    const next: string[] = [];
    const chosen = evenly(prefixes, left);
    for (const prefix of chosen) {
      const { order, branches } = await run(prefix);
      interleavings += 1;
      for (const place of branches.filter((branch) => branch >= prefix.length)) {
        next.push(order.slice(0, place) + otherThan(order[place] as Name));
      }
    }
    if (chosen.length < prefixes.length) return { interleavings, interruptions: interruptions - 1 };
    if (next.length === 0) return { interleavings, interruptions: Number.POSITIVE_INFINITY };
    prefixes = next;
  }
}

function evenly<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, place) => all[Math.floor((place * all.length) / most)] as T);
}
