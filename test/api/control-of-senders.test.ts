import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Customer, useApi } from '../http/start-api.js';
import { addFailedCampaign } from '../support/failed-campaign.js';

const api = useApi();

let customer: Customer;
let call: Customer['call'];
beforeAll(async () => {
  customer = await api.customer();
  ({ call } = await api.customer({ organisationId: customer.organisationId, senderIds: ['SHOP'] }));
});
beforeEach(async () => {
  await api.sql('DELETE FROM rate_limits');
});

const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString();

async function addCampaign(sender: string | null): Promise<string> {
  const bulk = { message: 'Hi', recipients: ['254711000001'], sender_id: sender, scheduled_at: inAWeek() };
  return (await customer.call('POST', '/v1/sms/send-bulk/', bulk)).body.campaign_id;
}

async function addMessage(sender: string | null): Promise<string> {
  const single = { message: 'Hi', to: '254711000001', sender_id: sender, scheduled_at: inAWeek() };
  return (await customer.call('POST', '/v1/sms/send/', single)).body.message_id;
}

async function addFailed(sender: string | null): Promise<string> {
  const id = await addFailedCampaign(api, customer);
  await api.sql('UPDATE campaigns SET sender_id = $2 WHERE id = $1', [id, sender]);
  return id;
}

async function addPaused(sender: string | null): Promise<string> {
  const id = await addCampaign(sender);
  await customer.call('POST', `/v1/sms/campaigns/${id}/pause/`);
  return id;
}

const MESSAGE = 'The API key may not change what was sent as another sender.';
const REFUSED = { status: 403, body: { code: 'not_allowed_for_key', detail: MESSAGE } };

type Control = [what: string, add: (sender: string | null) => Promise<string>, input: string, path: string];
const CONTROLS: readonly Control[] = [
  ['cancelMessage', addMessage, 'messageId: $id', '/v1/sms/messages/ID/cancel/'],
  ['cancelCampaign', addCampaign, 'campaignId: $id', '/v1/sms/campaigns/ID/cancel/'],
  ['pauseCampaign', addCampaign, 'campaignId: $id', '/v1/sms/campaigns/ID/pause/'],
  ['resumeCampaign', addPaused, 'campaignId: $id', '/v1/sms/campaigns/ID/resume/'],
  ['rescheduleCampaign', addCampaign, 'campaignId: $id', '/v1/sms/campaigns/ID/reschedule/'],
  ['retryCampaign', addFailed, 'campaignId: $id', '/v1/sms/campaigns/ID/retry/'],
];

/** All that a control changes: rows of messages and campaigns, the agenda and the audit log. */
async function everything(): Promise<unknown[]> {
  const tables = ['sms_messages', 'campaigns', 'campaign_progress', 'sms_due', 'sms_retries', 'audit_entries'];
  const { organisationId } = customer;
  const read = (table: string) =>
    api.sql(`SELECT t::text FROM ${table} t WHERE organisation_id = $1 ORDER BY 1`, [organisationId]);
  return Promise.all(tables.map(read));
}

describe('a key that is restricted to sender IDs', () => {
  it.each(CONTROLS)('may call %s for its own sender alone, over GraphQL and REST', async (name, add, input, path) => {
    const query = `mutation ($id: UUID!) { ${name}(input: { ${input} }) { userErrors { code message } } }`;
    const ask = async (id: string, by = call) => by('POST', '/graphql', { query, variables: { id } });
    for (const sender of ['BANK', 'shop', null]) {
      const id = await add(sender);
      const before = await everything();
      const error = { message: MESSAGE, extensions: { code: 'NOT_ALLOWED_FOR_KEY' } };
      expect(await ask(id)).toMatchObject({ status: 403, body: { errors: [error] } });
      expect(await call('POST', path.replace('ID', id), {})).toMatchObject(REFUSED);
      expect(await everything()).toEqual(before);
      // The state was right: it is the key that may not.
      expect((await ask(id, customer.call)).body).toMatchObject({ data: { [name]: { userErrors: [] } } });
    }
    expect((await ask(await add('SHOP'))).body).toMatchObject({ data: { [name]: { userErrors: [] } } });
    expect((await call('POST', path.replace('ID', await add('SHOP')), {})).status).toBeLessThan(300);
  });

  it.each(CONTROLS)('finds nothing for %s that is not there, as any key', async (_name, _add, _input, path) => {
    const answer = await call('POST', path.replace('ID', customer.organisationId), {});
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('gets no campaign that another key has retried under the same key of idempotency', async () => {
    const path = `/v1/sms/campaigns/${await addFailed('BANK')}/retry/`;
    const headers = { 'idempotency-key': 'of the bank' };
    expect((await customer.call('POST', path, {}, headers)).status).toBe(202);
    expect((await customer.call('POST', path, {}, headers)).headers.get('idempotency-replayed')).toBe('true');
    expect(await call('POST', path, {}, headers)).toMatchObject(REFUSED);
  });

  it('releases no held messages, which are of all senders', async () => {
    const detail = 'A key that is restricted to sender IDs cannot release messages of all senders.';
    for (const body of [{}, { gateway: 'sandbox' }]) {
      const answer = await call('POST', '/v1/sms/holds/resume/', body);
      expect(answer).toMatchObject({ status: 403, body: { code: 'not_allowed_for_key', detail } });
    }
    expect((await customer.call('POST', '/v1/sms/holds/resume/')).status).toBe(200);
  });

  it('previews campaigns and checks numbers as its own sender alone', async () => {
    const bulk = { message: 'Hi', recipients: ['254711000001'] };
    const numbers = { numbers: ['254711000001'] };
    for (const more of [{}, { sender_id: 'BANK' }]) {
      for (const [path, body] of [
        ['/v1/sms/send-bulk/preview/', bulk],
        ['/v1/sms/check-numbers/', numbers],
      ] as const) {
        const { status, body: said } = await call('POST', path, { ...body, ...more });
        expect([status, Object.keys(said.errors)]).toEqual([400, ['sender_id']]);
        expect((await call('POST', path, { ...body, sender_id: 'SHOP' })).status).toBe(200);
      }
    }
  });

  it('reads what its scopes allow, of every sender: lists, statistics and exports', async () => {
    const [campaign, message] = [await addCampaign('BANK'), await addMessage('BANK')];
    expect((await call('GET', `/v1/sms/campaigns/${campaign}/`)).status).toBe(200);
    expect((await call('GET', `/v1/sms/messages/${message}/`)).status).toBe(200);
    const list = await call('GET', '/v1/sms/messages/?sender_id=BANK');
    expect(list.body.results.map((one: { message_id: string }) => one.message_id)).toContain(message);
    const { body } = await call('POST', '/v1/exports/', { what: 'messages', sender_id: 'BANK', format: 'csv' });
    const { pathname, search } = new URL(body.url);
    expect((await api.fetch(pathname + search)).text).toContain(message);
  });
});

describe('a test key', () => {
  it.each(CONTROLS)('may not call %s for what was sent live', async (_name, add, _input, path) => {
    const tester = await api.customer({ organisationId: customer.organisationId, mode: 'test' });
    const id = await add('SHOP');
    const before = await everything();
    const answer = await tester.call('POST', path.replace('ID', id), {});
    expect(answer).toMatchObject({ status: 403, body: { code: 'live_for_test_key' } });
    expect(await everything()).toEqual(before);
  });
});
