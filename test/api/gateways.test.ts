import { beforeAll, describe, expect, it } from '@jest/globals';
import { VERSION } from '../../src/lib/version.js';
import { useApi, useCustomer } from '../http/start-api.js';
import { createProgrammableEngine } from '../support/gateways/programmable-engine.js';
import { reject, TAKEN_SILENTLY } from '../support/gateways/programmable-gateway.js';
import { dispatchAll } from '../support/people/two-organisations.js';
import { drain } from '../support/services.js';
import { workerOf } from './api-worker.js';

const api = useApi({ SANDBOX_DELAY_MS: '0', EVENT_RETENTION_DAYS: '12' });
describe('holds and gateways', () => {
  /** The sandbox holds messages to it for want of credit. */
  const NO_CREDIT = '12025550113';
  const customer = useCustomer(api);
  let campaignId: string;

  beforeAll(async () => {
    const bulk = { message: 'Hello', name: 'Tables', recipients: [NO_CREDIT, '12025550101'] };
    campaignId = (await customer.sendBulkSms(bulk)).body.campaign_id;
    await dispatchAll(api);
  });

  const QUERY = `{
    holds { gateway reason since messages nextProbeAt campaigns { id name counts { held } } }
    gateways { name kind state since code nextTryAt waiting sentPerSecond }
  }`;

  const withNamesOfRest = ({ nextTryAt, sentPerSecond, state, ...same }: Record<string, string>) => {
    return { ...same, state: state?.toLowerCase(), next_try_at: nextTryAt, sent_per_second: sentPerSecond };
  };

  it('are told by GraphQL and REST alike', async () => {
    const { body } = await customer.graphql(QUERY);
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

describe('messages that wait for a gateway that is not configured', () => {
  const TO = '254711000003';
  const customer = useCustomer(api);

  const send = async (body: object = {}) => (await customer.sendSms({ to: TO, ...body })).body.message_id as string;
  const explanationOf = async (id: string) =>
    (await customer.call('GET', `/v1/sms/messages/${id}/?expand=explanation`)).body.explanation;
  /** As the agenda is after a restart with another GATEWAYS_FILE. */
  const leaveTo = (gateway: string) =>
    api.sql(`UPDATE sms_due SET gateway = '${gateway}' WHERE organisation_id = '${customer.organisationId}'`);

  it('say so, whether they are new, try again, or come due now, and can be cancelled', async () => {
    const retried = await send();
    await drain(workerOf(api, () => reject(407)));
    const due = await send({ scheduled_at: new Date(Date.now() + 120_000).toISOString() });
    const waiting = await send();
    const later = await send({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await explanationOf(retried)).toMatchObject({ code: 'waiting_for_retry' });
    await leaveTo('removed');
    for (const id of [retried, due, waiting]) {
      expect(await explanationOf(id)).toMatchObject({
        code: 'gateway_not_configured',
        cause: 'The gateway removed that the message waits for is not configured.',
        next: 'The operator adds the gateway again, or the message is cancelled.',
        next_at: null,
        gateway: 'removed',
      });
    }
    expect(await explanationOf(later)).toMatchObject({ code: 'scheduled' });
    const { results } = (await customer.call('GET', '/v1/sms/gateways/')).body;
    const shown = { kind: 'unknown', state: 'down', code: 'NOT_CONFIGURED', since: null, next_try_at: null };
    expect(results).toContainEqual({ name: 'removed', ...shown, waiting: 3, sent_per_second: 0 });
    expect((await customer.call('POST', `/v1/sms/messages/${waiting}/cancel/`)).status).toBe(200);
    expect(await explanationOf(waiting)).toMatchObject({ code: 'cancelled' });
    await leaveTo('sandbox');
    expect(await explanationOf(due)).toMatchObject({ code: 'scheduled' });
  });

  it('are not shown to another organisation', async () => {
    await send();
    await leaveTo('removed');
    const other = await api.customer();
    expect((await other.call('GET', '/v1/sms/gateways/')).body.results).toMatchObject([{ name: 'sandbox' }]);
  });
});

describe('a message whose answer was lost, and one that the gateway has refused with 500', () => {
  const [LOST, REFUSED] = ['254711000001', '254711000002'];
  const WAIT_SECONDS = 1_000;
  const UNKNOWN = 'Outcome unknown: the answer of the gateway was lost, and no report came';
  const REJECTED = 'Unexpected error on the service side';

  const customer = useCustomer(api);
  let campaignId: string;
  let single: { lost: string; refused: string };

  /** The worker's turns, with a gateway that loses one answer, and refuses another message with 500. */
  beforeAll(async () => {
    const send = async (to?: string) => (await customer.sendSms({ to })).body.message_id as string;
    single = { lost: await send(LOST), refused: await send(REFUSED) };
    campaignId = (await customer.sendBulkSms({ recipients: [LOST, REFUSED] })).body.campaign_id;

    const worker = workerOf(api, ({ to }) => (to === LOST ? TAKEN_SILENTLY : reject(500)));
    await drain(worker);
    await worker.travel(WAIT_SECONDS);
    await drain(worker);
  });

  it('differ in the listing of their campaign', async () => {
    const { body } = await customer.call('POST', '/v1/sms/campaigns/messages/', { campaign_id: campaignId });
    const failed = { status: 'failed', message_status: 'failed', delivery_code: 500 };
    expect(body.results).toEqual([
      { mobile: LOST, ...failed, error: UNKNOWN },
      { mobile: REFUSED, ...failed, error: REJECTED },
    ]);
  });

  it('differ where a message is read by its id, or listed with others', async () => {
    const read = async (id: string) => (await customer.call('GET', `/v1/sms/messages/${id}/`)).body;
    expect(await read(single.lost)).toMatchObject({ status: 'failed', delivery_code: 500, error: UNKNOWN });
    expect(await read(single.refused)).toMatchObject({ status: 'failed', delivery_code: 500, error: REJECTED });
    const query = '{ messages(first: 10) { nodes { to error errorCode explanation { code cause rule } } } }';
    const { body } = await customer.graphql(query);
    const lost = {
      to: LOST,
      error: UNKNOWN,
      errorCode: 'OUTCOME_UNKNOWN',
      explanation: {
        code: 'OUTCOME_UNKNOWN',
        cause: `${UNKNOWN}.`,
        rule: 'A message that may have left is not sent again, so that nobody gets it twice.',
      },
    };
    const refused = {
      to: REFUSED,
      error: REJECTED,
      errorCode: 'DELIVERY_CODE',
      explanation: {
        code: 'REFUSED',
        cause: `${REJECTED} (500 InternalServerError).`,
        rule: 'Code 500 is final at once.',
      },
    };
    expect(body.data.messages.nodes).toEqual([refused, lost, refused, lost]);
  });
});

describe('The installation', () => {
  const QUERY = '{ installation { version eventRetentionDays sandboxOnly } engines }';

  const real = useApi({}, [createProgrammableEngine({ name: 'north' })]);

  it('tells every key and everybody who has signed in what the server is', async () => {
    const installation = { version: VERSION, eventRetentionDays: 12, sandboxOnly: true };
    const expected = { data: { installation, engines: ['sandbox'] } };
    for (const caller of [await api.customer(), await api.member('owner')]) {
      expect((await caller.graphql(QUERY)).body).toMatchObject(expected);
    }
    const { body } = await (await api.customer({ scopes: ['sms:send'] })).graphql('{ installation { sandboxOnly } }');
    expect(body.data).toEqual({ installation: { sandboxOnly: true } });
    const stranger = await api.graphql('{ installation { version } }');
    expect(stranger).toMatchObject({ status: 401, body: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } });
  });

  it('tells that messages may leave where an engine is configured, and lists engines with the default one first', async () => {
    const { body } = await (await real.customer()).graphql(QUERY);
    expect(body.data).toMatchObject({ installation: { sandboxOnly: false }, engines: ['north', 'sandbox'] });
    const test = await real.customer({ mode: 'test' });
    expect((await test.graphql(QUERY)).body.data.engines).toEqual(['sandbox']);
  });
});
