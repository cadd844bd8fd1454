import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import pino from 'pino';
import type { WakeUp } from '../../src/domain/context.js';
import { createBoss } from '../../src/queue/boss.js';
import { createCampaignJobs } from '../../src/queue/campaign-jobs.js';
import { createHints } from '../../src/queue/hints.js';

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
