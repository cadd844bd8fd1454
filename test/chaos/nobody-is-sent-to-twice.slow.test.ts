import { describe, expect, it } from '@jest/globals';
import type { Client } from '../support/fleet/client.js';
import { startCountsReader } from '../support/fleet/counts.js';
import { type Fleet, withFleet } from '../support/fleet/fleet.js';
import { deathsAtPoints, killsOf } from '../support/fleet/fleet-member.js';
import { CHAOS_TIMEOUT_MS, type Chaos, drawSeed, inChaos, sized } from '../support/fleet/run.js';
import { isSettled } from '../support/fleet/settled.js';
import { killFromOutside, workersThatDie } from '../support/fleet/workers.js';
import { mobiles } from '../support/services.js';
import { eventually } from '../support/wait.js';
import { repeated } from './runner/judge-journal.js';

const RECIPIENTS = sized(1_000, 5_000);
const CONTROLS = sized(200, 1_000);
/** At fault points. */
const DEATHS = sized(5, 40);
const OUTSIDE_KILLS = sized(2, 10);
/** Of the gateway's answers so many get lost, and as many come late; few calls need more, or there may be none. */
const FAULT_RATE = sized(0.05, 0.01);
/** Each with a seed of its own. */
const RUNS = Array.from({ length: sized(1, 3) }, (_, index) => index + 1);
/** After the last death. */
const SETTLE_WITHIN_MS = 60_000;
/** Whoever is told to die at a fault point must come there first. */
const DIE_WITHIN_MS = sized(60_000, 600_000);
/** Longer than the gateway's time-out: the answer comes when nobody waits for it any more. */
const STALL_MS = 1_500;

/**
 * Three customers suffer the same faults. Two have the safeguard, at a gateway that can tell nothing about a lost
 * answer and at one whose reports name the message; the third has asked to be sent again when in doubt, and so is the
 * control: without doubles there, the faults would prove nothing.
 */
describe('Nobody is sent to twice', () => {
  it.each(RUNS)(
    'whatever dies at whatever moment; and everything settles; and without the safeguard there are doubles: run %i',
    (run) => {
      const journal = { acceptThenDropRate: FAULT_RATE, stallRate: FAULT_RATE, stallMs: STALL_MS };
      return withFleet({ env: { DISPATCH_BATCH_SIZE: '100' }, journal }, (fleet) =>
        inChaos('twice', fleet, (chaos) => sendThroughFaults(chaos, fleet), drawSeed() + run - 1),
      );
    },
    CHAOS_TIMEOUT_MS,
  );
});

async function sendThroughFaults(chaos: Chaos, fleet: Fleet): Promise<void> {
  const [blind, seeing, control] = [await fleet.client(), await fleet.client(), await fleet.client()];
  const pace = { batch_size: 10, concurrency: 2 };
  fleet.route({ mute: pace, telling: { ...pace, reports_carry_reference: true } }, [
    [blind, 'mute'],
    [seeing, 'telling'],
    [control, 'mute'],
  ]);
  await fleet.journal.control({ seed: chaos.seed });
  const enlistWorker = workersThatDie(chaos, fleet, { deaths: DEATHS, chance: 0.08 });
  const [api, first] = await Promise.all([fleet.enlist('api'), enlistWorker('submitted')]);
  await fleet.journal.control({ reportUrl: `${api.url}/callbacks/telling` });

  const counts = startCountsReader(fleet.sql, chaos.over);
  const send = async (client: Client, size: number, first: number, more: object) => {
    const body = { message: 'Once, please.', recipients: mobiles(size, first), ...more };
    expect((await client.post(`${api.url}/v1/sms/send-bulk/`, body)).status).toBe(202);
  };
  // One death after a submission is certain. It happens to the control, and no report tells what had arrived, so that
  // there are doubles for certain.
  await fleet.journal.control({ dropReports: true });
  await send(control, CONTROLS, 2 * RECIPIENTS, { at_least_once: true });
  await first.died(1);
  await fleet.journal.control({ dropReports: false });
  await Promise.all([send(blind, RECIPIENTS, 0, {}), send(seeing, RECIPIENTS, RECIPIENTS, {})]);
  const workers = [first, await enlistWorker('claimed')];
  await killFromOutside(chaos, workers, { kills: OUTSIDE_KILLS, pauseMs: [1_000, 3_000] });
  const isOver = async () => deathsAtPoints(workers) >= DEATHS || (await isQuiet(fleet));
  await eventually('whoever was to die has died', async () => (await isOver()) || undefined, DIE_WITHIN_MS);
  const isDone = async () => (await isQuiet(fleet)) || undefined;
  await eventually('every message has settled', isDone, SETTLE_WITHIN_MS);

  expect(deathsAtPoints(workers)).toBeGreaterThanOrEqual(DEATHS);
  expect(killsOf(workers)).toBe(OUTSIDE_KILLS);
  const { drops, stalls } = (await fleet.journal.journal()).faults;
  expect(Math.min(drops, stalls)).toBeGreaterThan(0);
  await judge(chaos, fleet, control);
  const { wrong, readings } = await counts.stop();
  expect(wrong).toEqual([]);
  expect(readings).toBeGreaterThan(10);
}

/** Every message has its outcome, and no report is under way that could change it. */
async function isQuiet(fleet: Fleet): Promise<boolean> {
  if (!(await isSettled(fleet)) || (await fleet.sql('SELECT FROM sms_reports LIMIT 1')).length > 0) return false;
  return (await fleet.journal.journal()).reports.pending === 0;
}

/** The journal decides: at most one acceptance, and no word of ours against it. */
async function judge(chaos: Chaos, fleet: Fleet, control: Client): Promise<void> {
  const acceptances = await fleet.acceptances();
  const guarded = acceptances.filter(({ organisationId }) => organisationId !== control.organisationId);
  await chaos.none('had one attempt accepted twice', repeated(guarded, 'reference'));
  await chaos.none('went to a number that had been sent to', repeated(guarded, 'to'));

  const taken = new Set(guarded.map(({ messageId }) => messageId));
  const messages = await fleet.sql<{ id: string; status: string }>(
    'SELECT id, status FROM sms_messages WHERE organisation_id <> $1',
    [control.organisationId],
  );
  expect(messages).toHaveLength(2 * RECIPIENTS);
  const told = (id: string, status: string) => (taken.has(id) ? status === 'delivered' : status === 'failed');
  await chaos.none(
    'ended otherwise than the journal tells',
    messages.filter(({ id, status }) => !told(id, status)).map(({ id }) => id),
  );

  const unguarded = acceptances.filter(({ organisationId }) => organisationId === control.organisationId);
  expect(repeated(unguarded, 'to').length).toBeGreaterThan(0);
}
