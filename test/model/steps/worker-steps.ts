import { isTaken } from '../answers.js';
import { type Claim, claimMore, giveBackUnclaimed, lease, leaseAndClaim } from '../claims.js';
import { claimInDoubt, decide, hasUnread, leaseDoubt, spare, writeLookUp } from '../doubts.js';
import type { House } from '../house.js';
import { type EarlierTries, isMatched, leaveOutDelivered, settle } from '../settlements.js';
import { canSpend, commit, nameOf, type State, type Step, spend, type Turn, withTurn, workersOf } from '../state.js';
import { type DueRow, type MessageRow, type StoredReport, Tx, type WorkerName } from '../tables.js';

type At<Place extends Turn['at']> = Turn & { readonly at: Place };

/** What workers can do next in turns that take more than one transaction. */
export function* workerSteps(house: House, state: State): Iterable<Step> {
  let isIdleSeen = false;
  for (const [name, { turn }] of workersOf(state)) {
    if (turn) yield* turnSteps(house, state, name, turn);
    // Idle workers are alike.
    else if (!isIdleSeen) yield* openingSteps(house, state, name);
    isIdleSeen ||= turn === null;
  }
}

function* openingSteps(house: House, state: State, name: WorkerName): Iterable<Step> {
  for (const row of state.tables.agenda) {
    if (row.due && row.purpose === 'dispatch') yield* leaseSteps(house, state, name, row);
    if (row.due && row.purpose === 'resolve') yield* leaseDoubtSteps(house, state, name, row);
  }
}

/** Takes the claim up, or ends the turn if nothing was claimed. */
function withClaim(house: House, state: State, name: WorkerName, own: Claim | null): State {
  if (own) return withTurn(state, name, { at: 'claimed', own, couldKnow: false, isFresh: true });
  const closed = commit(house, state, 'closeLease', { worker: name }, (tx) => tx.finishLease(name));
  return withTurn(closed.state, name, null);
}

function* leaseSteps(house: House, state: State, name: WorkerName, row: DueRow): Iterable<Step> {
  const which = `${nameOf(state, row.message)}${house.gateways.length > 1 ? ` for ${row.gateway}` : ''}`;
  const claimed = commit(house, state, 'leaseAndClaim', { worker: name, row }, (tx) => leaseAndClaim(tx, name, row));
  const own = claimed.result;
  const { isPaused, validity } = state.tables.messages[row.message] as MessageRow;
  const broken = own && (isPaused || validity === 'expired') ? ('stopped' as const) : null;
  const to = { ...withClaim(house, claimed.state, name, own), broken };
  const says = own ? `claims ${which}, attempt ${own.attempt}` : `leases a row of ${which} and has nothing to claim`;
  yield { says: `${name} ${says}.`, kind: 'program', to };
  if (own && !house.rules.commitsBeforeCall && canSpend(state, 'death')) {
    const request = { ...requestOf(own), couldKnow: false, from: null };
    const died = spend({ ...state, wire: [...state.wire, request] }, 'death');
    yield { says: `${name} claims ${which}, calls, and dies before its claim is committed.`, kind: 'fault', to: died };
  }
  if (!house.isPaced) return;
  const leased = commit(house, state, 'lease', { worker: name, row }, (tx) => lease(tx, name, row));
  const waiting: Turn = { at: 'leased', row: { ...row, lease: null }, isFresh: true };
  const paced = `${name} leases ${which}; the pace of the gateway allows no claim yet.`;
  yield { says: paced, kind: 'program', to: withTurn(leased.state, name, waiting) };
}

function* leaseDoubtSteps(house: House, state: State, name: WorkerName, row: DueRow): Iterable<Step> {
  // Reports that were stored after the end of the wait do not come first.
  for (const areReportsFirst of hasUnread(state.tables, row.gateway) ? [true, false] : [false]) {
    const parameters = { worker: name, row, areReportsFirst };
    const leased = commit(house, state, 'leaseDoubt', parameters, (tx) => leaseDoubt(tx, name, row, areReportsFirst));
    const doubt = leased.result;
    const to = doubt
      ? withTurn(leased.state, name, { at: 'doubting', doubt, isFresh: true })
      : withClaim(house, leased.state, name, null);
    const does = doubt ? `takes up the doubt about ${nameOf(state, row.message)}` : 'leases a doubt and leaves it';
    const how = doubt ? `: ${doubt.means}${house.gateways.length > 1 ? ` at ${row.gateway}` : ''}` : '';
    yield { says: `${name} ${does}${how}.`, kind: 'program', to };
  }
}

function* turnSteps(house: House, state: State, name: WorkerName, turn: Turn): Iterable<Step> {
  if (turn.at === 'leased') yield* leasedSteps(house, state, name, turn.row);
  else if (turn.at === 'doubting') yield doubtingStep(house, state, name, turn);
  else if (turn.at === 'claimed') yield callStep(house, state, name, turn);
  else if (turn.at === 'answered') yield* settleSteps(house, state, name, turn);
  else if (turn.at === 'found') {
    const { doubt, isFound } = turn;
    const parameters = { worker: name, doubt, isFound };
    const to = commit(house, state, 'writeLookUp', parameters, (tx) => writeLookUp(tx, name, doubt, isFound)).state;
    yield { says: `${name} writes down what the look-up means.`, kind: 'program', to: withTurn(to, name, null) };
  }
}

function* leasedSteps(house: House, state: State, name: WorkerName, row: DueRow): Iterable<Step> {
  const which = nameOf(state, row.message);
  const claimed = commit(house, state, 'claimMore', { worker: name, row }, (tx) => claimMore(tx, name, row));
  const own = claimed.result;
  const says = own ? `claims ${which} of its lease, attempt ${own.attempt}` : 'has nothing to claim of its lease';
  yield { says: `${name} ${says}.`, kind: 'program', to: withClaim(house, claimed.state, name, own) };
  const returned = commit(house, state, 'returnLeft', { worker: name }, (tx) => tx.returnLease(name, true)).state;
  yield { says: `${name} ends its turn and gives the row back.`, kind: 'program', to: withTurn(returned, name, null) };
  if (!canSpend(state, 'lost commit')) return;
  const lost = commit(house, claimed.state, 'giveBack', { worker: name }, (tx) => giveBackUnclaimed(tx, name)).state;
  const unknown = `${name} claims ${which} of its lease, the answer to COMMIT is lost, and the turn ends.`;
  yield { says: unknown, kind: 'fault', to: spend(withTurn(lost, name, null), 'lost commit') };
}

function doubtingStep(house: House, state: State, name: WorkerName, { doubt, isFresh }: At<'doubting'>): Step {
  const { means } = doubt;
  if (means === 'look up') {
    const isFound = hasTaken(state, doubt);
    const says = `${name} looks the attempt up: the gateway ${isFound ? 'has it' : 'does not know it'}.`;
    return { says, kind: 'program', to: withTurn(state, name, { at: 'found', doubt, isFound, isFresh }) };
  }
  const parameters = { worker: name, doubt };
  if (means === 'policy') {
    const { state: to } = commit(house, state, 'decide', parameters, (tx) => decide(tx, name, doubt));
    return { says: `${name} ends the doubt by its policy.`, kind: 'program', to: withTurn(to, name, null) };
  }
  const claimed = commit(house, state, 'claimInDoubt', parameters, (tx) => claimInDoubt(tx, name, doubt));
  const own = claimed.result;
  if (own && typeof own === 'object') {
    const knew = couldKnow(house, state, own);
    const to = withTurn(claimed.state, name, { at: 'claimed', own, couldKnow: knew, isFresh });
    return { says: `${name} claims attempt ${own.attempt} in doubt again.`, kind: 'program', to };
  }
  const { state: to } = commit(house, claimed.state, 'spare', { ...parameters, found: own }, (tx) =>
    spare(tx, name, doubt, own),
  );
  return {
    says: `${name} ${WHY_NOT[own ?? 'null']}, and does not call.`,
    kind: 'program',
    to: withTurn(to, name, null),
  };
}

const WHY_NOT = {
  delivered: 'finds that an earlier try was delivered',
  expired: 'finds that the message has expired, or that the doubt has ended',
  reported: 'finds a stored report of delivery that has to be folded first',
  null: 'finds that the doubt is no longer its own',
};

/** The last looks before the call: at earlier tries, and at the lease. */
function callStep(house: House, state: State, name: WorkerName, turn: At<'claimed'>): Step {
  const { own, isFresh } = turn;
  const found: EarlierTries = own.isRepeated ? null : lookAt(house, state, own);
  if (found) {
    const looked = commit(house, state, 'leaveOutDelivered', { own }, (tx) => leaveOutDelivered(tx, own)).state;
    const to = withClaim(house, looked, name, null);
    return { says: `${name} ${WHY_NOT[found]}, and does not call.`, kind: 'program', to };
  }
  if (own.isStopped && house.rules.claimsSeeStop) {
    const to = withTurn(state, name, { at: 'answered', own, answer: 'no answer', isFresh });
    return { says: `${name} finds that the recipient has said STOP, and does not call.`, kind: 'program', to };
  }
  if (!isFresh && house.rules.leaseCoversCall) {
    const to = withTurn(state, name, { at: 'answered', own, answer: 'not sent', isFresh });
    return { says: `${name} has too little left of its lease, and does not call.`, kind: 'program', to };
  }
  const knew = own.isRepeated ? turn.couldKnow : couldKnow(house, state, own);
  const request = { ...requestOf(own), couldKnow: knew, from: name };
  const broken = own.isStopped ? ('refused' as const) : null;
  const to = withTurn({ ...state, wire: [...state.wire, request], broken }, name, { at: 'calling', own, isFresh });
  return { says: `${name} looks at its lease a last time and calls the gateway.`, kind: 'program', to };
}

const lookAt = (house: House, state: State, own: Claim) => leaveOutDelivered(new Tx(house, state.tables), own);

const requestOf = ({ message, gateway, attempt, isRepeated }: Claim) => ({ message, gateway, attempt, isRepeated });

/** The tables say that an earlier try was delivered. */
function couldKnow(house: House, { tables }: State, { message, attempt }: Claim): boolean {
  const isEarlier = (one: StoredReport) => one.message < message || (one.message === message && one.attempt < attempt);
  const tx = new Tx(house, tables);
  const isReported = tables.inbox.some((one) => one.says === 'delivered' && isEarlier(one) && isMatched(tx, one));
  const isDelivered = tables.messages.slice(0, message).some(({ status }) => status === 'delivered');
  return isReported || isDelivered;
}

export function hasTaken(
  { journal }: State,
  { message, attempt, gateway }: Pick<Claim, 'message' | 'attempt' | 'gateway'>,
): boolean {
  return journal.some((one) => one.message === message && one.attempt === attempt && one.gateway === gateway);
}

function* settleSteps(house: House, state: State, name: WorkerName, { own, answer }: At<'answered'>): Iterable<Step> {
  const parameters = { worker: name, own, answer };
  const settled = commit(house, state, 'settle', parameters, (tx) => settle(tx, name, own, answer)).state;
  const isForgotten = isTaken(answer) && !settled.tables.messages[own.message]?.handed_over;
  const broken = isForgotten ? ('told' as const) : null;
  const to = { ...settled, broken };
  yield { says: `${name} settles "${answer}".`, kind: 'program', to: withTurn(to, name, null) };
  if (!canSpend(state, 'lost commit')) return;
  const says = `${name} settles "${answer}"; the answer to COMMIT is lost, so ${name} will write it again.`;
  yield { says, kind: 'fault', to: spend(to, 'lost commit') };
}
