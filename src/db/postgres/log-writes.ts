import type { MovedMessages } from '../../domain/health.js';
import { type Compiled, numberParameters, type Statement } from './statement.js';

/**
 * A statement that runs behind the lock of an event log: it appends events, or keeps sums and lists that follow them.
 */
export interface LogWrite extends Statement {
  readonly organisationId: string;
  /** What the statement counts, for the metrics of the process. */
  readonly moves?: readonly MovedMessages[];
}

/**
 * The transaction holds this lock until it commits, so a log has one writer at a time. Readers do not wait for it. The
 * division fails if the organisation has no log: the statements behind the lock would insert nothing, and say nothing.
 */
const LOCK_LOG = `SELECT 1 / count(*) AS locked
FROM (SELECT 1 FROM event_logs WHERE organisation_id = :organisationId FOR NO KEY UPDATE) AS log`;

/** A statement that runs with COMMIT before any log is locked, so it may wait for other transactions. */
export interface EarlyWrite extends Statement {
  readonly organisationId: string;
  readonly isEarly: true;
}

/**
 * The statements of a transaction that run with COMMIT, behind locks of logs unless they are early. They run in one
 * packet with COMMIT, so a transaction that has locked a log waits for nothing but later logs and the disk. Every
 * transaction locks logs in the order of the organisations' ids: any other order can deadlock.
 */
export class LogWrites {
  private readonly writes: (LogWrite | EarlyWrite)[] = [];

  add(write: LogWrite | EarlyWrite): void {
    this.writes.push(write);
  }

  get count(): number {
    return this.writes.length;
  }

  /** Drops all statements after the first `count`: a savepoint with the changes that they tell of was rolled back. */
  truncate(count: number): void {
    this.writes.length = count;
  }

  get organisationIds(): string[] {
    return [...new Set(this.behindLocks.map(({ organisationId }) => organisationId))].sort();
  }

  get moves(): MovedMessages[] {
    return this.behindLocks.flatMap(({ moves = [] }) => moves);
  }

  /** The lock is a statement of its own, so that the next one takes its snapshot when the lock is granted. */
  get statements(): Compiled[] {
    const behindLocks = this.organisationIds.flatMap((id) => [
      { statement: LOCK_LOG, values: {}, organisationId: id },
      ...this.behindLocks.filter(({ organisationId }) => organisationId === id),
    ]);
    return [...this.writes.filter(isEarly), ...behindLocks].map(numberParameters);
  }

  private get behindLocks(): LogWrite[] {
    return this.writes.filter((write) => !isEarly(write));
  }
}

const isEarly = (write: LogWrite | EarlyWrite): write is EarlyWrite => 'isEarly' in write;
