import type { Answer } from './answers.js';
import type { Claim } from './claims.js';
import type { Doubt } from './doubts.js';
import type { House } from './house.js';
import type { PromiseName } from './promises.js';
import { type DueRow, type GatewayName, type Tables, Tx, type WorkerName } from './tables.js';

/** What a worker is about, and has in memory alone. */
export type Turn = (
  | { readonly at: 'leased'; readonly row: DueRow }
  | { readonly at: 'doubting'; readonly doubt: Doubt }
  | { readonly at: 'found'; readonly doubt: Doubt; readonly isFound: boolean }
  /** `couldKnow`: see Request; of a claim in doubt, which looks at earlier tries. */
  | { readonly at: 'claimed'; readonly own: Claim; readonly couldKnow: boolean }
  | { readonly at: 'calling'; readonly own: Claim }
  | { readonly at: 'answered'; readonly own: Claim; readonly answer: Answer }
) & {
  /** By the worker's own clock its lease covers a call. */
  readonly isFresh: boolean;
};

export interface Worker {
  readonly turn: Turn | null;
}

/** On its way to the gateway. */
export interface Request {
  readonly message: number;
  readonly gateway: GatewayName;
  readonly attempt: number;
  readonly isRepeated: boolean;
  /** When the worker looked last, the program could know that an earlier try was delivered. */
  readonly couldKnow: boolean;
  /** Null: no worker waits for the answer any longer. */
  readonly from: WorkerName | null;
}

/** An entry of the gateway's journal: it has the message. */
export interface Taken {
  readonly message: number;
  readonly gateway: GatewayName;
  readonly attempt: number;
  readonly fate: 'open' | 'failed' | 'delivered';
}

export type Fault =
  | 'refusal'
  | 'lost answer'
  | 'lost commit'
  | 'late worker'
  | 'death'
  | 'clock step'
  | 'report'
  | 'cancel'
  | 'pause'
  | 'stop'
  | 'retry'
  | 'failover'
  | 'credit';

export interface State {
  readonly tables: Tables;
  readonly workers: Readonly<Partial<Record<WorkerName, Worker>>>;
  readonly wire: readonly Request[];
  readonly journal: readonly Taken[];
  /** How often each fault may still occur. */
  readonly budget: Readonly<Partial<Record<Fault, number>>>;
  /** A promise that the last step has broken. */
  readonly broken: PromiseName | null;
}

export interface Step {
  readonly says: string;
  /** `program`: it happens by itself, if nothing goes wrong. */
  readonly kind: 'program' | 'fault' | 'caller';
  readonly to: State;
}

export const IDLE: Worker = { turn: null };

/** Runs a transaction. */
export function commit<Result>(
  house: House,
  state: State,
  name: string,
  parameters: object,
  run: (tx: Tx) => Result,
): { readonly state: State; readonly result: Result } {
  const runOn = (tables: Tables) => {
    const tx = new Tx(house, tables);
    const result = run(tx);
    return { tables: tx.tables, events: tx.events, result };
  };
  const { tables, result } = runOn(state.tables);
  house.record?.({ name, parameters, before: state.tables, run: runOn });
  return { state: { ...state, tables }, result };
}

export function withTurn(state: State, name: WorkerName, turn: Turn | null): State {
  return { ...state, workers: { ...state.workers, [name]: turn ? { turn } : IDLE } };
}

export function nameOf({ tables: { messages } }: State, i: number): string {
  return messages.length === 1 ? 'the message' : (['the first message', 'the retry', 'the second retry'][i] as string);
}

export const canSpend = (state: State, fault: Fault): boolean => (state.budget[fault] ?? 0) > 0;

export function spend(state: State, fault: Fault): State {
  return { ...state, budget: { ...state.budget, [fault]: (state.budget[fault] ?? 0) - 1 } };
}

export const workersOf = (state: State) => Object.entries(state.workers) as [WorkerName, Worker][];
