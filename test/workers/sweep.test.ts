import { describe, expect, it } from '@jest/globals';
import { sendBulkSms } from '../../src/operations/sms/send/send-bulk-sms.js';
import { nextIntervalMs, startSweep } from '../../src/workers/sweep.js';
import { createWorkers, type Workers } from '../../src/workers/workers.js';
import { eventually } from '../support/chaos-wait.js';
import { addPhone } from '../support/phones.js';
import { createProgrammableEngine } from '../support/programmable-engine.js';
import { accept, createProgrammableGateway, NO_CREDIT } from '../support/programmable-gateway.js';
import { seeCounts } from '../support/see.js';
import { drain, mobiles, newOrganisation, onBehalfOf, withGateways } from '../support/services.js';
import { until } from '../support/until.js';
import { useServices } from '../support/use-services.js';

describe('the interval until a sweep asks again', () => {
  it.each([
    ['is the usual one if the question takes no longer than usual', 2_000, [20, 9, 15, 12, 20], 2_000],
    ['is as much longer as the question takes longer', 2_000, [60, 61, 90, 64, 75], 6_000],
    ['goes by the quickest question, since the others may have waited', 2_000, [900, 900, 900, 900, 10], 2_000],
    ['is the usual one until it has asked a few times', 2_000, [900, 900], 2_000],
    ['is ten seconds at most', 2_000, [900, 900, 900, 900, 900], 10_000],
    ['is never shorter than the usual one', 60_000, [900, 900, 900, 900, 900], 60_000],
  ])('%s', (_, intervalMs, durationsMs, expected) => {
    expect(nextIntervalMs(intervalMs, 20, durationsMs)).toBe(expected);
  });
});

describe('the sweep', () => {
  const process = useServices();

  it('goes on while the balance of a gateway hangs, and so do the probes of the others', async () => {
    const hanging = createProgrammableGateway({ name: 'hanging', react: () => NO_CREDIT });
    const solvent = createProgrammableGateway({ name: 'solvent', react: () => NO_CREDIT });
    const organisations = [await newOrganisation(process), await newOrganisation(process)];
    const [hangingId = '', solventId = ''] = organisations.map(({ caller }) => caller.organisationId);
    const services = withGateways(process, {
      gateways: [hanging, solvent],
      routes: [
        { organisationId: hangingId, gateways: [hanging.name] },
        { organisationId: solventId, gateways: [solvent.name] },
      ],
    });
    const send = async (organisationId: string) => {
      const input = { message: 'Hello', recipients: mobiles(3) };
      return (await sendBulkSms(onBehalfOf(services, organisationId), input)).result.id;
    };
    const [atHanging, atSolvent] = [await send(hangingId), await send(solventId)];
    await drain(services);
    await services.travel(31);

    let release = (): void => undefined;
    let asked = false;
    hanging.gateway.balance = () => {
      asked = true;
      return new Promise((resolve) => (release = () => resolve(null)));
    };
    solvent.balance = 5;
    solvent.react = accept;
    let sweeps = 0;
    const workers = createWorkers(services);
    const wakeFor: Workers['wakeFor'] = (due) => {
      sweeps += 1;
      workers.wakeFor(due);
    };
    const sweep = startSweep(services, { ...workers, wakeFor }, 5);
    await until(() => asked && solvent.probes === 1);
    const before = sweeps;
    await until(() => sweeps > before + 5);
    await eventually('the other gateway sends again', async () => {
      const { sent } = await seeCounts(services.superuser, atSolvent);
      return sent === 3 || undefined;
    });
    await Promise.all([sweep.stop(), workers.stop()]);
    release();
    expect(await seeCounts(services.superuser, atHanging)).toEqual({ held: 3 });
  });

  it('wakes everything if it cannot be asked what is due', async () => {
    const services = withGateways(process, { gateways: [] });
    const failing = Object.assign(Object.create(services.db) as typeof services.db, {
      atOnceAcrossOrganisations: () => Promise.reject(new Error('a table cannot be read')),
    });
    const workers = createWorkers(services);
    let wakes = 0;
    const wakeAll = () => (wakes += 1);
    const sweep = startSweep({ ...services, db: failing }, { ...workers, wakeAll }, 5);
    await until(() => wakes > 2);
    await Promise.all([sweep.stop(), workers.stop()]);
  });

  it('asks a chat engine after its phones while another one hangs', async () => {
    const [hanging, lively] = [createProgrammableEngine({ name: 'a' }), createProgrammableEngine({ name: 'b' })];
    const services = withGateways(process, {
      gateways: [],
      engines: [hanging, lively],
      policy: { chatProbeSeconds: 0.01 },
    });
    const { caller } = await newOrganisation(services);
    for (const engine of [hanging, lively]) await addPhone(services, caller.organisationId, { engine: engine.name });
    let release = (): void => undefined;
    hanging.readSessions = () => new Promise((resolve) => (release = () => resolve({ kind: 'unavailable' })));
    const workers = createWorkers(services);
    const sweep = startSweep(services, workers, 5);
    await until(() => lively.asked.length > 3);
    release();
    await Promise.all([sweep.stop(), workers.stop()]);
  });
});
