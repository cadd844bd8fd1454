import { NEW_MESSAGE } from './callers.js';
import type { House, Setting, Transaction } from './house.js';
import type { DueRow, MessageRow, Tables, WorkerName } from './tables.js';

/**
 * A transaction that occurs in the model. The real operation must do the same on a database: same rows, agenda and
 * events.
 */
export interface Distinct {
  readonly name: string;
  readonly parameters: object;
  readonly before: Tables;
  readonly after: Tables;
  readonly events: readonly string[];
  /** What it tells its worker. */
  readonly result: unknown;
  /** What it may depend on as well. */
  readonly setting: Pick<Setting, 'can' | 'gateways'>;
}

/** What a row has if nothing depends on it. */
const PLAIN: Partial<MessageRow> = {
  attempts: [],
  age: 'young',
  isOld: false,
  isPaused: false,
  isStopped: false,
  validity: 'unlimited',
  at_least_once: false,
  delivery_code: null,
  hold_reason: null,
};

const PLAIN_ROW: Partial<DueRow> = { due: false, isOnTime: false, tries: 0 };

interface Recorder {
  /** For explorations with this setting. */
  of(setting: Distinct['setting']): NonNullable<House['record']>;
  list(): readonly Distinct[];
}

/** Keeps each distinct transaction once, without what makes no difference to it. */
export function createRecorder(): Recorder {
  const seen = new Set<string>();
  const distinct = new Map<string, Distinct>();
  const record = (setting: Distinct['setting'], transaction: Transaction) => {
    const { name, parameters, before } = transaction;
    const key = JSON.stringify([setting, name, parameters, before]);
    if (seen.has(key)) return;
    seen.add(key);
    const { worker = null, ...others } = parameters as { readonly worker?: WorkerName };
    const small = reduce(transaction, withOneOther(before, worker), worker);
    const { tables, events, result } = transaction.run(small);
    const [own, after] = [withWorkerA(small, worker), withWorkerA(tables, worker)];
    const reduced = { name, parameters: others, before: own, after, events, result, setting };
    distinct.set(JSON.stringify([setting, name, others, own]), reduced);
  };
  return {
    of({ can, gateways }) {
      const setting = { can, gateways };
      return (transaction) => record(setting, transaction);
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

/**
 * Takes out of the tables, one by one, what the transaction does not depend on. The worker's own lease stays, and so
 * does the message itself: if nothing is done to it there may be several reasons, and each is to be tried.
 */
function reduce({ run, parameters }: Transaction, before: Tables, worker: WorkerName | null): Tables {
  const about = messageOf(parameters);
  let tables = before;
  let does = effectOf(run, tables);
  const tryWithout = (fewer: Tables) => {
    const same = effectOf(run, fewer);
    if (same !== does) return;
    tables = fewer;
    does = same;
  };
  for (const i of before.messages.keys()) {
    if (i !== about) tryWithout({ ...tables, messages: tables.messages.with(i, NEW_MESSAGE) });
    for (const [field, plain] of Object.entries(PLAIN)) {
      const row = { ...(tables.messages[i] as MessageRow), [field]: plain };
      tryWithout({ ...tables, messages: tables.messages.with(i, row) });
    }
  }
  const others = before.agenda.filter(({ lease }) => lease === null || lease !== worker);
  for (const row of others) tryWithout({ ...tables, agenda: tables.agenda.filter((one) => one !== row) });
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

/** The message that a transaction is about; undefined: none, or several. */
function messageOf(parameters: object): number | undefined {
  const { row, own, doubt, report, message } = parameters as Readonly<Record<string, { readonly message: number }>>;
  return (row ?? own ?? doubt ?? report)?.message ?? (message as unknown as number | undefined);
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
