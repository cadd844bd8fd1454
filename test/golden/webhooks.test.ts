import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appendEvents } from '../../src/db/sql/events/append-events.js';
import { EVENT_TYPES, kindOf } from '../../src/domain/events/event.js';
import type { Customer } from '../http/start-api.js';
import { useApi } from '../http/start-api.js';
import { type Received, type Receiver, startReceiver } from '../support/gateways/receiver.js';
import { foundEstate } from '../support/people/two-organisations.js';
import { onBehalfOf } from '../support/services.js';
import { deliverAll, newEndpoint } from '../support/webhooks.js';
import { compareGolden } from './compare-golden.js';
import { normalise } from './normalise.js';

const api = useApi({ SANDBOX_DELAY_MS: '0' });
let receiver: Receiver;
let customer: Customer;
beforeAll(async () => {
  receiver = await startReceiver();
  customer = await api.customer();
});
afterAll(() => receiver.stop());

/** Of the connection, and of the length of what is compared as a whole. */
const LEFT_OUT = ['connection', 'keep-alive', 'content-length', 'host'];

function shown({ headers, body }: Received): unknown {
  const kept = Object.entries(headers).filter(([name]) => !LEFT_OUT.includes(name));
  // How many events came before depends on how fast the estate was made.
  const data = { ...body.data, ...(body.data.sequence > 0 && { sequence: '<n>' }) };
  return normalise({ headers: Object.fromEntries(kept.sort()), body: { ...body, data } });
}

describe('what webhooks carry', () => {
  it('is what is written down, of a sample of every type', async () => {
    const { body } = await customer.call('POST', '/v1/webhooks/', { url: receiver.url });
    const samples: Record<string, unknown> = {};
    for (const type of EVENT_TYPES) {
      const known = receiver.received.length;
      await customer.call('POST', `/v1/webhooks/${body.id}/test/`, { type });
      samples[type] = shown(receiver.received[known] as Received);
    }
    await compareGolden('webhooks-samples', samples);
  });

  it('is what is written down, of an event of every type', async () => {
    const estate = await foundEstate(api, { word: 'amber', digits: '314' });
    const { organisationId } = estate.customer;
    const [alert] = (await api.sql('SELECT id FROM gateway_alerts WHERE organisation_id = $1', [organisationId])) as {
      readonly id: string;
    }[];
    const subjects: Readonly<Record<string, string | undefined>> = {
      sms: estate.ids.campaignMessage,
      inbound: estate.ids.inboundMessage,
      consent: estate.ids.consentChange,
      campaign: estate.ids.dispatchedCampaign,
      chat_message: estate.ids.chatMessage,
      inbound_chat: estate.ids.inboundChat,
      session: estate.ids.session,
      webhook: estate.ids.webhook,
      gateway: alert?.id,
    };
    // As if it had come through a gateway: the endpoint takes nothing of the sandbox.
    await api.sql('UPDATE inbound_messages SET test = false WHERE organisation_id = $1', [organisationId]);
    await newEndpoint(onBehalfOf(api.services, organisationId), receiver.url);
    const events = EVENT_TYPES.map((type, place) => ({
      type,
      subjectIds: [subjects[kindOf(type)] ?? ''],
      campaignId: estate.ids.dispatchedCampaign ?? null,
      revision: place + 1,
      deliveryCode: type.startsWith('sms.') ? 502 : null,
      corrected: place % 2 === 1,
    }));
    await api.services.db.inOrganisation(organisationId, async (tx) => appendEvents(tx, events));
    const known = receiver.received.length;
    await deliverAll(api.services, 1);
    const byType = new Map(receiver.received.slice(known).map((one) => [one.body.type as string, shown(one)]));
    expect([...byType.keys()].sort()).toEqual([...EVENT_TYPES].sort());
    await compareGolden('webhooks-events', Object.fromEntries(EVENT_TYPES.map((type) => [type, byType.get(type)])));
  });
});
