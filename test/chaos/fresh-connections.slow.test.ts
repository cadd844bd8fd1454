import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Client } from '../support/fleet/client.js';
import { type Fleet, withFleet } from '../support/fleet/fleet.js';
import { CHAOS_TIMEOUT_MS, type Chaos, inChaos, sized } from '../support/fleet/run.js';
import { mobile } from '../support/services.js';

const STOPS = sized(1, 20);
const REQUESTS_BEFORE_STOP = 1_000;
const GRACE = { SHUTDOWN_GRACE_SECONDS: '2' };
/** How often the load balancer asks; it believes the answer until the next one. */
const HEALTH_CHECK_EVERY_MS = 1_000;

/**
 * How callers use connections: a new one for each request, which asks to be closed, to be kept, or is kept and used
 * again.
 */
const MANNERS = ['close', 'kept', 'reused'] as const;
type Manner = (typeof MANNERS)[number];
const CALLERS_OF_EACH = 3;

interface Load {
  isOver: boolean;
  /** Those on connections of their own. */
  answered: number;
  readonly failures: string[];
}

describe('SIGTERM behind a load balancer', () => {
  it(
    'fails no request, on new connections and on kept ones: it is told in time to send none',
    () => withFleet({}, (fleet) => inChaos('fresh connections', fleet, (chaos) => stopRepeatedly(chaos, fleet))),
    CHAOS_TIMEOUT_MS,
  );
});

async function stopRepeatedly(chaos: Chaos, fleet: Fleet): Promise<void> {
  const clients = await Promise.all(
    Array.from({ length: MANNERS.length * CALLERS_OF_EACH }, () => fleet.client('test')),
  );
  let answered = 0;
  for (let stop = 0; stop < STOPS; stop += 1) {
    const api = await fleet.enlist('api', { envOfLife: () => GRACE });
    const load: Load = { isOver: false, answered: 0, failures: [] };
    const callers = clients.map((client, index) =>
      call(client, api.url, load, MANNERS[index % MANNERS.length] as Manner),
    );
    while (load.answered < REQUESTS_BEFORE_STOP && load.failures.length === 0) await sleep(10);
    await checkHealth(api.url);
    const balancer = sleep(HEALTH_CHECK_EVERY_MS).then(() => balance(api.url, load));
    // Soon after a health check, so that new connections come for a while after the signal.
    await sleep(chaos.between(0, HEALTH_CHECK_EVERY_MS / 2));
    chaos.struck('SIGTERM');
    const before = load.answered;
    const exit = api.retire();
    await Promise.all([balancer, ...callers]);

    expect(load.failures).toEqual([]);
    expect(load.answered).toBeGreaterThan(before);
    expect(await exit).toEqual({ code: 0, signal: null });
    answered += load.answered;
    chaos.struck(`${load.answered} answered, ${load.answered - before} of them after the signal`);
  }
  expect(answered).toBeGreaterThanOrEqual(STOPS * REQUESTS_BEFORE_STOP);
}

/** Sends callers to the process until a health check says that it is not ready. */
async function balance(url: string, load: Load): Promise<void> {
  try {
    while (await checkHealth(url)) await sleep(HEALTH_CHECK_EVERY_MS);
  } catch (error) {
    load.failures.push(`health check: ${error}`);
  }
  load.isOver = true;
}

async function checkHealth(url: string): Promise<boolean> {
  return (await callOnce(`${url}/readyz`, 'GET', {}, false)).statusCode === 200;
}

async function call(client: Client, url: string, load: Load, manner: Manner): Promise<void> {
  const shared = new Agent({ keepAlive: true });
  for (let number = 0; !load.isOver; number += 1) {
    const agent = manner === 'reused' ? shared : new Agent({ keepAlive: manner === 'kept' });
    try {
      const body = JSON.stringify({ to: mobile(number), message: 'One' });
      const { statusCode = 0 } = await callOnce(`${url}/v1/sms/send/`, 'POST', client.identity, agent, body);
      // Beyond the limits of the organisation it is refused, which is an answer, too.
      if (statusCode === 201 || statusCode === 429) load.answered += manner === 'reused' ? 0 : 1;
      else load.failures.push(`${manner} ${number}: ${statusCode}`);
    } catch (error) {
      load.failures.push(`${manner} ${number}: ${error}`);
    }
    if (agent !== shared) agent.destroy();
  }
  shared.destroy();
}

function callOnce(
  url: string,
  method: string,
  identity: Readonly<Record<string, string>>,
  agent: Agent | false,
  body = '',
): Promise<IncomingMessage> {
  const headers = { ...identity, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent }, (answer) => answer.resume().on('end', () => resolve(answer)))
      .on('error', reject)
      .end(body);
  });
}
