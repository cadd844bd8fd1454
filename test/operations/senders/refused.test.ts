import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/domain/context.js';
import type { OutgoingSms } from '../../../src/domain/sms/gateway.js';
import type { Context } from '../../../src/operations/context.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { createTestDatabase, isOnCitus, type TestDatabase } from '../../support/database/database.js';
import {
  accept,
  createProgrammableGateway,
  type GatewayScript,
  type ProgrammableGateway,
  type Reaction,
  reject,
} from '../../support/gateways/programmable-gateway.js';
import { seeCounts } from '../../support/see.js';
import {
  drain,
  mobile,
  mobiles,
  newOrganisation,
  startServices,
  type TestServices,
  withGateways,
  withTestKey,
} from '../../support/services.js';
import { withOwnGateway } from '../../support/stage.js';

let database: TestDatabase;
let process: TestServices;
let gateways = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  process = await startServices(database, { gateways: [] });
});

afterAll(async () => {
  await process.stop();
  await database.drop();
});

interface Scene {
  readonly gateway: ProgrammableGateway;
  readonly services: TestServices;
  readonly context: Context;
}

/** An organisation with two sender ids and a gateway that reacts like this. */
async function start(react: NonNullable<GatewayScript['react']>, script: GatewayScript = {}): Promise<Scene> {
  const { gateway, services, context } = await withOwnGateway(process, { react, ...script });
  await register(context, ['ACME', 'OTHER']);
  return { gateway, services, context };
}

const register = ({ caller }: Context, names: readonly string[]) =>
  process.sql(
    `INSERT INTO sender_ids (organisation_id, id, name, status)
     SELECT $1, gen_random_uuid(), name, 'approved' FROM unnest($2::text[]) AS n (name)`,
    [caller.organisationId, names],
  );

async function senders({ caller }: Context) {
  const rows = await process.sql<{ name: string; refused_by: string | null; status: string }>(
    `SELECT name, status, refused_by, refused_at > now() - interval '1 minute' AS lately FROM sender_ids
     WHERE organisation_id = $1 ORDER BY name`,
    [caller.organisationId],
  );
  return rows;
}

const unmarked = (name: string) => ({ name, status: 'approved', refused_by: null, lately: null });
const marked = (name: string, by: string) => ({ name, status: 'approved', refused_by: by, lately: true });

/** The statements that are run on the next connection of the pool, while it is the only one. */
async function statementsOf(services: TestServices, work: () => Promise<unknown>): Promise<string[]> {
  const client = await services.db.pool.connect();
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const texts: string[] = [];
  client.query = ((...args: unknown[]) => {
    texts.push(String(args[0]));
    return query(...args);
  }) as typeof client.query;
  client.release();
  try {
    await work();
  } finally {
    client.query = query as typeof client.query;
  }
  return texts;
}

/** Citus takes no INSERT in a CTE, so a send there is more statements. */
const itCounts = isOnCitus() ? it.skip : it;

describe('a 402 of a gateway', () => {
  it('by its answer marks the sender id, says who, and leaves its status alone', async () => {
    const { gateway, services, context } = await start(() => reject(402));
    await sendSms(context, { to: mobile(1), message: 'Hello', senderId: 'ACME' });
    await drain(services);
    expect(await senders(context)).toEqual([marked('ACME', gateway.name), unmarked('OTHER')]);
  });

  it('by its report marks it too', async () => {
    const { gateway, services, context } = await start(accept);
    await sendSms(context, { to: mobile(1), message: 'Hello', senderId: 'ACME' });
    await drain(services);
    expect(await senders(context)).toEqual([unmarked('ACME'), unmarked('OTHER')]);
    const [entry] = gateway.journal;
    if (!entry) throw new Error('Nothing has left.');
    await receiveReports(services, gateway.name, [gateway.reportOn(entry, { kind: 'failed', code: 402 })]);
    await drain(services);
    expect(await senders(context)).toEqual([marked('ACME', gateway.name), unmarked('OTHER')]);
  });

  it('marks a number whichever way it was written', async () => {
    const { gateway, services, context } = await start(() => reject(402));
    await register(context, ['254711000999']);
    await sendSms(context, { to: mobile(1), message: 'Hello', senderId: '+254711000999' });
    await drain(services);
    expect((await senders(context))[0]).toEqual(marked('254711000999', gateway.name));
  });

  it('on a test marks nothing', async () => {
    const { gateway, services, context } = await start(() => reject(402));
    const tester: Context = withTestKey(context);
    // A route of the test leads tests to this gateway as well.
    const { result } = await sendSms(tester, { to: mobile(1), message: 'Hello', senderId: 'ACME' });
    await process.sql('UPDATE sms_due SET gateway = $1 WHERE $2 = ANY (message_ids)', [gateway.name, result.id]);
    await drain(services);
    expect(gateway.journal).toHaveLength(1);
    expect(await senders(context)).toEqual([unmarked('ACME'), unmarked('OTHER')]);
  });

  it('marks nothing of another organisation, and nothing that is not registered', async () => {
    const { services, context } = await start(() => reject(402));
    const other = await newOrganisation(services);
    await register(other, ['ACME']);
    await sendSms(context, { to: mobile(1), message: 'Hello', senderId: 'NOBODY' });
    await sendSms(context, { to: mobile(2), message: 'Hello' });
    await sendSms(other, { to: mobile(3), message: 'Hello', senderId: 'OTHER' });
    await drain(services);
    expect(await senders(context)).toEqual([unmarked('ACME'), unmarked('OTHER')]);
    expect(await senders(other)).toEqual([unmarked('ACME')]);
  });

  it.each([403, 404, 406, 407, 409, 500, 501, 502])('is not a %i, which marks nothing', async (code) => {
    const { services, context } = await start(() => reject(code));
    await sendSms(context, { to: mobile(code), message: 'Hello', senderId: 'ACME' });
    await drain(services);
    expect(await senders(context)).toEqual([unmarked('ACME'), unmarked('OTHER')]);
  });
});

describe('batches with 402s', () => {
  it.each([
    ['a batch that notes the same', 'FOR NO KEY UPDATE'],
    ['the operator, who decides on the sender id after they were claimed', 'FOR UPDATE'],
  ])('do not wait for %s', async (_, lock) => {
    const holding = await process.superuser.connect();
    await holding.query('BEGIN');
    const { services, context } = await start(
      async () => {
        await holding.query(`SELECT 1 FROM sender_ids WHERE organisation_id = $1 ${lock}`, [
          context.caller.organisationId,
        ]);
        return reject(402);
      },
      { pace: { batchSize: lock === 'FOR UPDATE' ? 6 : 2 } },
    );
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(6), senderId: 'ACME' });
    await drain(services);
    expect(await seeCounts(services, result.id)).toEqual({ failed: 6 });
    await holding.query('COMMIT');
    holding.release();
  });

  it('of many sender ids at once all end, and leave a mark on each', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `S${String(index).padStart(2, '0')}`);
    const { gateway, services, context } = await start(() => reject(402), { pace: { batchSize: 5 } });
    await register(context, names);
    const orders = [names, names.toReversed(), names.toSorted(() => 0.5 - Math.random())];
    const sends = orders.flatMap((order) => order.map((senderId, place) => ({ senderId, to: mobile(place) })));
    await Promise.all(sends.map((send) => sendSms(context, { ...send, message: 'Hello' })));
    await Promise.all([drain(services), drain(services), drain(services)]);
    expect(gateway.journal).toHaveLength(sends.length);
    const rows = (await senders(context)).filter(({ name }) => name.startsWith('S'));
    expect(rows).toEqual(names.map((name) => marked(name, gateway.name)));
  });
});

/** MikroORM wants a second connection for its first change, which the services that are counted do not have. */
async function newCaller(): Promise<Caller> {
  const context = await newOrganisation(process);
  await register(context, ['ACME']);
  return context.caller;
}

describe('the statements of a send and of its dispatch', () => {
  it('are one more with a 402, whatever the number of messages, and none more without', async () => {
    const single = await startServices(database, { gateways: [], poolSize: 1, connectsToNodes: false });
    try {
      const marks = async (react: (message: OutgoingSms) => Reaction) => {
        const gateway = createProgrammableGateway({ name: `counted-${++gateways}`, react });
        const services = withGateways(single, { gateways: [gateway] });
        const context = { ...services, caller: await newCaller() };
        await sendBulkSms(context, { message: 'Hello', recipients: mobiles(20), senderId: 'ACME' });
        const texts = await statementsOf(services, () => drain(services));
        return texts.filter((text) => text.includes('UPDATE sender_ids')).length;
      };
      expect(await marks(accept)).toBe(0);
      expect(await marks(() => reject(403))).toBe(0);
      expect(await marks(() => reject(402))).toBe(1);
    } finally {
      await single.stop();
    }
  });

  itCounts('do not look at sender ids where they are not enforced, and look once where they are', async () => {
    const gateway = createProgrammableGateway({ name: `counted-${++gateways}` });
    const single = await startServices(database, { gateways: [gateway], poolSize: 1, connectsToNodes: false });
    try {
      const context: Context = { ...single, caller: await newCaller() };
      const strict: Context = { ...context, caller: { ...context.caller, enforcesSenderIds: true } };
      const send = (by: Context) =>
        statementsOf(single, () => sendSms(by, { to: mobile(1), message: 'Hello', senderId: 'ACME' }));
      const sendBulk = (by: Context) =>
        statementsOf(single, () => sendBulkSms(by, { message: 'Hello', recipients: mobiles(20), senderId: 'ACME' }));
      const plain = await send(context);
      expect(plain).toEqual([
        'BEGIN',
        expect.stringMatching(/^SET LOCAL/),
        expect.stringContaining('FROM event_logs'),
        expect.stringContaining('INSERT INTO sms_messages'),
        'COMMIT',
      ]);
      const lookUp = expect.stringContaining('FROM sender_ids');
      expect(await send(strict)).toEqual([
        ...plain.slice(0, 2),
        lookUp,
        expect.stringContaining('INSERT INTO sms_messages'),
        expect.stringContaining('FROM event_logs'),
        expect.stringContaining('INSERT INTO events'),
        expect.stringContaining('INSERT INTO sms_statistics'),
        'COMMIT',
      ]);

      const [begin, settings, ...rest] = await sendBulk(context);
      expect(rest.filter((text) => text.includes('FROM sender_ids'))).toEqual([]);
      expect(await sendBulk(strict)).toEqual([begin, settings, lookUp, ...rest]);
    } finally {
      await single.stop();
    }
  });
});
