import pg from 'pg';
import { Database } from '../../../src/db/database.js';
import type { Connection } from '../../../src/db/postgres/connection.js';
import { PreparingClient } from '../../../src/db/postgres/preparing-client.js';

/** Whose rows row level security shows to the transaction that a statement belongs to. */
export type Scope = 'organisation' | 'organisation on its node' | 'everybody' | 'people' | 'none';

export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly scope: Scope;
  /** With the two scopes `organisation`. */
  readonly organisationId: string | null;
}

interface Sent {
  readonly text: string;
  readonly values?: readonly unknown[];
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** Every statement that the program sends on its own connections, until the returned function is called. */
export function watchStatements(note: (statement: SentStatement) => void): () => void {
  const scopes = new WeakMap<pg.Client, string>();
  const onNodes = watchNodes();
  const stop = interceptQueries((client, sent) => {
    if (!isOfProgram(client, sent)) return sent;
    if (/^(BEGIN|SET LOCAL postrider|COMMIT|ROLLBACK)\b/.test(sent.text)) {
      scopes.set(client, sent.text);
      note({ text: sent.text, values: [], scope: 'none', organisationId: null });
      return sent;
    }
    const { scope, organisationId } = scopeOf(scopes.get(client) ?? '');
    const isOnNode = scope === 'organisation' && onNodes.has(client);
    const { text, values = [] } = sent;
    note({ text, values, scope: isOnNode ? 'organisation on its node' : scope, organisationId });
    return sent;
  });
  return () => {
    stop();
    onNodes.stop();
  };
}

/** Which connections have last been opened for a transaction that may run on a node of Citus, also if there is none. */
function watchNodes() {
  const prototype = Database.prototype as unknown as { connect: Connect };
  const { connect } = prototype;
  const onNodes = new WeakSet<pg.Client>();
  prototype.connect = async function watched(organisationId) {
    const client = await connect.call(this, organisationId);
    if (this.prefersNodes) onNodes.add(client);
    else onNodes.delete(client);
    return client;
  };
  const stop = () => {
    prototype.connect = connect;
  };
  return { has: (client: pg.Client) => onNodes.has(client), stop };
}

type Connect = (this: { readonly prefersNodes: boolean }, organisationId?: string) => Promise<Connection>;

/** Lets `change` see, and change, each statement on its way to PostgreSQL, until the returned function is called. */
export function interceptQueries(change: (client: pg.Client, sent: Sent) => Sent): () => void {
  // A PreparingClient passes several statements to pg as one query, so they are seen where it gets them, and not again
  // in pg.
  const stops = [PreparingClient, pg.Client].map((Client) => {
    const prototype = Client.prototype as unknown as { query: Query };
    const { query } = prototype;
    prototype.query = function intercepted(...args) {
      if (Client === pg.Client && this instanceof PreparingClient) return query.apply(this, args);
      const [first, ...rest] = args;
      if (typeof first === 'string') {
        const values = Array.isArray(rest[0]) ? (rest[0] as unknown[]) : [];
        return query.call(this, change(this, { text: first, values }).text, ...rest);
      }
      if (typeof (first as Sent | null)?.text !== 'string') return query.apply(this, args);
      return query.call(this, change(this, first as Sent), ...rest);
    };
    return () => {
      prototype.query = query;
    };
  });
  return () => {
    for (const stop of stops) stop();
  };
}

/** The program has two pools: the large one, and the one for counts of calls. */
function isOfProgram(client: pg.Client, { text }: Sent): boolean {
  return (
    client instanceof PreparingClient || (client.user === PROGRAM_ROLE && /\b(rate_limits|account_tries)\b/.test(text))
  );
}

/** Of the test databases; what a test looks up behind the program's back is asked by a superuser. */
const PROGRAM_ROLE = 'postrider';

function scopeOf(beginning: string): Pick<SentStatement, 'scope' | 'organisationId'> {
  const organisationId = /postrider\.organisation = '(.*)'/.exec(beginning)?.[1];
  if (organisationId) return { scope: 'organisation', organisationId };
  if (organisationId === '') return { scope: 'people', organisationId: null };
  return { scope: beginning.includes('postrider.every_organisation') ? 'everybody' : 'none', organisationId: null };
}
