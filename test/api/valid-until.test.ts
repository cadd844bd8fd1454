import { describe, expect, it } from '@jest/globals';
import { useApi, useNewCustomer } from '../http/start-api.js';
import { NO_CREDIT, reject } from '../support/gateways/programmable-gateway.js';
import { drain } from '../support/services.js';
import { workerOf } from './api-worker.js';

const HOUR = 3600;
const TO = '254711000001';
const ERROR = 'The message expired before it could be sent';
const api = useApi();
const customer = useNewCustomer(api);

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const send = (body: object) => customer.sendSms({ to: TO, ...body });
const sendBulk = (body: object, path = '') =>
  customer.call('POST', `/v1/sms/send-bulk/${path}`, { message: 'Hello', recipients: [TO], ...body });
const read = async (id: string) => (await customer.call('GET', `/v1/sms/messages/${id}/`)).body;
const ask = async (query: string) => (await customer.graphql(query)).body.data;

/** A worker whose gateway has no credit, or refuses with 502, which is tried again. */
const startWorker = (reaction = NO_CREDIT) => workerOf(api, () => reaction);

describe('valid_until', () => {
  const times = { scheduled_at: inSeconds(HOUR), valid_until: inSeconds(2 * HOUR) };

  it('is returned with the message, the campaign and the preview', async () => {
    const message = await send(times);
    expect(await read(message.body.message_id)).toMatchObject(times);
    const campaign = await sendBulk(times);
    expect((await customer.call('GET', `/v1/sms/campaigns/${campaign.body.campaign_id}/`)).body).toMatchObject(times);
    const preview = await sendBulk(times, 'preview/');
    expect(preview.body).toMatchObject({ starts_at: times.scheduled_at, valid_until: times.valid_until });
    const fields = 'scheduledAt validUntil';
    const listed = await ask(`{ messages(first: 2) { nodes { ${fields} campaign { ${fields} } } } }`);
    const shown = { scheduledAt: times.scheduled_at, validUntil: times.valid_until };
    expect(listed.messages.nodes).toEqual([
      { ...shown, campaign: shown },
      { ...shown, campaign: null },
    ]);
  });

  it('is null by default', async () => {
    const { body } = await send({ valid_until: null });
    expect(await read(body.message_id)).toMatchObject({ valid_until: null });
    expect((await sendBulk({}, 'preview/')).body).toMatchObject({ valid_until: null });
  });

  it.each([
    ['passed', { valid_until: inSeconds(-1) }, 'The time must be in the future.'],
    [
      'not after the scheduled time',
      { ...times, valid_until: times.scheduled_at },
      'The time must be after the scheduled time.',
    ],
    ['too far ahead', { valid_until: inSeconds(181 * 24 * HOUR) }, 'The time must be within 180 days.'],
  ])('is refused if it is %s, of single and bulk sends and of previews', async (_, given, why) => {
    const refused = { status: 400, body: { code: 'invalid', errors: { valid_until: [why] } } };
    for (const call of [send(given), sendBulk(given), sendBulk(given, 'preview/')])
      expect(await call).toMatchObject(refused);
    const [validUntil, scheduledAt = null] = Object.values(given).toReversed();
    const query = `mutation ($input: SendSmsInput!) { sendSms(input: $input) { userErrors { code path message } } }`;
    const variables = { input: { to: TO, message: 'Hello', validUntil, scheduledAt } };
    const { body } = await customer.graphql(query, variables);
    expect(body.data.sendSms.userErrors).toEqual([{ code: 'INVALID', path: ['validUntil'], message: why }]);
  });

  it('is refused if it is no time, or misspelt', async () => {
    expect(await send({ valid_until: 'tomorrow' })).toMatchObject({ status: 400 });
    const misspelt = await send({ validUntil: inSeconds(HOUR) });
    expect(misspelt.body.errors.validUntil[0]).toContain('`valid_until`');
  });

  it('is part of what an idempotency key stands for', async () => {
    const keyed = (body: object) => customer.sendSms({ to: TO, ...body }, { 'Idempotency-Key': 'a-key' });
    const first = await keyed(times);
    expect(await keyed(times)).toMatchObject({ status: 201, body: first.body });
    for (const valid_until of [null, inSeconds(HOUR * 3)]) {
      expect(await keyed({ ...times, valid_until })).toMatchObject({ status: 422 });
    }
  });

  it('is part of what a preview token promises', async () => {
    const { preview_token } = (await sendBulk(times, 'preview/')).body;
    for (const valid_until of [undefined, inSeconds(HOUR * 3)]) {
      const other = await sendBulk({ ...times, valid_until, preview_token });
      expect(other).toMatchObject({ status: 400, body: { code: 'preview_invalid' } });
    }
    expect(await sendBulk({ ...times, preview_token })).toMatchObject({ status: 202, body: { accepted: 1 } });
  });
});

describe('a message that has expired', () => {
  const EXPLANATION = 'explanation { code cause rule next nextAt }';
  const NOT_AFTER = 'A message is not submitted after its `validUntil`.';

  it('says so wherever it is shown', async () => {
    const single = await send({ valid_until: inSeconds(HOUR) });
    const campaign = await sendBulk({ valid_until: inSeconds(HOUR) });
    const cancelled = await send({ valid_until: inSeconds(HOUR) });
    await customer.call('POST', `/v1/sms/messages/${cancelled.body.message_id}/cancel/`, {});
    const worker = startWorker();
    await drain(worker);
    await worker.travel(HOUR);
    await drain(worker);

    const ended = { status: 'cancelled', delivery_code: null, error: ERROR };
    expect(await read(single.body.message_id)).toMatchObject(ended);
    expect(await read(cancelled.body.message_id)).toMatchObject({ ...ended, error: null });
    const { campaign_id } = campaign.body;
    const listing = await customer.call('POST', '/v1/sms/campaigns/messages/', { campaign_id });
    const line = { mobile: TO, status: 'failed', message_status: 'cancelled', delivery_code: null, error: ERROR };
    expect(listing.body.results).toEqual([line]);
    const { body } = await customer.call('GET', `/v1/sms/campaigns/${campaign_id}/`);
    expect(body).toMatchObject({ status: 'completed', counts: { cancelled: 1, held: 0 }, cancelled_at: null });

    const { messages } = await ask(`{ messages(first: 3) { nodes { errorCode ${EXPLANATION} } } }`);
    const expired = {
      errorCode: 'EXPIRED',
      explanation: {
        code: 'EXPIRED',
        cause: 'It was not sent before its `validUntil`.',
        rule: NOT_AFTER,
        next: 'Nothing more will happen.',
        nextAt: null,
      },
    };
    const byCaller = { errorCode: null, explanation: expect.objectContaining({ code: 'CANCELLED' }) };
    expect(messages.nodes).toEqual([byCaller, expired, expired]);
  });

  it.each([
    ['waits for credit', NO_CREDIT, 'WAITING_FOR_CREDIT_UNTIL_EXPIRY'],
    ['waits for a retry', reject(502), 'EXPIRES_BEFORE_RETRY'],
  ])('is explained before, while it %s', async (_, reaction, code) => {
    await send({ valid_until: inSeconds(600) });
    await drain(startWorker(reaction));
    const { messages } = await ask(`{ messages(first: 1) { nodes { validUntil ${EXPLANATION} } } }`);
    const [{ validUntil, explanation }] = messages.nodes;
    expect(explanation).toMatchObject({ code, rule: NOT_AFTER, nextAt: validUntil });
  });

  it('is one of a test key as well', async () => {
    const tester = await api.customer({ mode: 'test' });
    const sent = await tester.sendSms({ to: TO, valid_until: inSeconds(HOUR) });
    const worker = startWorker();
    await worker.travel(HOUR);
    await drain(worker);
    const { body } = await tester.call('GET', `/v1/sms/messages/${sent.body.message_id}/`);
    expect(body).toMatchObject({ test: true, status: 'cancelled', error: ERROR });
  });
});
