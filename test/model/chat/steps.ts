import { CHAT_RANK } from '../../../src/domain/chat/message-status.js';
import type { ChatStatus } from '../../../src/domain/vocabulary.js';
import { ownerOf } from './promises.js';
import {
  type Ack,
  type ChatRow,
  type ChatSetting,
  type ChatState,
  type ChatTables,
  canSpend,
  type Fold,
  idOf,
  type Match,
  type Send,
  spend,
  withSend,
} from './state.js';
import { applyAck, erase, findDoubtful, findKnown, markInDoubt, match, settle, store } from './statements.js';

interface ChatStep {
  readonly says: string;
  /** `program`: it happens by itself, if nothing goes wrong. */
  readonly kind: 'program' | 'fault' | 'caller';
  readonly to: ChatState;
}

/** Enough for one that is overtaken by another. */
const MOST_FOLDS = 2;

const nameOf = (i: number) => ['the first message', 'the second message', 'the third message'][i] as string;

/** Stores what a transaction has changed. */
function commit(state: ChatState, tables: ChatTables): ChatState {
  const isBack = ({ status }: ChatRow, i: number) =>
    CHAT_RANK[tables.messages[i]?.status ?? 'read'] < CHAT_RANK[status];
  return { ...state, tables, broken: state.tables.messages.some(isBack) ? 'forward' : state.broken };
}

/** A caller is told the status of a message, as an error if it is pending or failed. Stored answers may be older. */
function tell(state: ChatState, i: number, status: ChatStatus): ChatState {
  const { told } = state.sends[i] as Send;
  const isBack = told !== null && CHAT_RANK[status] < CHAT_RANK[told];
  const isAhead = CHAT_RANK[status] > CHAT_RANK[state.tables.messages[i]?.status ?? 'pending'];
  return { ...withSend(state, i, { told: status }), broken: isBack || isAhead ? 'told' : state.broken };
}

export function* chatSteps(setting: ChatSetting, state: ChatState): Iterable<ChatStep> {
  if (canSpend(state, 'call')) yield* callSteps(setting, state);
  for (const [i, send] of state.sends.entries()) {
    yield* processSteps(setting, state, i, send);
    yield* engineSteps(setting, state, i, send);
    yield* timeSteps(setting, state, i, send);
  }
  yield* foldSteps(setting, state);
  if (canSpend(state, 'typed')) {
    const to = spend(receive(state, { messageId: 'typed', ack: 'delivered' }), 'typed');
    yield { says: 'A person types into the phone, and the ack of that is stored.', kind: 'caller', to };
  }
  if (!canSpend(state, 'erase')) return;
  const { messages } = state.tables;
  const erased = [...messages.keys()].filter((i) => messages[i]?.phase !== 'submitting').reduce(erase, state.tables);
  yield { says: 'A caller erases the number.', kind: 'caller', to: spend(commit(state, erased), 'erase') };
}

function* callSteps(setting: ChatSetting, state: ChatState): Iterable<ChatStep> {
  const called = spend(state, 'call');
  const { key, messages } = state.tables;
  if (key) {
    const { status, phase } = messages[key.message] as ChatRow;
    // Without a stored answer, `replaySend` answers 409 until the message is settled or in doubt.
    const told = key.answer ?? (phase === 'submitting' ? null : status);
    if (told === null) return;
    const to = tell(called, key.message, told);
    yield { says: `The call is repeated: ${nameOf(key.message)} is ${told}.`, kind: 'caller', to };
    return;
  }
  const stored = commit(called, store(setting, state.tables));
  const i = messages.length;
  const send: Send = { at: 'stored', isOnWay: false, isOld: false, taken: 0, acked: [], told: null, isMistaken: false };
  const at = (place: Send['at']): ChatState => ({ ...stored, sends: [...stored.sends, { ...send, at: place }] });
  yield { says: `A process stores ${nameOf(i)}.`, kind: 'caller', to: at('stored') };
  if (!canSpend(state, 'lost commit')) return;
  const says = `A process stores ${nameOf(i)}; the answer to COMMIT is lost, and the process does not call.`;
  yield { says, kind: 'fault', to: spend(at(null), 'lost commit') };
}

/** What the process of a call does next. */
function* processSteps(setting: ChatSetting, state: ChatState, i: number, { at }: Send): Iterable<ChatStep> {
  if (at === null) return;
  if (at === 'stored') {
    const to = withSend(state, i, { at: 'calling', isOnWay: true });
    yield { says: `The process calls the engine with ${nameOf(i)}.`, kind: 'program', to };
  } else if (at !== 'calling') {
    const settled = commit(state, settle(setting, state.tables, i, at));
    const told = tell(withSend(settled, i, { at: null }), i, settled.tables.messages[i]?.status as ChatStatus);
    yield { says: `The process settles "${at}" of ${nameOf(i)}, and answers.`, kind: 'program', to: told };
    const lost = `The process settles "${at}" of ${nameOf(i)}; the answer to COMMIT is lost, so it will settle again.`;
    if (canSpend(state, 'lost commit')) yield { says: lost, kind: 'fault', to: spend(settled, 'lost commit') };
  }
  const to = withSend(state, i, { at: null });
  if (canSpend(state, 'death'))
    yield { says: `The process of ${nameOf(i)} dies.`, kind: 'fault', to: spend(to, 'death') };
}

/** What becomes of a request, and what the engine reports. */
function* engineSteps(setting: ChatSetting, state: ChatState, i: number, send: Send): Iterable<ChatStep> {
  const { at, isOnWay, taken } = send;
  const isAwaited = at === 'calling';
  const come = (outcome: Send['at'], change: Partial<Send> = {}) =>
    withSend(state, i, { isOnWay: false, ...(isAwaited && { at: outcome }), ...change });
  if (isOnWay) {
    const is = { taken: taken + 1 };
    yield { says: `The engine takes ${nameOf(i)}.`, kind: 'program', to: come('accepted', is) };
    if (!isAwaited) yield { says: `The late request of ${nameOf(i)} gets lost.`, kind: 'program', to: come(null) };
    else if (canSpend(state, 'refusal')) {
      for (const refusal of setting.refusals) {
        const says = `The call of ${nameOf(i)} comes to "${refusal}".`;
        yield { says, kind: 'fault', to: spend(come(refusal), 'refusal') };
      }
    }
    if (isAwaited && canSpend(state, 'lost answer')) {
      const unknown = (change: Partial<Send>) => spend(come('unknown', change), 'lost answer');
      yield { says: `The engine takes ${nameOf(i)}; its answer is lost.`, kind: 'fault', to: unknown(is) };
      yield { says: `The request of ${nameOf(i)} is lost.`, kind: 'fault', to: unknown({}) };
      const late = `The process waits no longer; the request of ${nameOf(i)} is still on its way.`;
      yield { says: late, kind: 'fault', to: unknown({ isOnWay: true }) };
    }
  }
  if (taken === 0 || !canSpend(state, 'ack')) return;
  for (const ack of setting.acks) {
    const acked = [...new Set([...send.acked, ack])].sort();
    const to = spend(withSend(receive(state, { messageId: idOf(setting, i), ack }), i, { acked }), 'ack');
    yield { says: `The engine's ack "${ack}" of ${nameOf(i)} is stored.`, kind: 'caller', to };
  }
}

function receive(state: ChatState, ack: Ack): ChatState {
  return { ...state, tables: { ...state.tables, inbox: [...state.tables.inbox, ack] } };
}

function* timeSteps({ rules }: ChatSetting, state: ChatState, i: number, { at, isOld }: Send): Iterable<ChatStep> {
  if (state.tables.messages[i]?.phase !== 'submitting') return;
  const old = withSend(state, i, { isOld: true });
  if (!isOld && at === null) yield { says: `The lease of ${nameOf(i)} ends.`, kind: 'program', to: old };
  if (!isOld && at !== null && canSpend(state, 'late')) {
    const says = `The process is frozen, or loses PostgreSQL, until the lease of ${nameOf(i)} has ended.`;
    yield { says, kind: 'fault', to: spend(old, 'late') };
  }
  if ((!isOld && rules.leaseBeforeDoubt) || !rules.hangingAreJudged) return;
  const to = commit(state, markInDoubt(state.tables, i));
  yield { says: `A worker marks ${nameOf(i)} in doubt.`, kind: 'program', to };
}

function* foldSteps(setting: ChatSetting, state: ChatState): Iterable<ChatStep> {
  const { tables, folds } = state;
  for (const acks of folds.length < MOST_FOLDS ? batchesOf(tables.inbox) : []) {
    const first = setting.rules.doubtsFirst ? findDoubtful(setting, tables) : findKnown(tables, acks);
    const left = acks.reduce((inbox, ack) => inbox.toSpliced(inbox.indexOf(ack), 1), tables.inbox);
    const fold: Fold = { acks, first, matched: null, parked: [] };
    const to = { ...state, tables: { ...tables, inbox: left }, folds: [...folds, fold] };
    yield { says: `A worker takes ${acks.map(textOf).join(' and ')}, and sends its first query.`, kind: 'program', to };
  }
  for (const fold of folds) {
    const says = fold.acks.map(textOf).join(' and ');
    if (fold.matched === null) {
      const to = { ...state, folds: folds.with(folds.indexOf(fold), match(setting, tables, fold)) };
      yield { says: `The worker with ${says} sends its second query.`, kind: 'program', to };
      continue;
    }
    const others = { ...state, folds: folds.filter((one) => one !== fold) };
    const parked: ChatTables = { ...tables, inbox: [...tables.inbox, ...fold.parked] };
    const folded = fold.matched.reduce((before, one) => applyAck(setting, before, one), parked);
    const changed = fold.matched.filter(({ message }) => folded.messages[message] !== tables.messages[message]);
    const to = commit(changed.reduce(judgeGuess, others), folded);
    yield { says: `The worker folds ${says}.`, kind: 'program', to };
  }
}

const textOf = ({ messageId, ack }: Ack) => `"${ack}" of ${messageId}`;

/** Each ack alone, and all together. */
function batchesOf(inbox: readonly Ack[]): (readonly Ack[])[] {
  return [...inbox.map((ack) => [ack]), ...(inbox.length > 1 ? [inbox] : [])];
}

/** An ack has changed a message: one with its id or, if no message is known to own the ack, that which is in doubt. */
function judgeGuess(state: ChatState, { message, messageId }: Match): ChatState {
  const { phase, message_id: known } = state.tables.messages[message] as ChatRow;
  const owner = ownerOf(state, messageId);
  if (owner === message || known === messageId) return state;
  const { at, isOld } = state.sends[message] as Send;
  const canBeAnswered = at !== null && at !== 'unknown' && !isOld;
  const guessed = withSend(state, message, { isMistaken: true });
  return owner === null && phase === 'in_doubt' && !canBeAnswered ? guessed : { ...guessed, broken: 'guessed' };
}
