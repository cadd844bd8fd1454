import { afterEach, describe, expect, it } from '@jest/globals';
import type { WakeUp } from '../../src/domain/context.js';
import { sendBulkSms } from '../../src/operations/sms/send/send-bulk-sms.js';
import type { Workers } from '../../src/workers/workers.js';
import { accept, createProgrammableGateway } from '../support/gateways/programmable-gateway.js';
import { mobiles, newOrganisation, withGateways } from '../support/services.js';
import { until } from '../support/until.js';
import { useServices } from '../support/use-services.js';
import { openWorkers } from '../support/workers.js';

describe('a worker', () => {
  const process = useServices();
  let workers: Workers;
  afterEach(() => workers.stop());

  it('passes on a hint if it submits as much at the same time as it may, and not before', async () => {
    const answers: (() => void)[] = [];
    const gateway = createProgrammableGateway({
      react: () => new Promise((resolve) => answers.push(() => resolve(accept()))),
      pace: { concurrency: 2, batchSize: 10 },
    });
    const passedOn: WakeUp[] = [];
    const services = withGateways(process, { gateways: [gateway], policy: { batchSize: 10 } });
    const context = { ...(await newOrganisation(services)), ...services };
    workers = openWorkers(services, { passOn: (wakeUp) => passedOn.push(wakeUp) });
    const wakeUp: WakeUp = { job: 'sms-dispatch', gateway: gateway.name };

    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(10) });
    workers.wake(wakeUp);
    await until(() => gateway.calls.length === 1);
    expect(passedOn).toEqual([]);

    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(30) });
    workers.wake(wakeUp);
    await until(() => gateway.calls.length === 2);
    expect(passedOn).toEqual([]);

    workers.wake(wakeUp);
    expect(passedOn).toEqual([wakeUp]);
    gateway.react = accept;
    for (const answer of answers) answer();
  });
});
