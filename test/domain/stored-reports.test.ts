import { describe, expect, it } from '@jest/globals';
import { mergeAlike, replayAfterSeconds, type StoredReports } from '../../src/domain/stored-reports.js';

const portion = (gateway: string, age_seconds: number, ...reports: string[]) => ({
  gateway,
  age_seconds,
  reports,
  tries: reports.length,
});

const namesOf = (portions: readonly StoredReports<string>[]) =>
  portions.map(({ gateway, reports }) => [gateway, ...reports]);

describe('reports that wait to be folded', () => {
  it('are folded together with others of their gateway that have waited alike, in the order in which they came', () => {
    const stored = [portion('north', 0.2, 'a'), portion('north', 0.9, 'b', 'c'), portion('north', 0, 'd')];
    expect(mergeAlike(stored, Infinity)).toEqual([
      { gateway: 'north', age_seconds: 0.9, reports: ['a', 'b', 'c', 'd'], tries: 2 },
    ]);
    expect(stored[0]?.reports).toEqual(['a']);
  });

  it('stay apart from those of other gateways, and from those that have waited more than twice as long', () => {
    const stored = [
      portion('north', 5, 'a'),
      portion('south', 5, 'b'),
      portion('north', 11, 'c'),
      portion('north', 8, 'd'),
    ];
    expect(namesOf(mergeAlike(stored, Infinity))).toEqual([
      ['north', 'a', 'd'],
      ['south', 'b'],
      ['north', 'c'],
    ]);
  });

  it('stay apart from those that came longer before them than they may', () => {
    const stored = [portion('north', 1_100, 'a'), portion('north', 1_190, 'b'), portion('north', 1_105, 'c')];
    expect(namesOf(mergeAlike(stored, 60))).toEqual([
      ['north', 'a', 'c'],
      ['north', 'b'],
    ]);
  });

  it('stay apart, when nobody has looked at them yet, from those that somebody did', () => {
    const stored = [portion('north', 400, 'a'), { ...portion('north', 400, 'b'), tries: 0 }];
    expect(namesOf(mergeAlike(stored, Infinity))).toEqual([
      ['north', 'a'],
      ['north', 'b'],
    ]);
  });

  it.each([
    ['at once, nearly, when they are new', 0, 0.05],
    ['after half as long as they have waited', 10, 5],
    ['after the longest wait in the end', 1_000, 60],
  ])('are looked at again %s', (_, ageSeconds, afterSeconds) => {
    expect(replayAfterSeconds(ageSeconds, 60)).toBe(afterSeconds);
  });
});
