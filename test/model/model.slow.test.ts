import { describe, expect, it } from '@jest/globals';
import { MUTANTS } from '../mutants/mutants.js';
import { CONFIGURATIONS } from './configurations.js';
import { CONTROLS, exploreControl, MUTANT_CONTROLS } from './controls.js';
import { exploreMessages } from './exploration.js';
import { createRecorder } from './transactions.js';

const DISTINCT_TRANSACTIONS = 4_593;

describe('every state of a message', () => {
  const recorder = createRecorder();

  it.each(CONFIGURATIONS.map((one) => [one.name, one] as const))(
    'keeps the promises: %s',
    (_, { setting, start, short }) => {
      const explored = exploreMessages({ setting, start, budget: short.budget, record: recorder.of(setting) });
      expect(explored.violation).toBe(null);
      expect([explored.states, explored.steps]).toEqual(short.size);
    },
  );

  it('is reached by these transactions', () => {
    expect(recorder.list()).toHaveLength(DISTINCT_TRANSACTIONS);
  });

  it.each(CONTROLS.map((one) => [one.name, one] as const))('would break a promise: %s', (_, control) => {
    expect(exploreControl(control).violation?.promise).toBe(control.breaks);
  });

  it('knows mutants by their names', () => {
    const names = new Set(MUTANTS.map(({ name }) => name));
    expect(MUTANT_CONTROLS.filter(({ name }) => !names.has(name))).toEqual([]);
  });
});
