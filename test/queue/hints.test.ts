import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import type { WakeUp } from '../../src/domain/context.js';
import { createBoss } from '../../src/queue/boss.js';
import { createCampaignJobs } from '../../src/queue/campaign-jobs.js';
import { createHints } from '../../src/queue/hints.js';
import { openQueue, type Queue } from '../../src/queue/queue.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { until } from '../support/until.js';

describe('a process with workers', () => {
  let database: TestDatabase;
  const queues: Queue[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await Promise.all(queues.map((queue) => queue.stop()));
    await database.drop();
  });

  const open = (onHint: ((wakeUp: WakeUp) => void) | null) => {
    const queue = openQueue({ url: database.url, logger: pino({ level: 'silent' }) }, { onHint });
    queues.push(queue);
    return queue;
  };
  const openWithWorkers = () => {
    const woken: string[] = [];
    const queue = open((wakeUp) => void ('gateway' in wakeUp && woken.push(wakeUp.gateway)));
    return { ...queue, woken };
  };
  const hintAt = (gateway: string): WakeUp => ({ job: 'sms-dispatch', gateway });

  it('takes hints of others and its own, passes hints on, and leaves all to others from the moment it is told to', async () => {
    const [leaving, staying] = [openWithWorkers(), openWithWorkers()];
    const api = open(null);
    for (let count = 0; leaving.woken.length === 0 || staying.woken.length === 0; count += 1) {
      api.hints.nudge(hintAt(`before ${count}`));
      await sleep(50);
    }
    leaving.hints.nudge(hintAt('own'));
    expect(leaving.woken).toContain('own');
    for (let count = 0; !staying.woken.some((gateway) => gateway.startsWith('passed on')); count += 1) {
      leaving.hints.passOn(hintAt(`passed on ${count}`));
      await sleep(50);
    }

    const before = leaving.woken.length;
    const left = leaving.leaveHints();
    for (const count of [1, 2, 3, 4]) {
      leaving.hints.nudge(hintAt(`own ${count}`));
      api.hints.nudge(hintAt(`other ${count}`));
      await until(() => [`own ${count}`, `other ${count}`].every((gateway) => staying.woken.includes(gateway)));
    }
    await left;
    expect(leaving.woken).toHaveLength(before);
  });
});

const DISPATCH: WakeUp = { job: 'sms-dispatch', gateway: 'sandbox' };
const WEBHOOKS: WakeUp = { job: 'webhooks' };
const UNTIL_ALL_HAVE_PASSED_MS = 300;

describe('hints', () => {
  it('wake workers at once, and again once for all that follow: for webhooks sooner than for messages', async () => {
    const logger = pino({ level: 'silent' });
    const boss = createBoss({ url: 'postgres://localhost/never_connected', logger }, { listen: false });
    const woken: WakeUp['job'][] = [];
    const wakeLocally = ({ job }: WakeUp) => woken.push(job) > 0;
    const hints = createHints({ boss, campaignJobs: createCampaignJobs(boss, logger), logger, wakeLocally });
    for (const wakeUp of [DISPATCH, WEBHOOKS, DISPATCH, WEBHOOKS, DISPATCH, WEBHOOKS]) hints.nudge(wakeUp);
    expect(woken).toEqual(['sms-dispatch', 'webhooks']);
    await sleep(UNTIL_ALL_HAVE_PASSED_MS);
    expect(woken).toEqual(['sms-dispatch', 'webhooks', 'webhooks', 'sms-dispatch']);
  });
});
