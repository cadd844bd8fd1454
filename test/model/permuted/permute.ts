import type { TestServices } from '../../support/services.js';
import { explore, NAMES, type Name } from './interleavings.js';
import type { Prepare } from './operations.js';
import { type Run, runOnce } from './run-once.js';
import type { SetScene } from './scenes.js';
import { takeSnapshot } from './snapshot.js';

/** Two operations that meet at the messages of a scene. */
export interface Pair {
  readonly name: string;
  readonly scene: SetScene;
  readonly X: Prepare;
  readonly Y: Prepare;
  /** Y has two transactions. That X comes between them counts as a serial order too. */
  readonly isYDivided?: true;
}

export interface Permuted {
  readonly pair: string;
  /** How many statements and packets each operation sends if it goes first. */
  readonly statements: Readonly<Record<Name, number>>;
  readonly interleavings: number;
  /** See `Explored`. */
  readonly interruptions: number;
  readonly waits: number;
  readonly deadlocks: number;
  /**
   * Interleavings that come to the state of a serial order only when workers have done what was left, such as a skipped
   * row.
   */
  readonly later: number;
  readonly seconds: number;
  readonly faults: readonly string[];
}

/** Permutes pairs one after the other on a database that nothing else uses. */
export type Permute = (pair: Pair, budget: number) => Promise<Permuted>;

export async function preparePermutations(process: TestServices): Promise<Permute> {
  await process.sql(SOON_DEADLOCKED);
  const clear = await takeSnapshot(process.superuser, 'nothing');
  return async (pair, budget) => {
    await clear();
    return permute(process, pair, budget);
  };
}

/** PostgreSQL looks for a deadlock when a statement has waited for so long: by default a second. */
const SOON_DEADLOCKED = `DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = 20', current_database());
END $$`;

/**
 * Runs as many interleavings of a pair as the budget says. Each must come to what one of the serial orders comes to:
 * when workers have done what is left, and when a paused campaign has been resumed besides.
 */
async function permute(process: TestServices, pair: Pair, budget: number): Promise<Permuted> {
  const startedAt = performance.now();
  const scene = await pair.scene(process);
  const putBack = await takeSnapshot(process.superuser, 'scene');
  const runs: Run[] = [];
  const perform = async (prefix: string) => {
    await putBack();
    const run = await runOnce(scene, pair, prefix);
    runs.push(run);
    return run;
  };
  const explored = await explore(perform, budget);
  const [XY, YX] = runs as [Run, Run];
  const firstOfY = YX.statements.Y.findIndex((text) => text.endsWith('COMMIT')) + 1;
  const serial = pair.isYDivided ? [XY, YX, await perform(`${'Y'.repeat(firstOfY)}X`)] : [XY, YX];
  const isLater = ({ ended }: Run) => serial.every((one) => one.ended !== ended);
  const isSerial = (run: Run) => serial.some((one) => one.drained === run.drained && one.resumed === run.resumed);
  const isRefused = (name: Name) => serial.every(({ told }) => told[name].includes('error'));
  return {
    pair: pair.name,
    statements: { X: XY.statements.X.length, Y: YX.statements.Y.length },
    ...explored,
    waits: sum(runs.map(({ waits }) => waits)),
    deadlocks: sum(runs.map(({ deadlocks }) => deadlocks)),
    later: runs.filter(isLater).length,
    seconds: (performance.now() - startedAt) / 1000,
    faults: [
      ...NAMES.filter(isRefused).map((name) => `${name} is refused in both serial orders, so nothing is tested.`),
      ...runs.flatMap((run) => run.wrong.map((wrong) => `${wrong}\n${described(run)}`)),
      ...runs.filter((run) => !isSerial(run)).map((run) => `${unlike(run, serial)}\n${described(run)}`),
    ],
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

function unlike(run: Run, serial: readonly Run[]): string {
  const stages = (['ended', 'drained', 'resumed'] as const).flatMap((stage) =>
    serial.map((one) => `${stage}, unlike ${one.order}:\n${difference(run[stage], one[stage])}`),
  );
  return ['An interleaving comes to what no serial order comes to.', ...stages].join('\n');
}

function difference(one: string, other: string): string {
  const [ours, theirs] = [one.split('\n'), other.split('\n')];
  const more = ours.filter((line) => !theirs.includes(line)).map((line) => `  + ${line}`);
  return [...more, ...theirs.filter((line) => !ours.includes(line)).map((line) => `  - ${line}`)].join('\n');
}

const SHOWN = 110;

/** The statements in the order in which they were released. */
function described({ order, statements }: Run): string {
  const next = { X: 0, Y: 0 };
  const lines = [...order].map((letter) => {
    const name = letter as Name;
    const text = statements[name][next[name]++]?.replace(/SET LOCAL [^;]*(; )?/, '').replace(/\s+/g, ' ') ?? '';
    return `  ${name}  ${text.trim().slice(0, SHOWN)}`;
  });
  return [`${order}:`, ...lines].join('\n');
}

const HEAD = ['pair', 'X', 'Y', 'interleavings', 'interruptions', 'waits', 'deadlocks', 'later', 'seconds'];

/** A table with a line for each pair, and the sums. */
export function tableOf(permuted: readonly Permuted[]): string {
  const total = (of: (one: Permuted) => number) => sum(permuted.map(of));
  const rows = permuted.map((one) => [
    one.pair,
    one.statements.X,
    one.statements.Y,
    one.interleavings,
    Number.isFinite(one.interruptions) ? `up to ${one.interruptions}` : 'all',
    one.waits,
    one.deadlocks,
    one.later,
    one.seconds.toFixed(1),
  ]);
  const sums = [
    ['sum', '', '', total((one) => one.interleavings), '', total((one) => one.waits)],
    [total((one) => one.deadlocks), total((one) => one.later), total((one) => one.seconds).toFixed(1)],
  ].flat();
  const lines = [HEAD, ...rows, sums].map((cells) => cells.map(String));
  const widths = HEAD.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const aligned = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0);
  return lines.map((cells) => cells.map(aligned).join('  ')).join('\n');
}
