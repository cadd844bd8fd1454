import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Client } from '../support/fleet/client.js';
import { type Fleet, withFleet } from '../support/fleet/fleet.js';
import { CHAOS_TIMEOUT_MS, type Chaos, inChaos, sized } from '../support/fleet/run.js';
import { untilSettled } from '../support/fleet/settled.js';
import { mobile } from '../support/services.js';

const CANCELS = sized(200, 1_000);
/** More than one: a customer may send 300 messages a minute, and make as many other calls. */
const CUSTOMERS = sized(2, 8);
const AT_ONCE = 10;
/** Workers are woken every 100 ms at most, so a message leaves within so long after its call. */
const LATEST_CANCEL_MS = 100;

interface Cancelled {
  readonly messageId: string;
  readonly status: number;
  readonly code: string | undefined;
}

describe('Cancelling around the moment of dispatch', () => {
  it(
    'either says yes and the message never leaves, or says no and it has left',
    () => withFleet({}, (fleet) => inChaos('cancel', fleet, (chaos) => cancelInTheAct(chaos, fleet))),
    CHAOS_TIMEOUT_MS,
  );
});

async function cancelInTheAct(chaos: Chaos, fleet: Fleet): Promise<void> {
  const clients = await Promise.all(Array.from({ length: CUSTOMERS }, () => fleet.client()));
  fleet.route(
    { journal: { batch_size: 5, reports_carry_reference: true } },
    clients.map((client) => [client, 'journal']),
  );
  const all = await fleet.enlist('all');
  await fleet.journal.control({ reportUrl: `${all.url}/callbacks/journal` });

  const cancelled: Cancelled[] = [];
  const waits = Array.from({ length: CANCELS }, (_, place) => ({ place, waitMs: chaos.random() * LATEST_CANCEL_MS }));
  const lane = async (client: Client) => {
    for (let next = waits.pop(); next; next = waits.pop()) {
      cancelled.push(await sendAndCancel(client, all.url, next.place, next.waitMs));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => lane(clients[index % CUSTOMERS] as Client)));
  await untilSettled(fleet);
  await judge(chaos, fleet, cancelled);
}

async function sendAndCancel(client: Client, url: string, place: number, waitMs: number): Promise<Cancelled> {
  const sent = await client.post(`${url}/v1/sms/send/`, { to: mobile(place), message: 'Wait' });
  expect(sent.status).toBe(201);
  const messageId = sent.body.message_id;
  await sleep(waitMs);
  const { status, body } = await client.post(`${url}/v1/sms/messages/${messageId}/cancel/`, undefined);
  return { messageId, status, code: body.code };
}

async function judge(chaos: Chaos, fleet: Fleet, cancelled: readonly Cancelled[]): Promise<void> {
  const left = new Set((await fleet.acceptances()).map(({ messageId }) => messageId));
  const rows = await fleet.sql<{ id: string; status: string }>('SELECT id, status FROM sms_messages');
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  const yes = cancelled.filter(({ status }) => status === 200).map(({ messageId }) => messageId);
  const no = cancelled.filter(({ status, code }) => status === 409 && code === 'already_dispatched');
  const refused = no.map(({ messageId }) => messageId);

  expect(yes.length + refused.length).toBe(CANCELS);
  await chaos.none(
    'were cancelled and left all the same',
    yes.filter((id) => left.has(id)),
  );
  await chaos.none(
    'were cancelled and are not',
    yes.filter((id) => statuses.get(id) !== 'cancelled'),
  );
  await chaos.none(
    'were refused as dispatched and never left',
    refused.filter((id) => !left.has(id)),
  );
  await chaos.none(
    'were refused and have no outcome',
    refused.filter((id) => statuses.get(id) !== 'delivered'),
  );
  // Without both answers the moment was missed, and nothing shown.
  expect([yes.length > 5, refused.length > 5]).toEqual([true, true]);
}
