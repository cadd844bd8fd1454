import { describe, expect, it } from '@jest/globals';
import { type Comparison, formatComparison, judge, type Metric, type Sample } from '../bench/against/report.ts';

const sample = (changes: Partial<Sample> = {}): Sample => ({
  api: 1,
  worker: 1,
  postgres: 1,
  statements: 100,
  wall: 2,
  p50: Number.NaN,
  p95: Number.NaN,
  ...changes,
});

function comparison(slower: Partial<Sample>, unjudged: readonly Metric[] = []): Comparison {
  const rounds = (one: Sample) => [one, one, one, one];
  const old = rounds(sample());
  return {
    scenario: 'dispatch',
    unit: 'messages',
    unjudged,
    old,
    same: rounds(sample({ postgres: 1.03 })),
    new: rounds(sample(slower)),
  };
}

const failedMetrics = (compared: Comparison) =>
  judge(compared)
    .filter(({ failed }) => failed)
    .map(({ metric }) => metric);

describe('bench --against', () => {
  it.each(['api', 'worker', 'postgres'] as const)('fails a build that takes more processor time of: %s', (metric) => {
    expect(failedMetrics(comparison({ [metric]: 1.06 }))).toEqual([metric]);
    expect(failedMetrics(comparison({ [metric]: 1.04 }))).toEqual([]);
  });

  it('shows and does not judge what a scenario measures too little of', () => {
    const compared = comparison({ api: 2 }, ['api']);
    expect(failedMetrics(compared)).toEqual([]);
    expect(formatComparison(compared)).toContain('1.000 → 2.000: 2.00');
  });

  it('has a line below each scenario for the old build against itself, which fails nothing', () => {
    const [row, noise, ...more] = formatComparison(comparison({ worker: 1.5 })).split('\n');
    expect(row).toMatch(/^\| messages: dispatch .*\*\*1\.000 → 1\.500: 1\.50.* \| WORSE \|$/);
    expect(noise).toMatch(
      /^\| \.\.\. the old build against itself \|.*1\.000 → 1\.030: 1\.03 \(1\.03 to 1\.03\).* \| {2}\|$/,
    );
    expect(more).toEqual([]);
  });
});
