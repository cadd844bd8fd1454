import type { Pool } from 'pg';
import { Database } from '../../../src/db/database.js';
import type { Connection } from '../../../src/db/postgres/connection.js';

const DEADLOCK = '40P01';

/** What one operation sends to PostgreSQL. After `begin` each statement or packet waits until it is released. */
export class Steps {
  /** The backend of PostgreSQL that runs the statements. */
  pid = 0;
  /** How often PostgreSQL has ended a transaction because of a deadlock. */
  deadlocks = 0;
  /** Called when a statement begins to wait. */
  onStop: () => void = () => undefined;
  /** The statements that were released, those of a packet joined. */
  readonly released: string[] = [];
  private isStepped = false;
  private previous: Promise<unknown> = Promise.resolve();
  private next: (() => void) | null = null;

  begin(): void {
    this.isStepped = true;
  }

  /** Statements do not wait any longer. */
  end(): void {
    this.isStepped = false;
    this.release();
  }

  get isAtStop(): boolean {
    return this.next !== null;
  }

  release(): void {
    this.next?.();
  }

  /** The program sends some statements before it has the answer to the one before. These wait for that answer here. */
  pass<T>(text: string, send: () => Promise<T>): Promise<T> {
    const passed = this.previous.then(() => this.stop(text)).then(send);
    this.previous = passed.catch((error: { readonly code?: string }) => {
      if (error.code === DEADLOCK) this.deadlocks += 1;
    });
    return passed;
  }

  private stop(text: string): Promise<void> {
    if (!this.isStepped) return Promise.resolve();
    return new Promise((resolve) => {
      this.next = () => {
        this.next = null;
        this.released.push(text);
        resolve();
      };
      this.onStop();
    });
  }
}

type Query = (text: string, ...more: unknown[]) => Promise<unknown>;

/**
 * The same database, but statements pass through `steps`. A packet is one step, because PostgreSQL receives it as a
 * whole.
 */
export function steppedDatabase(db: Database, steps: Steps): Database {
  const connect = async () => {
    const client = (await db.pool.connect()) as Connection & { readonly processID: number };
    steps.pid = client.processID;
    return steppedClient(client, steps);
  };
  const query: Query = async (...statement) => {
    const client = await connect();
    try {
      return await (client.query as unknown as Query)(...statement);
    } finally {
      client.release();
    }
  };
  return new Database(db.orm, { connect, query } as unknown as Pool);
}

function steppedClient(client: Connection, steps: Steps): Connection {
  const send: Query = (...statement) => (client.query as unknown as Query)(...statement);
  let packet: { readonly text: string; readonly send: () => Promise<unknown> }[] | null = null;
  const query: Query = (...statement) => {
    const [text] = statement;
    if (packet === null) return steps.pass(text, () => send(...statement));
    const answer = Promise.withResolvers<unknown>();
    const sendNow = () => {
      const sent = send(...statement);
      answer.resolve(sent);
      return sent;
    };
    packet.push({ text, send: sendNow });
    return answer.promise;
  };
  const inOnePacket = <T>(collect: () => T): T => {
    const statements: NonNullable<typeof packet> = [];
    packet = statements;
    const collected = collect();
    packet = null;
    if (statements.length === 0) return collected;
    const sendAll = () => Promise.all(client.inOnePacket(() => statements.map((one) => one.send())));
    // Each statement rejects by itself.
    steps.pass(statements.map(({ text }) => text).join('; '), sendAll).catch(() => undefined);
    return collected;
  };
  return new Proxy(client, {
    get(target, name) {
      if (name === 'query') return query;
      if (name === 'inOnePacket') return inOnePacket;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
