import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { newId } from '../../src/lib/ids.js';
import { createTestDatabase, isOnCitus } from '../support/database/database.js';
import { beginningsOf, type Sent } from '../support/database/sent-statements.js';
import { SENT_TO_CITUS } from '../support/database/sent-to-citus.js';

/**
 * Statements of one organisation that are more than one task on its node, by how they begin, and why the steps do no
 * harm.
 */
const IN_STEPS: Readonly<Record<string, string>> = {
  'UPDATE chat_sessions s SET previous_state': 'The first step takes the time, and reads no table.',
  'SELECT 1 FROM (SELECT min(submitted_at)':
    'Reads a table of the coordinator with what it has read of messages. A report that comes in between counts as one that came before.',
  "UPDATE sms_messages m SET phase = 'submitting', gateway":
    'Claims after a restore, while no server runs: nothing changes between the steps.',
  'UPDATE webhook_endpoints e SET last_sequence = CASE WHEN':
    'Reads the end of the log first. An event of between the steps is announced, which moves due_at; the statement then keeps it.',
  'WITH erased (id, mobile) AS': 'Changes three tables, by ids of messages that the transaction has locked.',
  'WITH own AS ( SELECT id FROM chat_messages': 'The first step locks the rows that the second one changes.',
  'WITH own AS MATERIALIZED (SELECT time_zone': 'Reads the time zone on the coordinator first.',
};

/** Whether Citus runs a statement as one task, or the words of its refusal. */
type Outcome = { readonly inOneTask: boolean } | { readonly refusal: string };

// `npm run test:citus` runs these.
(isOnCitus() ? describe : describe.skip)('Citus', () => {
  const outcomes = new Map<Sent, Outcome>();

  beforeAll(async () => {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const values = await readValues(client);
    for (const sent of SENT_TO_CITUS.filter(({ text }) => /^(?:SELECT|INSERT|UPDATE|DELETE|WITH) /i.test(text))) {
      outcomes.set(sent, await explain(client, values, sent));
    }
    await client.end();
    await database.drop();
  });
  afterAll(() => outcomes.clear());

  it('takes every statement', () => {
    const refused = [...outcomes].flatMap(([{ text }, outcome]) =>
      'refusal' in outcome ? [[outcome.refusal, text]] : [],
    );
    expect(refused).toEqual([]);
    expect(outcomes.size).toBeGreaterThan(500);
  });

  it('runs each statement of one organisation as one task on its node, but for those that are known', () => {
    const inSteps = [...outcomes].flatMap(([sent, outcome]) =>
      sent.sees.includes('organisation') && 'inOneTask' in outcome && !outcome.inOneTask ? [sent] : [],
    );
    const known = Object.keys(IN_STEPS);
    expect(beginningsOf(inSteps, known)).toEqual(known.toSorted());
  });
});

const ORGANISATION = newId();

const SETTINGS = {
  organisation: `SET LOCAL postrider.organisation = '${ORGANISATION}'`,
  everybody: `SET LOCAL postrider.every_organisation = 'on'`,
};

/** A value of each type. Whatever is a UUID is the organisation. */
async function readValues(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ type: string; word: string }>(
    'SELECT enumtypid::regtype::text AS type, min(enumlabel) AS word FROM pg_enum GROUP BY 1',
  );
  return new Map([
    ...Object.entries({ uuid: ORGANISATION, boolean: 'true', interval: '1 second', json: '[]', jsonb: '[]' }),
    ...Object.entries({ text: 'x', 'character varying': 'x', bytea: '\\x00', regclass: 'sms_messages' }),
    ...['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision'].map((type) => [type, '1'] as const),
    ['timestamp with time zone', '2026-11-25T00:00:00Z'],
    ...rows.map(({ type, word }) => [type, word] as const),
  ]);
}

function exampleOf(type: string, values: ReadonlyMap<string, string>): string {
  if (type.endsWith('[]')) return `{"${exampleOf(type.slice(0, -2), values).replaceAll('\\', '\\\\')}"}`;
  const value = values.get(type);
  if (value === undefined) throw new Error(`There is no value of the type ${type}.`);
  return value;
}

async function explain(client: Client, values: ReadonlyMap<string, string>, { sees, text }: Sent): Promise<Outcome> {
  await client.query('BEGIN');
  try {
    if (sees.includes('organisation')) await client.query(SETTINGS.organisation);
    else if (sees.includes('everybody')) await client.query(SETTINGS.everybody);
    await client.query(`PREPARE sent AS ${withIds(text)}`);
    const { rows: prepared } = await client.query<{ types: string[] }>(
      `SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'sent'`,
    );
    const parameters = (prepared[0]?.types ?? []).map((type) => `'${exampleOf(type, values)}'`);
    const call = parameters.length > 0 ? `sent (${parameters.join(', ')})` : 'sent';
    const { rows } = await client.query(`EXPLAIN (FORMAT json, COSTS off) EXECUTE ${call}`);
    return { inOneTask: isOneTask(rows[0]['QUERY PLAN']) };
  } catch (error) {
    return { refusal: (error as Error).message };
  } finally {
    await client.query('ROLLBACK');
    await client.query('DEALLOCATE ALL');
  }
}

/** The golden file leaves out the id that a constant text has. */
function withIds(text: string): string {
  return text.replace(/^(INSERT INTO sms_bounds .* VALUES \(\$1, \$2, ')'/, `$1${ORGANISATION}'`);
}

interface DistributedQuery {
  readonly Job?: { readonly 'Task Count': number };
  readonly Subplans?: readonly unknown[];
}

/** Or none, if it concerns tables of the coordinator alone. */
function isOneTask(plan: unknown): boolean {
  const queries = distributedIn(plan);
  const isWhole = queries.every(({ Job, Subplans = [] }) => Job?.['Task Count'] === 1 && Subplans.length === 0);
  const isCopied = JSON.stringify(plan).includes('pull to coordinator');
  return queries.length <= 1 && isWhole && !isCopied;
}

function distributedIn(node: unknown): DistributedQuery[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'Distributed Query' in node ? [node['Distributed Query'] as DistributedQuery] : [];
  return [...own, ...Object.values(node).flatMap(distributedIn)];
}
