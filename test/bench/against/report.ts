import { median } from '../measure.ts';

const METRICS = ['api', 'worker', 'postgres', 'statements', 'wall', 'p50', 'p95'] as const;
export type Metric = (typeof METRICS)[number];
/** For ten thousand units, but for p50 and p95, which are milliseconds; NaN where there is none. */
export type Sample = Readonly<Record<Metric, number>>;

/** Rounds of the old build, of the same once more, and of the new one, in turns. */
export interface Comparison {
  readonly scenario: string;
  readonly unit: string;
  /** Metrics that the scenario measures too little of. */
  readonly unjudged: readonly Metric[];
  readonly old: readonly Sample[];
  readonly same: readonly Sample[];
  readonly new: readonly Sample[];
}

/** How much more processor time of one process is too much. */
const WORSE_AT_MOST = 1.05;
const JUDGED: readonly Metric[] = ['api', 'worker', 'postgres'];
const DIGITS: Readonly<Record<Metric, number>> = {
  api: 3,
  worker: 3,
  postgres: 3,
  statements: 0,
  wall: 2,
  p50: 0,
  p95: 0,
};

interface Verdict {
  readonly metric: Metric;
  readonly old: number;
  readonly new: number;
  /** Of new to old, round by round. */
  readonly ratio: number;
  readonly quartiles: readonly [number, number];
  /** More than it may, in three rounds of four. */
  readonly failed: boolean;
  /** More than it may, and yet one round of four says the contrary. */
  readonly unsure: boolean;
}

export function judge({ old, new: now, unjudged }: Comparison): Verdict[] {
  return compare(old, now, (metric) => JUDGED.includes(metric) && !unjudged.includes(metric));
}

/** Of the old build to itself. What differs here is no difference of the builds. */
function noiseOf({ old, same }: Comparison): Verdict[] {
  return compare(old, same, () => false);
}

function compare(old: readonly Sample[], now: readonly Sample[], isJudged: (metric: Metric) => boolean): Verdict[] {
  const measured = METRICS.filter((metric) => !Number.isNaN(old[0]?.[metric]));
  return measured.map((metric) => {
    const values = { old: old.map((sample) => sample[metric]), new: now.map((sample) => sample[metric]) };
    const ratios = values.new
      .map((value, round) => value / (values.old[round] ?? Number.NaN))
      .toSorted((a, b) => a - b);
    const ratio = median(ratios);
    const at = (share: number) => ratios[Math.round((ratios.length - 1) * share)] ?? Number.NaN;
    const quartiles = [at(0.25), at(0.75)] as const;
    const isTooMuch = isJudged(metric) && ratio > WORSE_AT_MOST;
    const failed = isTooMuch && quartiles[0] > 1;
    const medians = { old: median(values.old), new: median(values.new) };
    return { metric, ...medians, ratio, quartiles, failed, unsure: isTooMuch && !failed };
  });
}

/** The head of a Markdown table, whose rows are printed as they end. */
export function formatHead(): string {
  return formatRows([HEAD, HEAD.map(() => '---')]);
}

/** A scenario, and below it the same build against itself. */
export function formatComparison(comparison: Comparison): string {
  const { unit, scenario } = comparison;
  const verdicts = judge(comparison);
  return formatRows([
    [`${unit}: ${scenario}`, ...formatVerdicts(verdicts), verdictOn(verdicts)],
    ['... the old build against itself', ...formatVerdicts(noiseOf(comparison)), ''],
  ]);
}

const HEAD = [
  'FOR 10,000',
  'API CPU s',
  'WORKER CPU s',
  'POSTGRESQL CPU s',
  'STATEMENTS',
  'WALL s',
  'P50 ms',
  'P95 ms',
  '',
];

function formatVerdicts(verdicts: readonly Verdict[]): string[] {
  return METRICS.map((metric) => formatVerdict(verdicts.find((verdict) => verdict.metric === metric)));
}

function formatRows(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function verdictOn(verdicts: readonly Verdict[]): string {
  if (verdicts.some(({ failed }) => failed)) return 'WORSE';
  return verdicts.some(({ unsure }) => unsure) ? 'unsure: more rounds' : 'ok';
}

function formatVerdict(verdict: Verdict | undefined): string {
  if (!verdict) return '';
  const { metric, old, new: now, ratio, quartiles, failed } = verdict;
  const [low, high] = quartiles.map((quartile) => quartile.toFixed(2));
  const value = (figure: number) => figure.toFixed(DIGITS[metric]);
  const change = `${value(old)} → ${value(now)}: ${ratio.toFixed(2)} (${low} to ${high})`;
  return failed ? `**${change}**` : change;
}
