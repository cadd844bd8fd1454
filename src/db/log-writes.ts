export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** A statement that writes to the event log of one organisation. */
export interface LogWrite extends Statement {
  readonly organisationId: string;
}

/** Held until the commit, so that the log has one writer at a time. Readers do not wait for it. */
const LOCK_LOG = 'SELECT FROM event_logs WHERE organisation_id = $1 FOR NO KEY UPDATE';

/**
 * What a transaction writes to event logs. It runs in one packet with COMMIT, so that a transaction that has locked a log
 * waits for nothing but later logs and the disk. All transactions lock logs in the order of the organisations, or two of
 * them could deadlock.
 */
export class LogWrites {
  private readonly writes: LogWrite[] = [];

  add(write: LogWrite): void {
    this.writes.push(write);
  }

  get count(): number {
    return this.writes.length;
  }

  /** Drops all but the first so many: the work that added the others was rolled back. */
  truncate(count: number): void {
    this.writes.length = count;
  }

  get organisationIds(): string[] {
    return [...new Set(this.writes.map(({ organisationId }) => organisationId))].sort();
  }

  /** Each log is locked by a statement of its own: the next one takes its snapshot when the lock is granted. */
  get statements(): Statement[] {
    return this.organisationIds.flatMap((id) => [
      { text: LOCK_LOG, parameters: [id] },
      ...this.writes.filter(({ organisationId }) => organisationId === id),
    ]);
  }
}
