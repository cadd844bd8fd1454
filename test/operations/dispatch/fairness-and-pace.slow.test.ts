import { describe, expect, it } from '@jest/globals';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { mobile, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { withOwnGateway } from '../../support/stage.js';
import { until } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';
import { openWorkers } from '../../support/workers.js';

describe('sharing a gateway', () => {
  const process = useServices({ poolSize: 12 });

  it('ten thousand messages of one organisation do not hold up the single one of another', async () => {
    const gateway = createProgrammableGateway({ name: 'shared', delayMs: 100, pace: { concurrency: 2 } });
    const services = withGateways(process, { gateways: [gateway] });
    const many = await newOrganisation(services);
    const one = await newOrganisation(services);
    await sendBulkSms(many, { message: 'many', recipients: mobiles(10_000) });
    const workers = openWorkers(services);
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
    const gateway = createProgrammableGateway({ name: 'turns', delayMs: 10, pace: { concurrency: 1 } });
    const services = withGateways(process, { gateways: [gateway], policy: { batchSize: 10 } });
    for (const name of ['a', 'b', 'c']) {
      await sendBulkSms(await newOrganisation(services), { message: name, recipients: mobiles(2_000) });
    }
    const workers = openWorkers(services);
    workers.wakeAll();
    const calls = () => Map.groupBy(new Map(gateway.journal.map(({ call, text }) => [call, text])), ([, text]) => text);
    await until(() => gateway.calls.length >= 300);
    await workers.stop();
    // Without turns the first two would have all of these calls.
    for (const name of ['a', 'b', 'c']) expect(calls().get(name)?.length ?? 0).toBeGreaterThan(10);
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
    const workers = openWorkers(services);
    const { hints } = workers;
    await sendBulkSms({ ...poor, ...services, hints }, { message: 'Hello', recipients: mobiles(500) });
    await until(() => stalled.calls.length === 2);

    await sendBulkSms({ ...rich, ...services, hints }, { message: 'Hello', recipients: mobiles(3_000) });
    await until(() => healthy.journal.length === 3_000);
    expect(stalled.journal).toEqual([]);
    const idle = await services.sql(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    expect(idle).toEqual([]);
    released.resolve();
    await workers.stop();
  });

  it('a rate below one message a second is slow, not endless', async () => {
    const { gateway, services, context, turn } = await withOwnGateway(process, { pace: { ratePerSecond: 0.1 } });
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(2) });
    await dispatchNext(services, turn);
    expect(gateway.journal).toHaveLength(1);
    await services.travel(11);
    await dispatchNext(services, turn);
    expect(gateway.journal).toHaveLength(2);
  });
});
