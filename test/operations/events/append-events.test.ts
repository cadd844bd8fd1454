import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { LogWrite } from '../../../src/db/postgres/log-writes.js';
import { inSavepoint, type OrganisationTx } from '../../../src/db/postgres/transaction.js';
import { appendEvents } from '../../../src/db/sql/events/append-events.js';
import { readLogEnds } from '../../../src/db/sql/events/log.js';
import { insertMessagesAtOnce, type NewMessage } from '../../../src/db/sql/sms/messages/insert-messages.js';
import type { Context } from '../../../src/operations/context.js';
import { readEvents } from '../../../src/operations/events/event-log.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.js';
import { type AnyTx, describePlans, explainOn, type PlanNode } from '../../support/database/plans.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { newOrganisation } from '../../support/services.js';
import { untilSomeoneWaits } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

const services = useServices({ gateways: [createProgrammableGateway()] });

const append = (tx: OrganisationTx, subjectId: string = randomUUID()) =>
  appendEvents(tx, [{ type: 'session.connected', subjectIds: [subjectId], revision: 1 }]);

const log = async (context: Context) =>
  (await readEvents(context, { first: 1_000 })).events.map(({ sequence, subjectId }) => ({ sequence, subjectId }));

const numbered = (...subjects: readonly string[]) =>
  subjects.map((subjectId, index) => ({ sequence: index + 1, subjectId }));

describe('appending events', () => {
  it('leaves the log free for others until the transaction commits, whatever it still does', async () => {
    const context = await newOrganisation(services);
    const { organisationId } = context.caller;
    const [slow, quick] = [randomUUID(), randomUUID()];
    await services.db.inOrganisation(organisationId, async (tx) => {
      append(tx, slow);
      await tx.sql('SELECT pg_sleep(0.05)');
      await services.db.inOrganisation(organisationId, async (other) => append(other, quick));
      expect(await log(context)).toEqual(numbered(quick));
    });
    expect(await log(context)).toEqual(numbered(quick, slow));
  });

  it('leaves nothing of a transaction that fails, and of a savepoint that is rolled back', async () => {
    const context = await newOrganisation(services);
    const { organisationId } = context.caller;
    const [before, after] = [randomUUID(), randomUUID()];
    const failing = services.db.inOrganisation(organisationId, async (tx) => {
      append(tx);
      await tx.sql('SELECT 1 / 0');
    });
    await expect(failing).rejects.toThrow('division by zero');
    await services.db.inOrganisation(organisationId, async (tx) => {
      append(tx, before);
      const lost = inSavepoint(tx, 'part', async () => {
        append(tx);
        await tx.sql('SELECT 1 / 0');
      });
      await expect(lost).rejects.toThrow('division by zero');
      append(tx, after);
    });
    expect(await log(context)).toEqual(numbered(before, after));
  });

  it('starts again with the transaction, after a deadlock', async () => {
    const context = await newOrganisation(services);
    const { organisationId } = context.caller;
    const subjects = [randomUUID(), randomUUID()];
    let runs = 0;
    await services.db.inOrganisation(organisationId, async (tx) => {
      append(tx, subjects[runs]);
      runs += 1;
      if (runs === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    });
    expect(await log(context)).toEqual(numbered(subjects[1] ?? ''));
  });

  it('locks the logs of several organisations in one order, so that transactions never deadlock', async () => {
    const contexts = await Promise.all(Array.from({ length: 4 }, () => newOrganisation(services)));
    const ids = contexts.map(({ caller }) => caller.organisationId);
    const transactions = 400;
    let begun = 0;
    let runs = 0;
    const write = async () => {
      // A deadlock takes a second to be detected: one is enough to know.
      while (begun < transactions && runs <= begun) {
        begun += 1;
        await services.db.acrossOrganisations(async (tx) => {
          runs += 1;
          const some = ids.toSorted(() => randomInt(3) - 1).slice(0, randomInt(2, ids.length));
          for (const id of some) append(tx.of(id));
        });
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: 8 }, write));
    // A transaction that has lost a deadlock runs again, and fails when it has lost too often.
    expect(runs).toBe(transactions);
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['fulfilled']));
  });

  it('goes on after the last number of a log that has no events any more', async () => {
    const context = await newOrganisation(services);
    const { organisationId } = context.caller;
    await services.sql('UPDATE event_logs SET oldest_sequence = 8 WHERE organisation_id = $1', [organisationId]);
    expect(await readEvents(context, { after: 7 })).toMatchObject({ last: 7, hasMore: false, oldest: 8, newest: 7 });
    const subject = randomUUID();
    await services.db.inOrganisation(organisationId, async (tx) => append(tx, subject));
    expect(await log(context)).toEqual([{ sequence: 8, subjectId: subject }]);
  });

  it('fails where the organisation has no log', async () => {
    const { caller } = await newOrganisation(services);
    await services.sql('DELETE FROM event_logs WHERE organisation_id = $1', [caller.organisationId]);
    const appending = services.db.inOrganisation(caller.organisationId, async (tx) => append(tx));
    await expect(appending).rejects.toThrow('division by zero');
  });

  it.each(['a transaction', 'a single send'])(
    'lets %s wait for the lock of the log before it takes a number',
    async (by) => {
      const context = await newOrganisation(services);
      const { organisationId } = context.caller;
      const holder = await services.superuser.connect();
      try {
        await holder.query('BEGIN');
        await holder.query('SELECT FROM event_logs WHERE organisation_id = $1 FOR NO KEY UPDATE', [organisationId]);
        await holder.query(
          `INSERT INTO events (organisation_id, sequence, type, subject_id, revision, corrected, created_at)
           VALUES ($1, 1, 'session.connected', $2, 1, false, now())`,
          [organisationId, randomUUID()],
        );
        const appending =
          by === 'a transaction'
            ? services.db.inOrganisation(organisationId, async (tx) => append(tx))
            : sendSms(context, { to: '254722000010', message: 'Hello' });
        const appended = expect(appending).resolves.not.toThrow();
        await untilSomeoneWaits(services.superuser);
        await holder.query('COMMIT');
        await appended;
        expect((await log(context)).map(({ sequence }) => sequence)).toEqual([1, 2]);
      } finally {
        holder.release(true);
      }
    },
  );

  it('numbers single sends in the packet of the message, also when many come at once', async () => {
    const context = await newOrganisation(services);
    const sends = Array.from({ length: 60 }, (_, number) =>
      sendSms(context, {
        to: `2547220000${10 + number}`,
        message: 'Hello',
        idempotencyKey: number % 3 === 0 ? `key ${number}` : null,
      }),
    );
    const answers = await Promise.allSettled(sends);
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
    const ids = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.result.id : ''));
    const events = await log(context);
    expect(events.map(({ sequence }) => sequence)).toEqual(ids.map((_, index) => index + 1));
    expect(new Set(events.map(({ subjectId }) => subjectId))).toEqual(new Set(ids));
  });
});

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
