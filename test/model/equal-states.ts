import type { SmsPhase } from '../../src/domain/vocabulary.js';
import type { House } from './house.js';
import type { State, Worker } from './state.js';
import type { DueRow, MessageRow } from './tables.js';

const IS_SUBMITTED: Partial<Record<SmsPhase, true>> = { submitting: true, in_doubt: true };

/** Drops what no step can see any more, so that states which differ in nothing else are one. */
export function tidy(house: House, state: State): State {
  const { rules } = house;
  const { messages, agenda } = state.tables;
  const forgetsDone = rules.claimChecksPhase && rules.verdictChecksPhase;
  const rows = new Map<string, DueRow>();
  for (const row of agenda) {
    if (forgetsDone && messages[row.message]?.phase === 'done') continue;
    const own = tidyRow(state, row);
    rows.set(`${rowKey(own)}${own.lease}`, own);
  }
  const workers = Object.entries(state.workers).map(([name, worker]) => [name, tidyWorker(messages, worker)]);
  const tables = {
    ...state.tables,
    agenda: [...rows.values()],
    messages: messages.map((one) => tidyMessage(one, house)),
  };
  return { ...state, tables, workers: Object.fromEntries(workers) };
}

function tidyRow({ tables: { messages }, workers }: State, row: DueRow): DueRow {
  const isGone = row.lease !== null && row.lease !== 'gone' && !workers[row.lease]?.turn;
  const isOnTime = row.isOnTime && !row.due && messages[row.message]?.next === 'later';
  return isGone || isOnTime !== row.isOnTime ? { ...row, isOnTime, lease: isGone ? 'gone' : row.lease } : row;
}

/** The last claim of each message gets the number 1, and earlier ones that workers remember 0. */
function tidyMessage(message: MessageRow, { isClockSet }: House): MessageRow {
  const isSubmitted = IS_SUBMITTED[message.phase] ?? false;
  const age = isSubmitted ? message.age : 'young';
  const isOld = isSubmitted && (isClockSet ? message.isOld : age !== 'young');
  const isTidy = age === message.age && isOld === message.isOld && message.claim === 1;
  return isTidy ? message : { ...message, age, isOld, claim: 1 };
}

function tidyWorker(messages: readonly MessageRow[], worker: Worker): Worker {
  const { turn } = worker;
  const about = turn && ('own' in turn ? turn.own : 'doubt' in turn ? turn.doubt : null);
  if (!turn || !about) return worker;
  const claim = messages[about.message]?.claim === about.claim ? 1 : 0;
  if (about.claim === claim) return worker;
  if ('own' in turn) return { turn: { ...turn, own: { ...turn.own, claim } } };
  return 'doubt' in turn ? { turn: { ...turn, doubt: { ...turn.doubt, claim } } } : worker;
}

/** Parts of states are never changed, and many states share them. */
const partKeys = new WeakMap<object, string>();
const numbers = new Map<string, string>();

/** A short name for all parts that are equal. */
function partKey(part: object): string {
  const known = partKeys.get(part);
  if (known !== undefined) return known;
  const key = numberOf(JSON.stringify(part));
  partKeys.set(part, key);
  return key;
}

function numberOf(text: string): string {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  const number = numbers.size.toString(36);
  numbers.set(text, number);
  return number;
}

/** Equal for states that differ in nothing, or in the names of workers alone. */
export function keyOf(state: State): string {
  const { messages, agenda, inbox, withoutCredit } = state.tables;
  const workers = Object.entries(state.workers).map(([name, worker]) => [partKey(worker), name] as const);
  workers.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  const placeOf = (name: string | null) => {
    const place = workers.findIndex(([, one]) => one === name);
    return place < 0 ? name : place;
  };
  const requests = state.wire.map(
    ({ from, ...request }) => `${numberOf(Object.values(request).join())}@${placeOf(from)}`,
  );
  return [
    messages.map(partKey).join(),
    agenda
      .map((row) => `${rowKey(row)}@${placeOf(row.lease)}`)
      .sort()
      .join(),
    inbox.map(partKey).sort().join(),
    withoutCredit.join(),
    workers.map(([key]) => key).join(),
    requests.sort().join(),
    state.journal.map(partKey).join(),
    partKey(state.budget),
    state.broken,
  ].join('|');
}

/** Without its lease. */
function rowKey({ message, gateway, purpose, due, isOnTime, tries }: DueRow): string {
  return numberOf(`${message}${gateway}${purpose}${due}${isOnTime}${tries}`);
}
