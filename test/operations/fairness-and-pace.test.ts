import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dispatchNext } from '../../src/operations/dispatch/dispatch-next.js';
import { sendBulkSms } from '../../src/operations/send-bulk-sms.js';
import { sendSms } from '../../src/operations/send-sms.js';
import { createWorkers } from '../../src/workers/workers.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import {
  createProgrammableGateway,
  type JournalEntry,
  type ProgrammableGateway,
} from '../support/programmable-gateway.js';
import {
  mobile,
  mobiles,
  newOrganisation,
  startServices,
  type TestServices,
  withGateways,
} from '../support/services.js';

const BURST_SECONDS = 1;
/** Between the moment at which something is allowed and that at which the gateway writes it down. */
const CLOCK_SLACK_SECONDS = 0.1;

const PATIENCE_MS = 15_000;

async function until(reached: () => boolean): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; !reached(); await sleep(5)) {
    if (Date.now() > deadline) throw new Error('It did not happen.');
  }
}

describe('sharing a gateway', () => {
  let database: TestDatabase;
  let process: TestServices;

  beforeAll(async () => {
    database = await createTestDatabase();
    process = await startServices(database, { gateways: [], poolSize: 12 });
  });

  afterAll(async () => {
    await process.stop();
    await database.drop();
  });

  it('ten thousand messages of one organisation do not hold up the single one of another', async () => {
    const gateway = createProgrammableGateway({ name: 'shared', delayMs: 100, pace: { concurrency: 2 } });
    const services = withGateways(process, { gateways: [gateway] });
    const many = await newOrganisation(services);
    const one = await newOrganisation(services);
    await sendBulkSms(many, { message: 'many', recipients: mobiles(10_000) });
    const workers = createWorkers(services);
    workers.wakeAll();
    await until(() => gateway.calls.length >= 4);

    const before = gateway.calls.length;
    await sendSms(one, { message: 'one', to: mobile(1) });
    workers.wake({ job: 'sms-dispatch', gateway: gateway.name });
    await until(() => gateway.journal.some(({ text }) => text === 'one'));
    await workers.stop();
    const call = gateway.journal.find(({ text }) => text === 'one')?.call ?? 0;
    // Those under way when it came, and at most one more turn of each worker.
    expect(call - before).toBeLessThanOrEqual(5);
    expect(gateway.journal.length).toBeLessThan(10_000);
  });

  it('three organisations with much to send take turns', async () => {
    const gateway = createProgrammableGateway({ name: 'turns', delayMs: 20, pace: { concurrency: 1 } });
    const services = withGateways(process, { gateways: [gateway], policy: { batchSize: 10 } });
    for (const name of ['a', 'b', 'c']) {
      await sendBulkSms(await newOrganisation(services), { message: name, recipients: mobiles(60) });
    }
    const workers = createWorkers(services);
    workers.wakeAll();
    await until(() => gateway.journal.length === 180);
    await workers.stop();
    const owners = [...new Map(gateway.journal.map(({ call, text }) => [call, text])).values()];
    for (let round = 0; round < 5; round += 1) {
      expect(owners.slice(round * 3, round * 3 + 3).sort()).toEqual(['a', 'b', 'c']);
    }
  });

  it('a gateway that stalls does not hold up the work of another', async () => {
    const released = Promise.withResolvers<void>();
    const stalled = createProgrammableGateway({
      name: 'stalled',
      pace: { batchSize: 10 },
      async react() {
        await released.promise;
        return { outcome: { kind: 'accepted' } };
      },
    });
    const healthy = createProgrammableGateway({ name: 'healthy' });
    const withStalled = withGateways(process, { gateways: [stalled, healthy] });
    const [poor, rich] = [await newOrganisation(withStalled), await newOrganisation(withStalled)];
    const routes = [
      { organisationId: poor.caller.organisationId, gateways: ['stalled'] as const },
      { organisationId: rich.caller.organisationId, gateways: ['healthy'] as const },
    ];
    const services = withGateways(process, { gateways: [stalled, healthy], routes, policy: { batchSize: 50 } });
    await sendBulkSms({ ...poor, ...services }, { message: 'Hello', recipients: mobiles(500) });
    const workers = createWorkers(services);
    workers.wakeAll();
    workers.wakeAll();
    await until(() => stalled.calls.length === 2);

    await sendBulkSms({ ...rich, ...services }, { message: 'Hello', recipients: mobiles(3_000) });
    workers.wakeAll();
    await until(() => healthy.journal.length === 3_000);
    expect(stalled.journal).toEqual([]);
    const idle = await services.superuser.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    expect(idle.rows).toEqual([]);
    released.resolve();
    await workers.stop();
  });

  /** The most units in any stretch of time, less what the rate allows for it. */
  const excess = (journal: readonly JournalEntry[], rate: number, unitsOf: (entry: JournalEntry) => number) => {
    let worst = 0;
    for (let from = 0; from < journal.length; from += 1) {
      let units = 0;
      const start = journal[from]?.atMs ?? 0;
      for (const entry of journal.slice(from)) {
        units += unitsOf(entry);
        worst = Math.max(worst, units - rate * ((entry.atMs - start) / 1000));
      }
    }
    return worst;
  };

  const sendPaced = async (
    name: string,
    pace: Partial<ProgrammableGateway['pace']>,
    message: string,
    count: number,
  ) => {
    const journal: JournalEntry[] = [];
    const paced = () => {
      const gateway = createProgrammableGateway({ name, pace });
      gateway.journal.push = (...entries) => journal.push(...entries);
      return withGateways(process, { gateways: [gateway] });
    };
    const both = [paced(), paced()];
    const context = await newOrganisation(both[0] as TestServices);
    // In several portions, so that both find something.
    for (let part = 0; part < 5; part += 1) {
      await sendBulkSms(context, { message, recipients: mobiles(count / 5, part * (count / 5)) });
    }
    const workers = both.map((services) => createWorkers(services));
    const waking = setInterval(() => {
      for (const one of workers) one.wakeAll();
    }, 50);
    try {
      await until(() => journal.length === count);
    } finally {
      clearInterval(waking);
      await Promise.all(workers.map((one) => one.stop()));
    }
    return journal;
  };

  it('50 messages a second over two processes are never exceeded by more than the burst', async () => {
    const rate = 50;
    const journal = await sendPaced('paced', { ratePerSecond: rate }, 'Hello', 150);
    expect(journal).toHaveLength(150);
    expect(excess(journal, rate, () => 1)).toBeLessThanOrEqual(rate * (BURST_SECONDS + CLOCK_SLACK_SECONDS));
  });

  it('50 segments a second over two processes are never exceeded by more than the burst and one message', async () => {
    const rate = 50;
    const longText = 'x'.repeat(400);
    const journal = await sendPaced('segments', { ratePerSecond: rate, rateUnit: 'segments' }, longText, 60);
    expect(new Set(journal.map(({ segments }) => segments))).toEqual(new Set([3]));
    const allowed = rate * (BURST_SECONDS + CLOCK_SLACK_SECONDS) + 2;
    expect(excess(journal, rate, ({ segments }) => segments)).toBeLessThanOrEqual(allowed);
  });

  it('a rate below one message a second is slow, not endless', async () => {
    const gateway = createProgrammableGateway({ name: 'slow', pace: { ratePerSecond: 0.1 } });
    const services = withGateways(process, { gateways: [gateway] });
    const context = await newOrganisation(services);
    const turn = { gateway: gateway.name, organisationId: context.caller.organisationId };
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(2) });
    await dispatchNext(services, turn);
    expect(gateway.journal).toHaveLength(1);
    await services.travel(11);
    await dispatchNext(services, turn);
    expect(gateway.journal).toHaveLength(2);
  });
});
