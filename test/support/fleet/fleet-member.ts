import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { FAULT_POINT_PASSED } from '../../../src/lib/fault-points.js';
import type { Exit } from '../programs/node-process.js';
import { type RunningProgram, spawnPostrider } from '../programs/program.js';
import { eventually } from '../wait.js';

/** A process of the program that is started again whenever it dies, always at the same address. */
export interface Member {
  readonly role: string;
  readonly url: string;
  /** How often it has died so far. */
  deaths(): number;
  /** All of its ends, oldest first. */
  ends(): readonly End[];
  /** Whether it is up, not on its way. */
  isUp(): boolean;
  /** Resolves as soon as it is up. */
  up(): Promise<void>;
  /** SIGTERM, as soon as it is up. Resolves when it has ended; its next life begins then. */
  restart(): Promise<void>;
  /** SIGKILL, as soon as it is up: each call is a kill. Resolves when it is dead; its next life has begun then. */
  crash(): Promise<void>;
  /** Stands still for so long, as soon as it is up. */
  freeze(ms: number): Promise<void>;
  /** Resolves when it has died at least so often. */
  died(times: number): Promise<void>;
  /** SIGTERM, and no further life. */
  retire(): Promise<Exit>;
  /** The end, in whatever state it is. */
  dismiss(): Promise<void>;
  /** The end of what it printed, in its last life and the one before. */
  lastWords(): string;
  /** The fault points that any of its lives has passed; lives without FAULT_POINTS do not tell. */
  passed(): ReadonlySet<string>;
}

/** How one of its lives ended. */
export interface End extends Exit {
  /** What it was told; otherwise it ended by itself, at a fault point or by a mistake. */
  readonly told: 'SIGKILL' | 'SIGTERM' | null;
  /** What the life was to die of. */
  readonly faultPoints: string | null;
  /** A life that ended before may have missed PostgreSQL. */
  readonly wasUp: boolean;
}

export interface MemberOptions {
  /** The environment of its first, second, third life. */
  readonly envOfLife: (life: number) => Readonly<Record<string, string>>;
}

const PASSED = new RegExp(`${FAULT_POINT_PASSED} (\\S+)`, 'g');
const LINES_REMEMBERED = 12;
/** After a life that did not get ready. */
const REST_BETWEEN_LIVES_MS = 200;
/** What a machine with much else to do takes to start them all is not what is measured. */
export const UP_WITHIN_MS = 180_000;

export async function enlist(role: string, { envOfLife }: MemberOptions): Promise<Member> {
  const port = await quietPort();
  let lives = 0;
  let deaths = 0;
  let isOver = false;
  let program: RunningProgram | null = null;
  let faultPoints: string | null = null;
  let told: End['told'] = null;
  const ends: End[] = [];
  const words: (() => string)[] = [];

  const live = async (): Promise<RunningProgram> => {
    for (;;) {
      const env: Record<string, string> = { ...envOfLife(lives), PORT: String(port) };
      faultPoints = env.FAULT_POINTS ?? null;
      told = null;
      lives += 1;
      try {
        const born = await spawnPostrider(['serve', '--role', role], env);
        words.push(born.output);
        return born;
      } catch (error) {
        if (isOver || isMistake(lives, env)) throw error;
        words.push(() => (error as Error).message);
        deaths += 1;
        ends.push({ ...((error as Error).cause as Exit), told, faultPoints, wasUp: false });
        await sleep(REST_BETWEEN_LIVES_MS);
      }
    }
  };
  const goOn = async () => {
    while (program && !isOver) {
      ends.push({ ...(await program.exited), told, faultPoints, wasUp: true });
      program = null;
      deaths += 1;
      if (!isOver) program = await live().catch(() => null);
    }
  };

  const untilUp = () => eventually(`${role} is up`, async () => program ?? undefined, UP_WITHIN_MS);

  const member: Member = {
    role,
    url: `http://127.0.0.1:${port}`,
    deaths: () => deaths,
    ends: () => ends,
    isUp: () => program !== null,
    async up() {
      await untilUp();
    },
    async restart() {
      const running = await untilUp();
      // Who has been killed already may still be about to die, and hears nothing any more.
      told ??= 'SIGTERM';
      await running.term();
    },
    async crash() {
      const running = await untilUp();
      told = 'SIGKILL';
      await running.kill();
    },
    async freeze(ms) {
      await (await untilUp()).freeze(ms);
    },
    async died(times) {
      await eventually(`${role} has died`, async () => deaths >= times || undefined);
    },
    async retire() {
      isOver = true;
      if (!program) throw new Error(`There is no ${role} to retire: it is dead.`);
      return program.term();
    },
    async dismiss() {
      isOver = true;
      await program?.kill();
      await running;
      await program?.kill();
    },
    lastWords: () =>
      words
        .slice(-2)
        .map((printed) => printed().split('\n').slice(-LINES_REMEMBERED).join('\n'))
        .join('\n'),
    passed: () => new Set(words.flatMap((printed) => readPassed(printed()))),
  };
  program = await live();
  const running = goOn();
  return member;
}

function readPassed(printed: string): string[] {
  return [...printed.matchAll(PASSED)].flatMap(([, name]) => name ?? []);
}

/** It came to the fault point that it was to die at; that may be while it stops. */
export function diedAtFaultPoint({ told, faultPoints, signal }: End): boolean {
  return told !== 'SIGKILL' && faultPoints !== null && faultPoints !== 'none' && signal === 'SIGKILL';
}

/** How often they have died at their fault points. */
export function deathsAtPoints(members: readonly Member[]): number {
  return endsOf(members).filter(diedAtFaultPoint).length;
}

/** How often somebody has killed them from outside. */
export function killsOf(members: readonly Member[]): number {
  return endsOf(members).filter(({ told }) => told === 'SIGKILL').length;
}

function endsOf(members: readonly Member[]): End[] {
  return members.flatMap((member) => member.ends());
}

/**
 * Killed before it was ready, or the database was away for long; in its first life it is a mistake, unless it was told
 * to die at the first piece of work.
 */
function isMistake(lives: number, env: Readonly<Record<string, string>>): boolean {
  return lives === 1 && !env.FAULT_POINTS;
}

const QUIET_PORTS = { first: 20_000, count: 10_000 };
let nextPort = QUIET_PORTS.first + ((process.pid * 97) % QUIET_PORTS.count);

/** Below the ports that systems give to outgoing connections, so that nobody takes it between two lives. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = nextPort;
    nextPort = QUIET_PORTS.first + ((port + 1 - QUIET_PORTS.first) % QUIET_PORTS.count);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
