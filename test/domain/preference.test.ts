import { describe, expect, it } from '@jest/globals';
import { type Choice, compilePreference } from '../../src/domain/sms/preference.js';
import { newId } from '../../src/lib/ids.js';

const MESSAGES = 20_000;

const anyOf = (weights: Record<string, number>): Choice => ({ anyOf: new Map(Object.entries(weights)) });
const ids = Array.from({ length: MESSAGES }, newId);

function shares(choices: readonly [Choice, ...Choice[]]): Record<string, number> {
  const { first } = compilePreference(choices);
  const counts: Record<string, number> = {};
  for (const id of ids) counts[first(id)] = (counts[first(id)] ?? 0) + 1;
  return counts;
}

describe('sharing by weight', () => {
  it.each([
    { a: 3, b: 1 },
    { a: 1, b: 1, c: 2 },
    { a: 99, b: 1 },
  ])('every gateway gets its part: %j', (weights) => {
    const total = Object.values(weights).reduce((sum, weight) => sum + weight);
    const counts = shares([anyOf(weights), 'never']);
    expect(Object.keys(counts).sort()).toEqual(Object.keys(weights));
    for (const [name, weight] of Object.entries(weights)) {
      // Six times the standard deviation: chance does not fail this test.
      const part = weight / total;
      const tolerance = 6 * Math.sqrt(MESSAGES * part * (1 - part));
      expect(Math.abs((counts[name] ?? 0) - MESSAGES * part)).toBeLessThan(tolerance);
    }
  });

  it('a message has the same order at every time, in every process, however the file is ordered', () => {
    const one = compilePreference([anyOf({ a: 3, b: 1, c: 1 }), 'd']);
    const other = compilePreference([anyOf({ c: 1, a: 3, b: 1 }), 'd']);
    for (const id of ids.slice(0, 500)) {
      expect(other.inOrder(id)).toEqual(one.inOrder(id));
      expect(one.inOrder(id)[0]).toBe(one.first(id));
      expect([...one.inOrder(id)].sort()).toEqual(['a', 'b', 'c', 'd']);
      expect(one.inOrder(id)[3]).toBe('d');
    }
    expect(one.inOrder('01970000-0000-7000-8000-000000000001')).toEqual(['c', 'a', 'b', 'd']);
  });

  it('what the first cannot take is shared by the others as their weights say', () => {
    const { inOrder } = compilePreference([anyOf({ a: 8, b: 3, c: 1 })]);
    const seconds = ids.map((id) => inOrder(id)).filter(([first]) => first === 'a');
    const toB = seconds.filter(([, second]) => second === 'b').length;
    expect(toB / seconds.length).toBeGreaterThan(0.73);
    expect(toB / seconds.length).toBeLessThan(0.77);
  });

  it('a further gateway takes its share and moves nothing else', () => {
    const before = compilePreference([anyOf({ a: 1, b: 1 })]);
    const after = compilePreference([anyOf({ a: 1, b: 1, c: 1 })]);
    for (const id of ids.slice(0, 500)) expect([before.first(id), 'c']).toContain(after.first(id));
  });

  it('the order is fixed where no weights are', () => {
    expect(compilePreference(['a', 'b']).fixed).toEqual(['a', 'b']);
    expect(compilePreference(['a', anyOf({ b: 1, c: 1 })]).fixed).toBeNull();
    expect(compilePreference(['a', anyOf({ b: 1, c: 1 })]).first('an id')).toBe('a');
  });
});
