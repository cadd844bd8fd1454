import { beforeAll, describe, expect, it } from '@jest/globals';
import type { KeyMode } from '../../../src/domain/vocabulary.js';
import { useApi } from '../../http/start-api.js';
import { DEAF_INBOX } from '../../support/gateways/deaf-inbox.js';
import { drain } from '../../support/services.js';

const api = useApi({ SANDBOX_DELAY_MS: '0' });
beforeAll(async () => {
  for (const { gateway } of api.services.gateways.values()) await gateway.start?.(DEAF_INBOX);
});

const REFUSED_NUMBER = '12025550110';

/** Sends to the number that the sandbox refuses the sender id for, and answers what the organisation sees of it. */
async function sendRefused(mode: KeyMode) {
  const customer = await api.customer({ mode });
  const ask = async (query: string) => (await customer.call('POST', '/graphql', { query })).body.data;
  await ask('mutation { createSenderId(input: { name: "ACME" }) { userErrors { code } } }');
  const sent = { to: REFUSED_NUMBER, message: 'Hello', sender_id: 'ACME' };
  const { body } = await customer.call('POST', '/v1/sms/send/', sent);
  await drain(api.services);
  const { body: message } = await customer.call('GET', `/v1/sms/messages/${body.message_id}/`);
  expect(message).toMatchObject({ status: 'failed', delivery_code: 402 });
  const { senderIds } = await ask('{ senderIds(first: 1) { nodes { status refusedAt refusedBy } } }');
  return senderIds.nodes[0];
}

describe('the number of the sandbox that is refused with 402', () => {
  it('shows in the list of sender ids that a gateway has refused one, and which', async () => {
    expect(await sendRefused('live')).toEqual({
      status: 'PENDING',
      refusedAt: expect.stringMatching(/^\d{4}-/),
      refusedBy: 'sandbox',
    });
  });

  it('shows nothing there for a test key', async () => {
    expect(await sendRefused('test')).toEqual({ status: 'PENDING', refusedAt: null, refusedBy: null });
  });
});
