/** What one bench has found out about one piece of work. */
export interface Finding {
  readonly work: string;
  readonly floor: Figure | null;
  readonly ours: Figure;
  /** What is compared with the wanted bound: the median of the ratios of single rounds, or the figure itself. */
  readonly judged: number;
  readonly isRatio: boolean;
  /** Null: only told. */
  readonly wanted: Bound | null;
}

export interface Figure {
  readonly value: number;
  readonly unit: Unit;
  /** What the floor is, or what else there is to say. */
  readonly note?: string;
}

type Unit = 'ms' | 'µs' | '/s' | 's' | 'MB' | '';

export interface Bound {
  readonly text: string;
  readonly met: (value: number) => boolean;
}

export const atMost = (limit: number): Bound => ({ text: `≤ ${limit}`, met: (value) => value <= limit });
export const atLeast = (limit: number): Bound => ({ text: `≥ ${limit}`, met: (value) => value >= limit });

export function compared(
  work: string,
  floor: Figure,
  ours: Figure,
  ratio: number,
  wanted: Bound | null = null,
): Finding {
  return { work, floor, ours, judged: ratio, isRatio: true, wanted };
}

interface Rounds {
  readonly unit: Unit;
  readonly floor: readonly number[];
  /** What the floor is. */
  readonly note: string;
  readonly ours: readonly number[];
  readonly oursNote?: string;
  /** The ratio is of ours to the floor, if it does not say. */
  readonly ofFloorToOurs?: true;
  readonly wanted?: Bound;
}

/** Figures of the same rounds. */
export function comparedRounds(work: string, rounds: Rounds): Finding {
  const { unit, floor, note, ours, oursNote, ofFloorToOurs, wanted } = rounds;
  return compared(
    work,
    { value: median(floor), unit, note },
    { value: median(ours), unit, ...(oursNote && { note: oursNote }) },
    ofFloorToOurs ? medianRatio(floor, ours) : medianRatio(ours, floor),
    wanted,
  );
}

export function absolute(work: string, ours: Figure, wanted: Bound | null, floor: Figure | null = null): Finding {
  return { work, floor, ours, judged: ours.value, isRatio: false, wanted };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function percentile(values: readonly number[], percent: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? Number.NaN;
}

/** Round by round, so that a slow minute of the machine, which hits neighbours alike, does not count. */
export function medianRatio(above: readonly number[], below: readonly number[]): number {
  return median(above.map((value, round) => value / (below[round] ?? Number.NaN)));
}

type Samples<Works> = { [Name in keyof Works]: Works[Name] extends () => Promise<infer Sample> ? Sample[] : never };

/** Runs all works in turn, A B A B; the rounds before the first counted one warm up programs and caches. */
export async function takeTurns<Works extends Record<string, () => Promise<unknown>>>(
  rounds: number,
  works: Works,
  { warmUpRounds = 1 } = {},
): Promise<Samples<Works>> {
  const samples = Object.fromEntries(Object.keys(works).map((name) => [name, [] as unknown[]]));
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const [name, work] of Object.entries(works)) {
      const sample = await work();
      if (round >= 0) samples[name]?.push(sample);
    }
  }
  return samples as Samples<Works>;
}

export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
