import type { House } from '../house.js';
import { canSpend, type State, type Step, spend, type Turn, withTurn, workersOf } from '../state.js';
import { type DueRow, type MessageRow, Tx, type WorkerName } from '../tables.js';

/** What time brings, and what becomes of workers meanwhile. */
export function* timeSteps(house: House, state: State): Iterable<Step> {
  for (const [i, message] of state.tables.messages.entries()) yield* messageSteps(house, state, i, message);
  for (const row of state.tables.agenda) {
    if (row.due || row.isOnTime || (row.lease !== null && row.lease !== 'gone')) continue;
    const says = row.lease
      ? 'The lease of a worker that is gone ends.'
      : 'The time of an older row of the agenda comes.';
    const to = change(house, state, (tx) => tx.mapAgenda((one) => (one === row ? { ...one, due: true } : one)));
    yield { says, kind: 'program', to };
  }
  for (const [name, { turn }] of workersOf(state)) if (turn) yield* faultsOf(house, state, name, turn);
  if (!canSpend(state, 'clock step')) return;
  const to = spend(change(house, state, setForward), 'clock step');
  yield { says: "PostgreSQL's clock is set forward.", kind: 'fault', to };
}

function* messageSteps(house: House, state: State, i: number, message: MessageRow): Iterable<Step> {
  if (message.next === 'later') {
    const says = 'The time comes that the message waited for.';
    yield { says, kind: 'program', to: change(house, state, (tx) => comeDue(tx, i)) };
  }
  if (message.validity === 'valid') {
    yield { says: 'The message expires.', kind: 'program', to: change(house, state, (tx) => comeToExpiry(tx, i)) };
  }
  const isSubmitted = message.phase === 'submitting' || message.phase === 'in_doubt';
  if (isSubmitted && (house.can.lookup || house.can.idempotentReference)) yield* ageSteps(house, state, i, message);
}

function change(house: House, state: State, run: (tx: Tx) => void): State {
  const tx = new Tx(house, state.tables);
  run(tx);
  return { ...state, tables: tx.tables };
}

function comeDue(tx: Tx, i: number): void {
  tx.put(i, { next: 'due' });
  tx.mapAgenda((row) => (row.message === i && row.isOnTime ? { ...row, due: true } : row));
}

/** Its row of the agenda comes due then, if it is still there. */
function comeToExpiry(tx: Tx, i: number): void {
  const isIts = (row: DueRow) => row.message === i && row.purpose === 'report' && !row.isOnTime;
  tx.put(i, { validity: 'expired' });
  tx.mapAgenda((row) => (isIts(row) ? { ...row, due: true } : row));
}

function* ageSteps(house: House, state: State, i: number, message: MessageRow): Iterable<Step> {
  const { rules, isClockSet } = house;
  const grow = (so: Partial<MessageRow>) => change(house, state, (tx) => tx.put(i, so));
  const isFirstOnWay = state.wire.some((request) => request.message === i && !request.isRepeated);
  const canFirstArrive = isFirstOnWay || isAboutToCall(state, i);
  if (message.age === 'young' || !message.isOld) {
    if (!canFirstArrive || !rules.freezeBound) {
      const age = message.age === 'young' ? 'counts' : message.age;
      const says = 'So much time passes that the first call cannot arrive any more.';
      yield { says, kind: 'program', to: grow({ age, isOld: true }) };
    } else if (isClockSet && !isFirstOnWay && !rules.certainTimeCoversLease) {
      yield { says: 'The time of a call and a freeze passes.', kind: 'program', to: grow({ isOld: true }) };
    }
  }
  if (message.age === 'counts') {
    yield { says: 'The time for this kind of doubt is over.', kind: 'program', to: grow({ age: 'over' }) };
  }
}

/** The worker has not checked its lease yet. */
function isAboutToCall(state: State, i: number): boolean {
  return workersOf(state).some(([, { turn }]) => {
    return turn?.at === 'claimed' && turn.isFresh && turn.own.message === i && !turn.own.isRepeated;
  });
}

function* faultsOf(house: House, state: State, name: WorkerName, turn: Turn): Iterable<Step> {
  if (turn.isFresh && canSpend(state, 'late worker')) {
    const isOwn = (row: DueRow) => row.lease === name;
    const late = change(house, state, (tx) => tx.mapAgenda((row) => (isOwn(row) ? { ...row, due: true } : row)));
    const to = spend(withTurn(late, name, { ...turn, isFresh: false }), 'late worker');
    yield { says: `${name} is frozen, or loses PostgreSQL, until its lease is over.`, kind: 'fault', to };
  }
  if (!canSpend(state, 'death')) return;
  const gone = spend(withTurn(state, name, null), 'death');
  const others = gone.wire.filter(({ from }) => from !== name);
  yield { says: `${name} dies.`, kind: 'fault', to: { ...gone, wire: others } };
  if (turn.at !== 'calling') return;
  const wire = gone.wire.map((request) => (request.from === name ? { ...request, from: null } : request));
  yield { says: `${name} dies with its request on the way.`, kind: 'fault', to: { ...gone, wire } };
}

/** Processes keep clocks of their own, which nobody sets. */
function setForward(tx: Tx): void {
  tx.mapAgenda((row) => ({ ...row, due: true }));
  for (const [i, { next, age }] of tx.tables.messages.entries()) {
    tx.put(i, { next: next === 'later' ? 'due' : next, age: age === 'young' ? 'counts' : age });
  }
}
