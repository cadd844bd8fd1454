import { NEW_MESSAGE } from './callers.js';
import type { House, Transaction } from './house.js';
import type { DueRow, MessageRow, Tables, WorkerName } from './tables.js';

/** A transaction that occurs in the model. The real operation must do the same on a database: same rows, agenda and events. */
export interface Distinct {
  readonly name: string;
  readonly parameters: object;
  readonly before: Tables;
  readonly after: Tables;
  readonly events: readonly string[];
}

/** What a row has if nothing depends on it. */
const PLAIN: Partial<MessageRow> = {
  attempts: [],
  age: 'young',
  isOld: false,
  isPaused: false,
  validity: 'unlimited',
  at_least_once: false,
  delivery_code: null,
  hold_reason: null,
};

const PLAIN_ROW: Partial<DueRow> = { due: false, isOnTime: false, tries: 0 };

/** Keeps each distinct transaction once, without what makes no difference to it. */
export function createRecorder(): { readonly record: NonNullable<House['record']>; list(): readonly Distinct[] } {
  const seen = new Set<string>();
  const distinct = new Map<string, Distinct>();
  return {
    record(transaction) {
      const { name, parameters, before } = transaction;
      const key = JSON.stringify([name, parameters, before]);
      if (seen.has(key)) return;
      seen.add(key);
      const { worker = null, ...others } = parameters as { readonly worker?: WorkerName };
      const small = reduce(transaction, withOneOther(before, worker));
      const { tables, events } = transaction.run(small);
      const [own, after] = [withWorkerA(small, worker), withWorkerA(tables, worker)];
      distinct.set(JSON.stringify([name, others, own]), { name, parameters: others, before: own, after, events });
    },
    list: () => [...distinct.values()],
  };
}

/** Other workers than the one that runs the transaction make no difference. */
function withOneOther(tables: Tables, worker: WorkerName | null): Tables {
  const leaseOf = ({ lease }: DueRow) => (lease === null || lease === worker ? lease : 'gone');
  return { ...tables, agenda: tables.agenda.map((row) => ({ ...row, lease: leaseOf(row) })) };
}

/** Nor does the name of that worker. */
function withWorkerA(tables: Tables, worker: WorkerName | null): Tables {
  const agenda = tables.agenda.map(({ message, gateway, purpose, due, isOnTime, lease, tries }): DueRow => {
    return { message, gateway, purpose, due, isOnTime, lease: lease === worker && lease ? 'A' : lease, tries };
  });
  const rows = new Map(agenda.map((row) => [JSON.stringify(row), row]));
  return { ...tables, agenda: [...rows.keys()].sort().map((key) => rows.get(key) as DueRow) };
}

/** Takes out of the tables, one by one, what the transaction does not depend on. */
function reduce({ run }: Transaction, before: Tables): Tables {
  let tables = before;
  let does = effectOf(run, tables);
  const tryWithout = (fewer: Tables) => {
    const same = effectOf(run, fewer);
    if (same !== does) return;
    tables = fewer;
    does = same;
  };
  for (const i of before.messages.keys()) {
    tryWithout({ ...tables, messages: tables.messages.with(i, NEW_MESSAGE) });
    for (const [field, plain] of Object.entries(PLAIN)) {
      const row = { ...(tables.messages[i] as MessageRow), [field]: plain };
      tryWithout({ ...tables, messages: tables.messages.with(i, row) });
    }
  }
  for (const row of before.agenda) tryWithout({ ...tables, agenda: tables.agenda.filter((one) => one !== row) });
  for (const [field, plain] of Object.entries(PLAIN_ROW)) {
    for (const i of tables.agenda.keys()) {
      tryWithout({ ...tables, agenda: tables.agenda.with(i, { ...(tables.agenda[i] as DueRow), [field]: plain }) });
    }
  }
  for (const report of before.inbox) tryWithout({ ...tables, inbox: tables.inbox.filter((one) => one !== report) });
  for (const name of before.withoutCredit) {
    tryWithout({ ...tables, withoutCredit: tables.withoutCredit.filter((one) => one !== name) });
  }
  return tables;
}

/** What changes, and what the transaction tells its worker. */
function effectOf(run: Transaction['run'], before: Tables): string {
  const { tables: after, events, result } = run(before);
  const messages = after.messages.map((row, i) => {
    const old = before.messages[i];
    if (!old) return row;
    return Object.fromEntries(Object.entries(row).filter(([name, value]) => old[name as keyof MessageRow] !== value));
  });
  const changeOf = (rows: readonly object[], old: readonly object[]) => rows.filter((row) => !old.includes(row));
  return JSON.stringify([
    messages,
    changeOf(after.agenda, before.agenda),
    changeOf(before.agenda, after.agenda),
    changeOf(after.inbox, before.inbox),
    changeOf(before.inbox, after.inbox),
    after.withoutCredit.length - before.withoutCredit.length,
    events,
    result,
  ]);
}
