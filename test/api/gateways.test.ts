import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Customer, useApi } from '../http/start-api.js';
import { dispatchAll } from '../support/people/two-organisations.js';

const api = useApi({ SANDBOX_DELAY_MS: '0' });
/** The sandbox holds messages to it for want of credit. */
const NO_CREDIT = '12025550113';
let customer: Customer;
let campaignId: string;

beforeAll(async () => {
  customer = await api.customer();
  const bulk = { message: 'Hello', name: 'Tables', recipients: [NO_CREDIT, '12025550101'] };
  campaignId = (await customer.call('POST', '/v1/sms/send-bulk/', bulk)).body.campaign_id;
  await dispatchAll(api);
});
beforeEach(() => api.sql('DELETE FROM rate_limits'));

const QUERY = `{
  holds { gateway reason since messages nextProbeAt campaigns { id name counts { held } } }
  gateways { name kind state since code nextTryAt waiting sentPerSecond }
}`;

const withNamesOfRest = ({ nextTryAt, sentPerSecond, state, ...same }: Record<string, string>) => {
  return { ...same, state: state?.toLowerCase(), next_try_at: nextTryAt, sent_per_second: sentPerSecond };
};

describe('holds and gateways', () => {
  it('are told by GraphQL and REST alike', async () => {
    const { body } = await customer.call('POST', '/graphql', { query: QUERY });
    const [hold] = body.data.holds;
    expect(hold).toMatchObject({
      gateway: 'sandbox',
      reason: 'INSUFFICIENT_CREDIT',
      messages: 1,
      campaigns: [{ id: campaignId, name: 'Tables', counts: { held: 1 } }],
    });
    const holds = await customer.call('GET', '/v1/sms/holds/');
    expect(holds.body).toMatchObject({
      count: 1,
      results: [
        {
          gateway: 'sandbox',
          reason: 'insufficient_credit',
          messages: 1,
          since: hold.since,
          next_probe_at: hold.nextProbeAt,
          campaigns: [{ campaign_id: campaignId, name: 'Tables' }],
        },
      ],
    });
    const [gateway] = body.data.gateways;
    expect(gateway).toMatchObject({ name: 'sandbox', kind: 'sandbox' });
    const gateways = await customer.call('GET', '/v1/sms/gateways/');
    expect(gateways.body.results).toEqual([withNamesOfRest(gateway)]);
  });

  it('end by a call that resumes what is held', async () => {
    const path = '/v1/sms/holds/resume/';
    expect((await customer.call('POST', path, { gateway: 'another' })).body).toEqual({ success: true, resumed: 0 });
    expect((await customer.call('POST', path)).body).toEqual({ success: true, resumed: 1 });
    expect((await customer.call('GET', '/v1/sms/holds/')).body).toMatchObject({ count: 0, results: [] });
  });
});
