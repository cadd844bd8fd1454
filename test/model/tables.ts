import type { AttemptOutcome, DuePurpose, HoldReason, SmsPhase, SmsStatus } from '../../src/domain/vocabulary.js';
import type { House } from './house.js';

export type GatewayName = 'north' | 'south';
export type WorkerName = 'A' | 'B' | 'C';

/** A row of sms_messages with its sms_attempts, in the words of the tables. A moment is only due or later. */
export interface MessageRow {
  readonly status: SmsStatus;
  readonly phase: SmsPhase;
  readonly delivery_code: number | null;
  readonly hold_reason: HoldReason | null;
  readonly attempt: number;
  readonly claim: number;
  readonly gateway: GatewayName | null;
  readonly handed_over: boolean;
  readonly at_least_once: boolean;
  /** next_action_at. */
  readonly next: 'none' | 'due' | 'later';
  /** Since submitted_at: too young for absence to count, old enough, or older than doubts last. */
  readonly age: 'young' | 'counts' | 'over';
  /** On a clock that is never set, no call of the first submission can arrive any more. */
  readonly isOld: boolean;
  readonly isPaused: boolean;
  /** The recipient has said STOP. */
  readonly isStopped: boolean;
  /** Of valid_until. */
  readonly validity: 'unlimited' | 'valid' | 'expired';
  readonly attempts: readonly AttemptRow[];
}

export interface AttemptRow {
  readonly number: number;
  readonly outcome: AttemptOutcome;
  readonly code: number | null;
  /** The gateway's own id, by which reports find the attempt. */
  readonly hasId: boolean;
}

/** A row of sms_due that names one message. */
export interface DueRow {
  readonly message: number;
  readonly gateway: GatewayName;
  readonly purpose: DuePurpose;
  readonly due: boolean;
  /** It comes due together with its message. */
  readonly isOnTime: boolean;
  /** `gone`: of a worker that will not come back to it. */
  readonly lease: WorkerName | 'gone' | null;
  readonly tries: number;
}

export type NewRow = Pick<DueRow, 'gateway' | 'purpose' | 'due' | 'tries'>;

export interface StoredReport {
  readonly message: number;
  readonly attempt: number;
  readonly gateway: GatewayName;
  /** A delivery code: could not be delivered. */
  readonly says: 'delivered' | number;
  readonly isParked: boolean;
}

/** Message i + 1 sends message i again. */
export interface Tables {
  readonly messages: readonly MessageRow[];
  readonly agenda: readonly DueRow[];
  readonly inbox: readonly StoredReport[];
  /** Gateways at which the account has no credit. */
  readonly withoutCredit: readonly GatewayName[];
}

/** An open transaction. The statements of the model change it as the SQL of src/db/sql/sms changes the tables. */
export class Tx {
  readonly house: House;
  readonly events: string[] = [];
  private readonly scheduled = new Set<DueRow>();
  tables: Tables;

  constructor(house: House, tables: Tables) {
    this.house = house;
    this.tables = tables;
  }

  row(i: number): MessageRow {
    return this.tables.messages[i] as MessageRow;
  }

  put(i: number, change: Partial<MessageRow>): void {
    this.tables = { ...this.tables, messages: this.tables.messages.with(i, { ...this.row(i), ...change }) };
  }

  /** Replaces each row of the agenda; null deletes it. */
  mapAgenda(change: (row: DueRow) => DueRow | null): void {
    this.tables = { ...this.tables, agenda: this.tables.agenda.flatMap((row) => change(row) ?? []) };
  }

  /** What the transaction has scheduled before, for the same time from now, is the same row. */
  schedule(message: number, rows: readonly NewRow[], isOnTime = false): void {
    for (const { gateway, purpose, due, tries } of rows) {
      const isSame = (row: DueRow) => row.message === message && row.gateway === gateway && row.tries === tries;
      const again = (row: DueRow) => this.scheduled.has(row) && row.purpose === purpose && isSame(row);
      const [known] = this.tables.agenda.filter(again);
      const onTime = isOnTime || (known?.isOnTime ?? false);
      const added: DueRow = { gateway, purpose, due, tries, message, isOnTime: onTime, lease: null };
      this.tables = { ...this.tables, agenda: [...this.tables.agenda.filter((row) => row !== known), added] };
      this.scheduled.add(added);
    }
  }

  /** The message gets another time; rows for an earlier one keep theirs. */
  leaveTime(message: number): void {
    this.mapAgenda((row) => {
      if (row.message !== message || !row.isOnTime) return row;
      const left = { ...row, isOnTime: false };
      if (this.scheduled.has(row)) this.scheduled.add(left);
      return left;
    });
  }

  finishLease(worker: WorkerName): void {
    this.mapAgenda((row) => (row.lease === worker ? null : row));
  }

  returnLease(worker: WorkerName, due: boolean): void {
    this.mapAgenda((row) => (row.lease === worker ? { ...row, lease: null, due, isOnTime: false } : row));
  }

  /** `recordAttempts`: an answer replaces an earlier "unknown" of the same attempt. */
  record(i: number, attempt: AttemptRow): void {
    const { attempts } = this.row(i);
    const place = attempts.findIndex(({ number }) => number === attempt.number);
    const known = attempts[place];
    if (!known) this.put(i, { attempts: [...attempts, attempt].sort((a, b) => a.number - b.number) });
    else if (known.outcome === 'unknown') {
      this.put(i, { attempts: attempts.with(place, { ...attempt, hasId: attempt.hasId || known.hasId }) });
    }
  }
}
