import pg from 'pg';

/** What pg calls on the query whose answer it reads. Its types leave these out. */
interface Answerable {
  readonly name?: string;
  readonly text: string;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  handleReadyForQuery(connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
}

type Query = pg.Query & Answerable;

interface Preparing extends pg.Connection {
  /** By name, the texts that PostgreSQL has been sent to prepare, and has not answered yet. */
  readonly submittedNamedStatements: Record<string, string>;
}

/**
 * Several statements with one Sync, behind the last, for pg to treat as one query. PostgreSQL answers at a Sync. If there were one behind each
 * statement, as pg itself sends it, PostgreSQL would wake the program up for BEGIN, for the settings and for COMMIT. After a statement that fails,
 * PostgreSQL skips the others, COMMIT included.
 */
export class Packet implements pg.Submittable {
  private readonly queries: Query[] = [];
  private answered = 0;
  private hasFailed = false;
  /** pg sets it, to stop the clock of `query_timeout`. */
  callback?: (error: Error | null) => void;

  constructor(private readonly types: pg.CustomTypesConfig) {}

  async add(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await this.answerTo(statement);
    } catch (error) {
      // The stack of pg's parser says nothing; this one leads to the code that has sent the statement.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  }

  private answerTo(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      // PostgreSQL would answer a text without values at once if it were not extended.
      const config = { ...statement, types: this.types, queryMode: 'extended' };
      const query = new pg.Query(config, (error, result) => {
        if (!error) return resolve(result);
        this.hasFailed = true;
        reject(error);
      });
      this.queries.push(query as Query);
    });
  }

  get isEmpty(): boolean {
    return this.queries.length === 0;
  }

  submit(connection: pg.Connection): void {
    const withoutSync = Object.create(connection, { sync: { value: () => undefined } }) as pg.Connection;
    connection.stream.cork();
    try {
      for (const query of this.queries) query.submit(withoutSync);
      // A value that pg cannot write fails its statement alone, and COMMIT would commit the others. Nothing has left yet.
      if (this.hasFailed) connection.stream.destroy();
      else connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  /** With `text`, by which pg notes that PostgreSQL has prepared the statement. */
  get name(): string | undefined {
    return this.queries[this.answered]?.name;
  }

  get text(): string {
    return this.queries[this.answered]?.text ?? '';
  }

  handleRowDescription(message: unknown): void {
    this.queries[this.answered]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.queries[this.answered]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: pg.Connection): void {
    const query = this.queries[this.answered];
    this.answered += 1;
    query?.handleCommandComplete(message, connection);
    query?.handleReadyForQuery(connection);
  }

  handleReadyForQuery(): void {
    this.callback?.(null);
  }

  /** All that have not been answered fail with the one at fault. PostgreSQL has not prepared them. */
  handleError(error: Error, connection: Preparing): void {
    for (const query of this.queries.slice(this.answered)) {
      if (query.name) delete connection.submittedNamedStatements[query.name];
      query.handleError(error, connection);
    }
    this.callback?.(error);
  }
}
