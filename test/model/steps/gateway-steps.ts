import { type Answer, OF_WHOLE_CALLS } from '../answers.js';
import type { House } from '../house.js';
import { canSpend, type Request, type State, type Step, spend, type Taken, withTurn } from '../state.js';
import type { StoredReport } from '../tables.js';
import { hasTaken } from './worker-steps.js';

/** What gateways, and the network before them, can do next. */
export function* gatewaySteps(house: House, state: State): Iterable<Step> {
  for (const request of state.wire) {
    yield* takeSteps(house, state, request);
    if (request.from) yield* refuseSteps(house, state, request);
    else yield { says: 'The request that nobody waits for gets lost.', kind: 'program', to: without(state, request) };
  }
  if (canSpend(state, 'report')) yield* reportSteps(house, state);
}

const without = (state: State, request: Request): State => ({
  ...state,
  wire: state.wire.filter((one) => one !== request),
});

function answered(state: State, { from }: Request, answer: Answer): State {
  const turn = from && state.workers[from]?.turn;
  return turn && turn.at === 'calling' ? withTurn(state, from, { ...turn, at: 'answered', answer }) : state;
}

function* takeSteps(house: House, state: State, request: Request): Iterable<Step> {
  const isKnown = house.can.idempotentReference && hasTaken(state, request);
  const taken = isKnown ? without(state, request) : take(state, request);
  const whose = request.from ? `${request.from}'s request` : 'the request that nobody waits for';
  const does = isKnown ? `The gateway recognises ${whose}` : `The gateway takes ${whose}`;
  for (const answer of house.taken) {
    if (!request.from && answer !== 'accepted') continue;
    yield {
      says: `${does} (attempt ${request.attempt}): "${answer}".`,
      kind: 'program',
      to: answered(taken, request, answer),
    };
  }
  if (!request.from || !canSpend(state, 'lost answer')) return;
  const lost = spend(answered(taken, request, 'no answer'), 'lost answer');
  yield { says: `${does} (attempt ${request.attempt}), and its answer is lost.`, kind: 'fault', to: lost };
}

/** The gateway has the message from now on. */
function take(state: State, request: Request): State {
  const { message, gateway, attempt, couldKnow } = request;
  const entry: Taken = { message, gateway, attempt, fate: 'open' };
  const row = state.tables.messages[message];
  const isTwice = state.journal.some(({ fate }) => fate !== 'failed') && !row?.at_least_once;
  const broken = couldKnow ? 'known' : isTwice ? 'once' : null;
  return { ...without(state, request), journal: [...state.journal, entry], broken };
}

function* refuseSteps(house: House, state: State, request: Request): Iterable<Step> {
  const isKnown = house.can.idempotentReference && hasTaken(state, request);
  const { from, attempt } = request;
  if (canSpend(state, 'refusal')) {
    for (const answer of house.refusals) {
      if (isKnown && !OF_WHOLE_CALLS.includes(answer)) continue;
      const to = spend(answered(without(state, request), request, answer), 'refusal');
      yield { says: `${from}'s call (attempt ${attempt}) comes to "${answer}".`, kind: 'fault', to };
    }
  }
  if (!canSpend(state, 'lost answer')) return;
  const lost = spend(answered(without(state, request), request, 'no answer'), 'lost answer');
  yield { says: `${from}'s request (attempt ${attempt}) is lost.`, kind: 'fault', to: lost };
  const orphan = { ...request, from: null };
  const late = { ...lost, wire: [...lost.wire, orphan] };
  yield {
    says: `${from} waits no longer for an answer; its request (attempt ${attempt}) is still on its way.`,
    kind: 'fault',
    to: late,
  };
}

function* reportSteps(house: House, state: State): Iterable<Step> {
  for (const taken of state.journal) {
    for (const says of house.reports) {
      const isFailure = says !== 'delivered';
      if (isFailure && taken.fate === 'delivered') continue;
      const { message, attempt, gateway } = taken;
      const report: StoredReport = { message, attempt, gateway, says, isParked: false };
      // A message that was reported as failed may be sent again, even if it arrives after all.
      const fate = taken.fate === 'failed' || isFailure ? 'failed' : 'delivered';
      const journal = state.journal.map((one) => (one === taken ? ({ ...one, fate } as const) : one));
      const tables = { ...state.tables, inbox: [...state.tables.inbox, report] };
      const to = spend({ ...state, journal, tables }, 'report');
      yield { says: `The gateway's report "${says}" on attempt ${attempt} is stored.`, kind: 'caller', to };
    }
  }
}
