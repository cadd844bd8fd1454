import { createHash } from 'node:crypto';
import pg from 'pg';
import { Packet } from './packet.js';
import type { Forms } from './statement.js';
import { traced } from './traced-statements.js';

/**
 * Sends statements with parameters as prepared ones, so that PostgreSQL parses and plans each once per connection:
 * planning a batch statement costs a third of running it. The name of a statement is a hash of its text, so that
 * processes which share a connection behind PgBouncer use the same name for the same statement. PgBouncer needs
 * max_prepared_statements > 0.
 */
export class PreparingClient extends pg.Client {
  /** Null if the server takes statements as they stand. */
  forms: Forms | null = null;

  private packet: Packet | null = null;

  /**
   * Statements that `send` sends before it waits for anything leave in one packet, and PostgreSQL answers them
   * together.
   */
  inOnePacket<T>(send: () => T): T {
    const packet = new Packet(this);
    this.packet = packet;
    let sent: T;
    try {
      sent = send();
    } finally {
      this.packet = null;
    }
    if (!packet.isEmpty) super.query(packet);
    return sent;
  }

  /**
   * Whether PostgreSQL has skipped a statement, because one before it in the packet failed, that it should have
   * prepared. The connection must be closed then: PgBouncer closes it when the same name is to be prepared again. To be
   * asked while nothing is under way.
   */
  get hasSkippedStatements(): boolean {
    const { connection } = this as unknown as { readonly connection: { readonly submittedNamedStatements: object } };
    return Object.keys(connection.submittedNamedStatements).length > 0;
  }

  override query(...args: unknown[]): never {
    const [text, values, ...more] = args;
    const hasValues = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const sent = hasValues ? [{ ...named(text), text, values }, ...more] : args;
    return traced(text, () =>
      this.packet ? this.packet.add(sent[0] as string | pg.QueryConfig) : super.query(...(sent as [string])),
    ) as never;
  }
}

const names = new Map<string, string>();
const NAME_LENGTH = 22;
/**
 * Statements that the program always sends are some three hundred. Lists have a text for each choice of conditions,
 * which callers make: each connection would keep thousands.
 */
const MOST_PREPARED = 1_000;

/** Beyond the limit a statement is parsed whenever it is sent. */
function named(text: string): { readonly name?: string } {
  const known = names.get(text);
  if (known !== undefined) return { name: known };
  if (names.size === MOST_PREPARED) return {};
  const name = createHash('sha256').update(text).digest('base64url').slice(0, NAME_LENGTH);
  names.set(text, name);
  return { name };
}
