import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { WakeUp } from '../../src/domain/context.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { sendBulkSms } from '../../src/operations/sms/send/send-bulk-sms.js';
import { createPump, type Pump } from '../../src/workers/pump.js';
import type { Workers } from '../../src/workers/workers.js';
import { accept, createProgrammableGateway } from '../support/gateways/programmable-gateway.js';
import { mobiles, newOrganisation, withGateways } from '../support/services.js';
import { until } from '../support/until.js';
import { useServices } from '../support/use-services.js';
import { openWorkers } from '../support/workers.js';

const logger = createLogger({ level: 'silent', pretty: false });

describe('a pump', () => {
  const pumps: Pump[] = [];

  afterEach(async () => {
    await Promise.all(pumps.splice(0).map((pump) => pump.stop()));
  });

  let told = 0;
  let excess = 0;

  const start = (turn: (onBacklog: () => void) => Promise<boolean>, concurrency = 1) => {
    const pump = createPump({
      name: 'test',
      concurrency,
      turn,
      onTurn: () => (told += 1),
      onExcess: () => (excess += 1),
      logger,
    });
    pumps.push(pump);
    return pump;
  };

  const until = async (reached: () => boolean) => {
    for (let looks = 0; !reached(); looks += 1) {
      if (looks > 2_000) throw new Error('It did not happen.');
      await sleep(1);
    }
  };

  it('sleeps until it is woken, works until there is no work, and sleeps again', async () => {
    let left = 0;
    let turns = 0;
    const pump = start(async () => {
      turns += 1;
      if (left === 0) return false;
      left -= 1;
      return true;
    });
    await sleep(10);
    expect(turns).toBe(0);
    left = 5;
    pump.wake();
    await until(() => left === 0);
    await sleep(10);
    const before = turns;
    await sleep(20);
    expect(turns).toBe(before);
    left = 2;
    pump.wake();
    await until(() => left === 0);
  });

  it('tells of the beginning and the end of each turn, also of one that fails', async () => {
    told = 0;
    let turns = 0;
    const pump = start(async () => {
      turns += 1;
      if (turns === 2) throw new Error('the database is away');
      return turns === 1;
    });
    pump.wake();
    await until(() => told === 4);
    pump.wake();
    await until(() => told === 6);
    expect(turns).toBe(3);
  });

  it('says when there is more work than turns can be at the same time', async () => {
    excess = 0;
    const answers = [1, 2].map(() => Promise.withResolvers<boolean>());
    let turns = 0;
    const pump = start((startAnother) => {
      turns += 1;
      startAnother();
      return answers[turns - 1]?.promise ?? Promise.resolve(false);
    }, 2);
    pump.wake();
    await until(() => turns === 2);
    expect(excess).toBe(1);
    for (const { resolve } of answers) resolve(false);
  });

  it('says that there may be more when it stops after a turn that did something', async () => {
    excess = 0;
    const turn = Promise.withResolvers<boolean>();
    const pump = start(() => turn.promise, 2);
    pump.wake();
    const stopped = pump.stop();
    turn.resolve(true);
    await stopped;
    expect(excess).toBe(1);
  });

  it('looks again when it is woken during a turn that finds nothing', async () => {
    const first = Promise.withResolvers<boolean>();
    let turns = 0;
    const pump = start(() => {
      turns += 1;
      return turns === 1 ? first.promise : Promise.resolve(false);
    });
    pump.wake();
    await until(() => turns === 1);
    pump.wake();
    first.resolve(false);
    await until(() => turns === 2);
  });

  it.each(Array.from({ length: 12 }, (_, index) => index))(
    'does not lose a wake that comes %d steps after a turn that found nothing',
    async (steps) => {
      const first = Promise.withResolvers<boolean>();
      let turns = 0;
      const pump = start(() => {
        turns += 1;
        return turns === 1 ? first.promise : Promise.resolve(false);
      });
      pump.wake();
      await until(() => turns === 1);
      first.resolve(false);
      for (let step = 0; step < steps; step += 1) await Promise.resolve();
      pump.wake();
      await until(() => turns >= 2);
    },
  );

  it('runs as many turns at once as it may, and no more', async () => {
    let running = 0;
    let most = 0;
    let left = 30;
    const pump = start(async () => {
      if (left === 0) return false;
      left -= 1;
      running += 1;
      most = Math.max(most, running);
      await sleep(1);
      running -= 1;
      return true;
    }, 3);
    pump.wake();
    await until(() => left === 0);
    expect(most).toBe(3);
  });

  it('gets help for a turn that is long, before that turn ends', async () => {
    const long = Promise.withResolvers<boolean>();
    let turns = 0;
    const pump = start((onBacklog) => {
      turns += 1;
      if (turns > 1) return Promise.resolve(false);
      onBacklog();
      return long.promise;
    }, 2);
    pump.wake();
    await until(() => turns === 2);
    long.resolve(false);
  });

  it('goes on after a turn that throws', async () => {
    let turns = 0;
    const pump = start(async () => {
      turns += 1;
      if (turns === 1) throw new Error('the database is away');
      return false;
    });
    pump.wake();
    await until(() => turns === 1);
    pump.wake();
    await until(() => turns === 2);
    pump.wake();
    await until(() => turns === 3);
  });

  it('logs every failed turn, but only one while the database is away', async () => {
    const errors = [
      new Error('a fault'),
      new Error('a fault'),
      ...Array.from({ length: 3 }, () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })),
    ];
    const lines: { level: string; msg: string; pump: string }[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line));
    const turn = async () => {
      const error = errors.shift();
      if (error) throw error;
      return false;
    };
    // Its turns fail at the same time, because each waits after a failure.
    const options = { name: 'test', concurrency: 5, turn, onTurn: () => undefined };
    const pump = createPump({ ...options, logger: createLogger({ level: 'debug', pretty: false }, { write }) });
    pumps.push(pump);
    for (let turns = 0; turns < 5; turns += 1) pump.wake();
    await until(() => errors.length === 0);
    await sleep(10);
    expect(lines).toMatchObject([
      { level: 'error', msg: 'a turn failed', pump: 'test' },
      { level: 'error', msg: 'a turn failed', pump: 'test' },
      { level: 'warn', msg: 'the database is away', pump: 'test' },
    ]);
  });

  it('does not run in circles while every turn throws', async () => {
    let turns = 0;
    const pump = start(async () => {
      turns += 1;
      throw new Error('the database is away');
    });
    pump.wake();
    const waking = setInterval(() => pump.wake(), 1);
    await sleep(100);
    clearInterval(waking);
    expect(turns).toBeLessThan(3);
  });

  it('stops when the turns under way have ended, and starts none afterwards', async () => {
    const under = Promise.withResolvers<boolean>();
    let turns = 0;
    const pump = start(() => {
      turns += 1;
      return under.promise;
    });
    pump.wake();
    await until(() => turns === 1);
    let stopped = false;
    const stop = pump.stop().then(() => (stopped = true));
    await sleep(5);
    expect(stopped).toBe(false);
    under.resolve(true);
    await stop;
    pump.wake();
    await sleep(5);
    expect(turns).toBe(1);
  });
});

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
