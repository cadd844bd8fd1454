import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { LogWrite } from '../../../src/db/postgres/log-writes.js';
import { appendEvents } from '../../../src/db/sql/events/append-events.js';
import { readLogEnds } from '../../../src/db/sql/events/log.js';
import { insertMessagesAtOnce, type NewMessage } from '../../../src/db/sql/sms/messages/insert-messages.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.js';
import { type AnyTx, describePlans, explainOn, type PlanNode } from '../../support/database/plans.js';

const MESSAGE = { id: '01890000-0000-7000-8000-000000000001' } as unknown as NewMessage;

function scansOfEvents(node: PlanNode & { readonly 'Scan Direction'?: string }): object[] {
  const below = (node.Plans ?? []).flatMap(scansOfEvents);
  const isScan = node['Relation Name'] === 'events' && node['Node Type'] !== 'ModifyTable';
  return isScan ? [{ type: node['Node Type'], direction: node['Scan Direction'] }, ...below] : below;
}

/** Runs what `use` appends as a statement of the transaction, so that it is explained. */
const appended = (use: (tx: AnyTx) => void) => async (tx: AnyTx) => {
  const writes: LogWrite[] = [];
  use({ ...tx, logWrites: { add: (write: LogWrite) => writes.push(write) } } as unknown as AnyTx);
  for (const { statement, values } of writes) await tx.sql(statement, values);
};

// A connection keeps its plans until autovacuum analyses the table: in a new database for a minute, while a thousand
// calls a second come in.
describePlans('plans that are made while the event log is new', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const subjectIds = ['01890000-0000-7000-8000-000000000001'];
  const statements: readonly (readonly [string, (tx: AnyTx) => Promise<unknown>])[] = [
    ['reads the ends of the log', readLogEnds],
    ['appends an event', appended((tx) => appendEvents(tx, [{ type: 'sms.queued', subjectIds, revision: 1 }]))],
    [
      'accepts a single message',
      ({ sql }) => {
        const appendAtOnce = (_: string, statement: string, values: object) => sql(statement, values as never);
        const db = { appendAtOnce, noteMoves: () => undefined };
        return insertMessagesAtOnce(db as never, '', [MESSAGE]);
      },
    ],
  ];

  it.each(statements)('%s: finds the newest event at the end of the index', async (_, query) => {
    const scans = scansOfEvents(await explainOn(client, query));
    expect(scans).toEqual([{ type: 'Index Only Scan', direction: 'Backward' }]);
  });
});
