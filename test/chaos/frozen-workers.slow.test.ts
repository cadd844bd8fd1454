import { describe, expect, it } from '@jest/globals';
import { type Fleet, withFleet } from '../support/fleet/fleet.js';
import { CHAOS_TIMEOUT_MS, type Chaos, inChaos } from '../support/fleet/run.js';
import { untilSettled } from '../support/fleet/settled.js';
import { mobiles } from '../support/services.js';
import { eventually } from '../support/wait.js';
import { repeated } from './runner/judge-journal.js';

const RECIPIENTS = 5;
const LEASE_SECONDS = 5;
const TIMEOUT_MS = 1_000;
const SETTLE_SECONDS = 1;
/** Longer than the lease, the call and two look-ups. */
const FROZEN_MS = 16_000;
const SETTLED_WITHIN_MS = 90_000;

/**
 * A worker checks its lease, stands still before it calls the gateway, and calls it when it wakes up. Meanwhile another
 * worker asks the gateway twice what it has, and is told: nothing.
 */
describe('A worker that is frozen between its last look at the lease and the call', () => {
  it(
    'sends nothing twice within MAX_FREEZE_SECONDS; and does beyond it',
    async () => {
      const [within, beyond] = await Promise.all([doublesAfterFreeze(20), doublesAfterFreeze(1)]);
      expect(within).toBe(0);
      expect(beyond).toBe(RECIPIENTS);
    },
    CHAOS_TIMEOUT_MS,
  );
});

async function doublesAfterFreeze(maxFreezeSeconds: number): Promise<number> {
  const env = { LEASE_SECONDS: String(LEASE_SECONDS), MAX_FREEZE_SECONDS: String(maxFreezeSeconds) };
  let doubles = 0;
  await withFleet({ env }, (fleet) =>
    inChaos(`frozen, MAX_FREEZE_SECONDS=${maxFreezeSeconds}`, fleet, async (chaos) => {
      doubles = await sendThroughFrozenWorker(chaos, fleet);
    }),
  );
  return doubles;
}

async function sendThroughFrozenWorker(chaos: Chaos, fleet: Fleet): Promise<number> {
  const client = await fleet.client();
  fleet.route({ asked: { lookup_settle_seconds: SETTLE_SECONDS, timeout_ms: TIMEOUT_MS } }, [[client, 'asked']]);
  const envOfLife = () => ({ FAULT_POINTS: `calling=1@${FROZEN_MS}` });
  const [api] = await Promise.all([fleet.enlist('api'), fleet.enlist('worker', { envOfLife })]);
  await fleet.journal.control({ reportUrl: `${api.url}/callbacks/asked`, idempotent: false });
  const body = { message: 'Once, please.', recipients: mobiles(RECIPIENTS) };
  expect((await client.post(`${api.url}/v1/sms/send-bulk/`, body)).status).toBe(202);
  const isClaimed = async () =>
    (await fleet.sql(`SELECT FROM sms_messages WHERE phase = 'submitting'`)).length === RECIPIENTS || undefined;
  await eventually('the worker has claimed its messages and stands still', isClaimed);
  chaos.struck('the worker stands still');
  await fleet.enlist('worker');

  const isCalled = async () => (await fleet.acceptances()).length >= RECIPIENTS || undefined;
  await eventually('a worker has called the gateway', isCalled, SETTLED_WITHIN_MS);
  await untilSettled(fleet, SETTLED_WITHIN_MS);
  await new Promise((resolve) => setTimeout(resolve, FROZEN_MS / 2));
  return repeated(await fleet.acceptances(), 'to').length;
}
