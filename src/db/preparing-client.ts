import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import pg from 'pg';
import { traced } from './traced-statements.js';

/**
 * Sends every statement with parameters as a prepared one, so that PostgreSQL parses and plans it once per connection:
 * planning a batch statement costs a third of running it. The texts are
 * constants of the program, a few hundred at most. The name of a statement is a hash of its text, so that processes which share a connection behind
 * PgBouncer use the same name for the same statement. PgBouncer needs max_prepared_statements > 0.
 */
export class PreparingClient extends pg.Client {
  /** Whether Citus has spread the tables over nodes. */
  isDistributed = false;

  /** What `send` sends leaves in one packet, so PostgreSQL wakes up once instead of several times. */
  inOnePacket<T>(send: () => T): T {
    const { stream } = (this as unknown as { readonly connection: { readonly stream: Writable } }).connection;
    stream.cork();
    try {
      return send();
    } finally {
      stream.uncork();
    }
  }

  override query(...args: unknown[]): never {
    const [text, values] = args;
    const prepared =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? [{ name: nameOf(text), text, values }, ...args.slice(2)]
        : args;
    return traced(text, () => super.query(...(prepared as [string]))) as never;
  }
}

const names = new Map<string, string>();
const NAME_LENGTH = 22;

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, NAME_LENGTH);
    names.set(text, name);
  }
  return name;
}
