import type { Configuration } from './configurations.js';
import { keyOf, tidy } from './equal-states.js';
import { type Explored, explore, type StepTo } from './explore.js';
import { createHouse, type House } from './house.js';
import { brokenPromise, isFinal, type PromiseName } from './promises.js';
import { allBut, RULES, type Rule } from './rules.js';
import type { State, Step } from './state.js';
import { atomicSteps } from './steps/atomic-steps.js';
import { callerSteps } from './steps/caller-steps.js';
import { gatewaySteps } from './steps/gateway-steps.js';
import { timeSteps } from './steps/time-steps.js';
import { workerSteps } from './steps/worker-steps.js';

/** Only a mistake in the model makes so many. */
const MOST_STATES = 1_000_000;

export interface Exploration extends Pick<Configuration, 'setting' | 'start'> {
  readonly budget: State['budget'];
  readonly without?: readonly Rule[];
  /** Looks for this promise alone. */
  readonly promise?: PromiseName;
  readonly record?: House['record'];
}

export function exploreMessages(exploration: Exploration): Explored<PromiseName> {
  const { setting, start, budget, without = [], promise, record = null } = exploration;
  const house = createHouse({ ...setting, rules: allBut(RULES, without) }, record);
  function* steps(state: State): Iterable<StepTo<State>> {
    for (const { says, kind, to } of stepsOf(house, { ...state, broken: null })) {
      yield { says, to: tidy(house, to), isFair: kind === 'program' };
    }
  }
  const broken = (state: State) => {
    const found = brokenPromise(state);
    return promise === undefined || found === promise ? found : null;
  };
  return explore({ start: { ...start, budget }, keyOf, steps, broken, isFinal }, MOST_STATES);
}

function* stepsOf(house: House, state: State): Iterable<Step> {
  yield* workerSteps(house, state);
  yield* atomicSteps(house, state);
  yield* gatewaySteps(house, state);
  yield* timeSteps(house, state);
  yield* callerSteps(house, state);
}
