import { describe, expect, it } from '@jest/globals';
import { sendBulkSms } from '../../src/operations/sms/send/send-bulk-sms.js';
import { installQueues } from '../../src/queue/boss.js';
import { openQueue } from '../../src/queue/queue.js';
import { startSweep } from '../../src/workers/sweep.js';
import { createProgrammableGateway } from '../support/gateways/programmable-gateway.js';
import { mobiles, newOrganisation, type TestServices, withGateways } from '../support/services.js';
import { withOwnGateway } from '../support/stage.js';
import { until } from '../support/until.js';
import { useServices } from '../support/use-services.js';
import { eventually } from '../support/wait.js';
import { openWorkers } from '../support/workers.js';

const MANY = 3_000;

describe('a campaign', () => {
  const process = useServices({ poolSize: 12 });

  const jobsAt = async ({ sql }: TestServices, gateway: string) => {
    const rows = await sql<{ state: string }>('SELECT state FROM pgboss.job WHERE name = $1', [
      `sms-campaigns/${gateway}`,
    ]);
    return rows.map(({ state }) => state);
  };

  it('is dispatched by jobs, which each process of several takes', async () => {
    const both = ['a', 'b'].map(() =>
      createProgrammableGateway({ name: 'shared', delayMs: 50, pace: { batchSize: 50 } }),
    );
    const [first, second] = both.map((gateway) => withGateways(process, { gateways: [gateway] })) as [
      TestServices,
      TestServices,
    ];
    const workers = [openWorkers(first), openWorkers(second)] as const;
    const context = { ...(await newOrganisation(first)), hints: workers[0].hints };
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(MANY) });
    const taken = () => both.map(({ journal }) => journal.length);
    await until(() => taken().reduce((sum, count) => sum + count) === MANY);
    await Promise.all(workers.map((one) => one.stop()));
    expect(new Set(both.flatMap((gateway) => gateway.takenNumbers())).size).toBe(MANY);
    expect(Math.min(...taken())).toBeGreaterThan(MANY / 10);
    expect(await jobsAt(first, 'shared')).toContain('completed');
  });

  it('waits for a job, and gets another if its own was lost', async () => {
    const { gateway, services, context } = await withOwnGateway(process, { name: 'lost' });
    const campaign = () => sendBulkSms(context, { message: 'Hello', recipients: mobiles(MANY) });
    // The hints of these services reach no queue, as if the job had been lost.
    await campaign();
    const workers = openWorkers(services);
    workers.wake({ job: 'sms-dispatch', gateway: 'lost' });
    await until(() => !workers.isActive);
    expect(gateway.calls).toEqual([]);
    workers.wakeFor({ work: 'campaigns', gateway: 'lost', due_in_ms: 0 });
    await until(() => gateway.journal.length === MANY);
    await workers.stop();
  });

  it('gets another job if its own cannot start, because the clock of PostgreSQL was ahead when it was sent', async () => {
    const gateway = createProgrammableGateway({ name: 'ahead' });
    const services = withGateways(process, { gateways: [gateway] });
    const { superuser, url, logger } = services;
    const context = await newOrganisation(services);
    const campaigns = { gateway: 'ahead', organisationId: context.caller.organisationId };
    const queue = openQueue({ url, logger }, { onHint: null });
    // Until pg-boss has started.
    await eventually('a job is sent', () =>
      queue.campaignJobs.send(campaigns).then(
        () => true,
        () => undefined,
      ),
    );
    await superuser.query(`UPDATE pgboss.job SET start_after = now() + interval '1 hour' WHERE name = $1`, [
      'sms-campaigns/ahead',
    ]);
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(100) });
    const workers = openWorkers(services);
    workers.wakeFor({ work: 'campaigns', gateway: 'ahead', due_in_ms: 0 });
    await until(() => gateway.journal.length === 100);
    await Promise.all([workers.stop(), queue.stop()]);
  });

  it('starts at its time', async () => {
    const gateway = createProgrammableGateway({ name: 'later' });
    const services = withGateways(process, { gateways: [gateway] });
    const workers = openWorkers(services);
    const sweep = startSweep(services, workers, 500);
    const context = { ...(await newOrganisation(services)), hints: workers.hints };
    const scheduledAt = new Date(Date.now() + 1_500);
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(100), scheduledAt });
    await until(() => gateway.journal.length === 100);
    await Promise.all([sweep.stop(), workers.stop()]);
    expect(gateway.journal[0]?.atMs).toBeGreaterThanOrEqual(scheduledAt.getTime());
  });

  it('goes to the next gateway of its route with its job, if its gateway is down', async () => {
    const [north, south] = [createProgrammableGateway({ name: 'north' }), createProgrammableGateway({ name: 'south' })];
    const services = withGateways(process, { gateways: [north, south] });
    const workers = openWorkers(services);
    services.breakDown('north');
    const context = { ...(await newOrganisation(services)), hints: workers.hints };
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(100) });
    await until(() => south.journal.length === 100);
    await workers.stop();
    expect(north.calls).toEqual([]);
  });
});

describe('the queue', () => {
  const process = useServices({ poolSize: 12 });

  it('may be dropped and made anew amid a campaign: calls are accepted meanwhile, and all is sent once', async () => {
    const gateway = createProgrammableGateway({ name: 'north', delayMs: 20, pace: { batchSize: 50 } });
    const services = withGateways(process, { gateways: [gateway] });
    const { superuser, url, logger } = services;
    const workers = openWorkers(services);
    const context = { ...(await newOrganisation(services)), hints: workers.hints };
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(MANY) });
    await until(() => gateway.calls.length > 5);
    await superuser.query('DROP SCHEMA pgboss CASCADE');
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(MANY, MANY) });
    await installQueues({ url, logger });
    workers.wakeFor({ work: 'campaigns', gateway: 'north', due_in_ms: 0 });
    await until(() => gateway.journal.length === 2 * MANY);
    await workers.stop();
    expect(new Set(gateway.takenNumbers()).size).toBe(2 * MANY);
  });
});
