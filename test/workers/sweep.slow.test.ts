import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Services } from '../../src/operations/context.js';
import type { DueWork } from '../../src/operations/kernel/due-work.js';
import { sendBulkSms } from '../../src/operations/sms/send/send-bulk-sms.js';
import { lookForDueWork, startSweep } from '../../src/workers/sweep.js';
import type { Workers } from '../../src/workers/workers.js';
import { createProgrammableEngine } from '../support/gateways/programmable-engine.js';
import { accept, createProgrammableGateway, NO_CREDIT } from '../support/gateways/programmable-gateway.js';
import { addPhone } from '../support/phones.js';
import { seeCounts } from '../support/see.js';
import { drain, mobiles, newOrganisation, onBehalfOf, withGateways } from '../support/services.js';
import { until } from '../support/until.js';
import { useServices } from '../support/use-services.js';
import { eventually } from '../support/wait.js';
import { openWorkers, workersWithoutQueue } from '../support/workers.js';

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
    let looks = 0;
    // Read in each look, once or twice.
    const missesNodes = () => {
      looks += 1;
      return false;
    };
    const db = Object.create(services.db, { missesNodes: { get: missesNodes } }) as typeof services.db;
    const workers = openWorkers(services);
    const sweep = startSweep({ ...services, db }, workers, 5);
    await until(() => asked && solvent.probes === 1);
    const before = looks;
    await until(() => looks > before + 10);
    await eventually('the other gateway sends again', async () => {
      const { sent } = await seeCounts(services, atSolvent);
      return sent === 3 || undefined;
    });
    await Promise.all([sweep.stop(), workers.stop()]);
    release();
    expect(await seeCounts(services, atHanging)).toEqual({ held: 3 });
  });

  it('wakes everything if it cannot be asked what is due', async () => {
    const services = withGateways(process, { gateways: [] });
    const failing = Object.assign(Object.create(services.db) as typeof services.db, {
      atOnceAcrossOrganisations: () => Promise.reject(new Error('a table cannot be read')),
    });
    const workers = openWorkers(services);
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
    const workers = openWorkers(services);
    const sweep = startSweep(services, workers, 5);
    await until(() => lively.asked.length > 3);
    release();
    await Promise.all([sweep.stop(), workers.stop()]);
  });
});

describe('the look for due work', () => {
  const process = useServices();
  const ends: (() => Promise<unknown>)[] = [];

  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  /** A worker that rests for a minute after each look while nothing happens. */
  function startLooking(services: Services, busyMs = 10) {
    const stopping = new AbortController();
    const workers = workersWithoutQueue(services);
    const seen = { looks: 0, wakes: 0 };
    const counted = Object.assign(Object.create(workers) as Workers, {
      wakeFor(due: DueWork) {
        seen.wakes += 1;
        workers.wakeFor(due);
      },
    });
    const interval = {
      took: () => undefined,
      busyMs,
      // Read at the beginning of each look.
      get idleMs() {
        seen.looks += 1;
        return 60_000;
      },
    };
    const looking = lookForDueWork({ services, workers: counted, interval, signal: stopping.signal });
    ends.push(async () => {
      stopping.abort();
      await Promise.all([looking, workers.stop()]);
    });
    return { workers, seen };
  }

  const setUp = async () => {
    const gateway = createProgrammableGateway();
    const services = withGateways(process, { gateways: [gateway] });
    const context = { ...(await newOrganisation(services)), ...services };
    const sendIn = async (ms: number) => {
      const scheduledAt = new Date(Date.now() + ms);
      await sendBulkSms(context, { message: 'Hello', recipients: mobiles(1), scheduledAt });
      return scheduledAt.getTime();
    };
    return { gateway, services, sendIn };
  };

  it('wakes a worker when a message comes due, long before the next look', async () => {
    const { gateway, services, sendIn } = await setUp();
    const scheduledAt = await sendIn(1_000);
    const { seen } = startLooking(services, 60_000);
    await until(() => gateway.calls.length === 1);
    expect(Date.now()).toBeGreaterThanOrEqual(scheduledAt);
    expect(seen).toEqual({ looks: 1, wakes: 1 });
  });

  it('comes soon after a turn, since the turn may have made work due before the next look', async () => {
    const { gateway, services, sendIn } = await setUp();
    const { workers, seen } = startLooking(services);
    await until(() => seen.looks === 1);
    await sendIn(1_000);
    workers.wake({ job: 'sms-dispatch', gateway: gateway.name });
    await until(() => gateway.calls.length === 1);
    expect(seen.looks).toBeGreaterThan(1);
  });

  it('wakes a worker once, however many looks told of the same message', async () => {
    const { gateway, services, sendIn } = await setUp();
    await sendIn(2_500);
    // A look while the message is due and not yet sent would wake the worker again.
    const { workers, seen } = startLooking(services, 400);
    for (const looks of [1, 2, 3, 4]) {
      await until(() => seen.looks >= looks);
      workers.wake({ job: 'mails' });
    }
    await until(() => gateway.calls.length === 1);
    expect(seen.wakes).toBe(1);
  });

  it('does not come again while nothing happens', async () => {
    const { services } = await setUp();
    const { seen } = startLooking(services);
    await until(() => seen.looks === 1);
    await sleep(200);
    expect(seen.looks).toBe(1);
  });

  it('comes again while a turn is under way, since the turn may make work due before it ends', async () => {
    const { gateway, services, sendIn } = await setUp();
    let answer = (): void => undefined;
    gateway.react = () => new Promise((resolve) => (answer = () => resolve(accept())));
    await sendIn(200);
    const { seen } = startLooking(services);
    await until(() => gateway.calls.length === 1);
    const before = seen.looks;
    await until(() => seen.looks > before + 3);
    answer();
  });

  it('comes soon if a node was away before it or is after it, since what waits there was not seen', async () => {
    const { services } = await setUp();
    const away = [true, false, true, false, false];
    const missing = Object.create(services.db, {
      missesNodes: { get: () => away.shift() ?? false },
    }) as typeof services.db;
    const { seen } = startLooking({ ...services, db: missing });
    await until(() => seen.looks === 3);
    await sleep(200);
    expect(seen.looks).toBe(3);
  });
});
