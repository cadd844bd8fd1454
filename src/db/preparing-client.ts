import { createHash } from 'node:crypto';
import pg from 'pg';
import { Packet } from './packet.js';
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

  private packet: Packet | null = null;

  /** What `send` sends before it waits for anything leaves in one packet, and PostgreSQL answers it in one. */
  inOnePacket<T>(send: () => T): T {
    const packet = new Packet(this);
    this.packet = packet;
    try {
      return send();
    } finally {
      this.packet = null;
      if (!packet.isEmpty) super.query(packet);
    }
  }

  override query(...args: unknown[]): never {
    const [text, values, ...more] = args;
    const { packet } = this;
    const hasValues = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const prepared = hasValues ? { name: nameOf(text), text, values } : null;
    const send = () => {
      if (packet) return packet.add(prepared ?? { text: text as string });
      return super.query(...((prepared ? [prepared, ...more] : args) as [string]));
    };
    return traced(text, send) as never;
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
