/**
 * What happens to those who go without a safeguard, in the same run and under the same faults. Each needs nothing of
 * the program but what it offers to everybody; where one of them came to no harm, the run has shown nothing and fails.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../support/fleet/client.js';
import type { CountsReader, Sql } from '../../support/fleet/counts.js';
import type { JournalEntry } from '../../support/fleet/fleet.js';
import type { Member } from '../../support/fleet/fleet-member.js';
import { INITIAL_BEHAVIOUR } from '../../support/gateways/journal-gateway-behaviour.js';
import { eventually } from '../../support/wait.js';
import { callOnce, callUntilServed, type Desk, newCall, sendSingle } from './calls.js';
import { repeated } from './judge-journal.js';
import { everybodyUp } from './stage.js';

const CONTROL_SIZE = 100;
const LOSE_SIZE = 10_000;
const LOSE_TRIES = 20;
/** Longer than a lease and the wait after it: the doubt has ended. */
const TOO_LATE_MS = 20_000;

/** Before the faults of the seed: those that each control needs, for certain. */
export async function bringControlsToHarm(desk: Desk): Promise<void> {
  const { fleet, apis, workers, gateways, customers } = desk.stage;
  const [dying, other] = apis as [Member, Member];
  const [submitting, claiming] = workers as [Member, Member];
  // A worker dies when it has submitted its first batch, and no report tells in time what had arrived.
  await Promise.all(gateways.map((gateway) => gateway.control({ reportDelayMs: TOO_LATE_MS })));
  while (submitting.deaths() === 0) {
    // In its second life the other would take the next call and be answered, so that nothing of it is in doubt.
    if (claiming.deaths() > 0) await claiming.crash();
    const call = newCall(desk, customers.again, CONTROL_SIZE, false);
    await callOnce(desk, call, { at_least_once: true, url: other.url });
    await sleep(1_000);
  }
  await Promise.all(gateways.map((gateway) => gateway.control({ reportDelayMs: INITIAL_BEHAVIOUR.reportDelayMs })));
  // The first API process dies when it has accepted its first call, and before it answers: the caller calls again.
  const repeated = newCall(desk, customers.naive, CONTROL_SIZE, false);
  await callOnce(desk, repeated, { url: dying.url });
  await callUntilServed(desk, repeated);
  await loseACall(desk);
  await everybodyUp(apis);
  await Promise.all([1, 2, 3].map(() => cancelNaively(desk, customers.naive)));
  // In the run a gateway may refuse everything, and so spare this one.
  const isSentTwice = async () => findDoubles(await fleet.acceptances(), customers.again).length > 0 || undefined;
  await eventually('a number of the control was sent to twice', isSentTwice);
}

/** The messages of a customer to numbers that had been sent to. */
export function findDoubles(journal: readonly JournalEntry[], { organisationId }: Client): string[] {
  return repeated(
    journal.filter((entry) => entry.organisationId === organisationId),
    'to',
  );
}

/** A call that was sent and not answered: to believe that it was taken is wrong at least once. */
async function loseACall(desk: Desk): Promise<void> {
  const { stage, random } = desk;
  const [client] = stage.customers.bulk as [Client];
  const [api] = stage.apis;
  for (let tries = 0; tries < LOSE_TRIES; tries += 1) {
    await everybodyUp(stage.apis);
    const call = newCall(desk, client, LOSE_SIZE, false);
    const body = { message: 'Lost?', reference: call.reference, recipients: call.numbers.map((to) => ({ to })) };
    const posted = client.post(`${api?.url}/v1/sms/send-bulk/`, body).then(desk.ledger.note, () => null);
    await sleep(random() * 60);
    await api?.crash();
    const answer = await posted;
    if (answer?.status === 202) call.served.push(answer);
    else if (!(await isStored(stage.fleet.sql, call.reference))) return;
  }
}

async function isStored(sql: Sql, reference: string): Promise<boolean> {
  return (await sql('SELECT 1 FROM campaigns WHERE reference = $1', [reference])).length > 0;
}

/** Looks whether the message can still be stopped, thinks for a moment, and writes: two statements instead of one. */
export async function cancelNaively(desk: Desk, client: Client): Promise<void> {
  const [to = ''] = desk.ledger.numbers(1);
  const { sql } = desk.stage.fleet;
  const leavesAt = new Date(Date.now() + LEAVES_IN_MS);
  const id = await sendSingle(desk, client, to, { scheduled_at: leavesAt.toISOString() });
  if (id === null) return;
  try {
    const [seen] = await sql<{ phase: string }>('SELECT phase FROM sms_messages WHERE id = $1', [id]);
    if (seen?.phase !== 'scheduled') return;
    await sleep(THOUGHT_MS);
    await sql(`UPDATE sms_messages SET status = 'cancelled', phase = 'done' WHERE id = $1`, [id]);
    desk.ledger.naivelyCancelled.push(id);
  } catch {
    // PostgreSQL is away.
  }
}

/** Longer than a call takes on a busy machine, or the message would have left before the customer looks. */
const LEAVES_IN_MS = 3_000;
const THOUGHT_MS = 5_500;

/**
 * When all has been judged, one delivery too many is written into the counts of the newest campaign of a customer.
 * Answers how many wrong counts the reader tells of that tells of the fewest: each must see it.
 */
export async function miscount(
  sql: Sql,
  { organisationId }: Client,
  startReaders: () => CountsReader[],
): Promise<number> {
  await sql(
    `UPDATE campaign_progress SET delivered = delivered + 1
     WHERE campaign_id = (SELECT id FROM campaigns WHERE organisation_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1)`,
    [organisationId],
  );
  const readings = await Promise.all(startReaders().map((reader) => reader.stop()));
  return Math.min(...readings.map(({ wrong }) => wrong.length));
}
