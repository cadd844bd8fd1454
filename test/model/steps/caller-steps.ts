import { cancel, creditIsBack, failOver, pause, resume, retry, stop } from '../callers.js';
import type { House } from '../house.js';
import { canSpend, commit, type Fault, nameOf, type State, type Step, spend } from '../state.js';
import type { Tx } from '../tables.js';

interface Call {
  readonly name: string;
  readonly parameters: object;
  readonly says: string;
  readonly fault: Fault | null;
  /** Returns whether the call changed anything. */
  readonly run: (tx: Tx) => boolean;
}

/** What callers and operators can do next. */
export function* callerSteps(house: House, state: State): Iterable<Step> {
  for (const { name, parameters, says, fault, run } of callsOn(house, state)) {
    if (fault && !canSpend(state, fault)) continue;
    const called = commit(house, state, name, parameters, run);
    if (!called.result) continue;
    const isKnown = name === 'retry' && state.tables.messages.some(({ status }) => status === 'delivered');
    const to: State = { ...called.state, broken: isKnown ? 'known' : null };
    yield { says, kind: 'caller', to: fault ? spend(to, fault) : to };
  }
}

function* callsOn(house: House, state: State): Iterable<Call> {
  const { messages, withoutCredit } = state.tables;
  for (const [i, { phase, isPaused, isStopped }] of messages.entries()) {
    const [which, parameters] = [nameOf(state, i), { message: i }];
    if (phase === 'done') continue;
    const cancels = `The caller cancels ${which}: 200.`;
    yield { name: 'cancel', parameters, says: cancels, fault: 'cancel', run: (tx) => cancel(tx, i) };
    const stops = `The recipient of ${which} says STOP.`;
    const isNew = always((tx) => stop(tx, i));
    if (!isStopped) yield { name: 'stop', parameters, says: stops, fault: 'stop', run: isNew };
    const says = `The caller ${isPaused ? 'resumes' : 'pauses'} the campaign of ${which}.`;
    if (isPaused) yield { name: 'resume', parameters, says, fault: null, run: always((tx) => resume(tx, i)) };
    else yield { name: 'pause', parameters, says, fault: 'pause', run: always((tx) => pause(tx, i)) };
  }
  yield { name: 'retry', parameters: {}, says: 'The caller retries the campaign.', fault: 'retry', run: retry };
  const [from, to] = house.gateways;
  if (from && to) {
    const says = `The breaker of ${from} is open: its waiting messages move to ${to}.`;
    yield { name: 'failOver', parameters: { from, to }, says, fault: 'failover', run: (tx) => failOver(tx, from, to) };
  }
  for (const gateway of withoutCredit) {
    const run = always((tx) => creditIsBack(tx, gateway));
    const says = 'Credit is back, and held messages are released.';
    yield { name: 'creditIsBack', parameters: { gateway }, says, fault: 'credit', run };
  }
}

function always(run: (tx: Tx) => void): (tx: Tx) => boolean {
  return (tx) => {
    run(tx);
    return true;
  };
}
