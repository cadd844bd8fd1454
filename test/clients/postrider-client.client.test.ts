import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { failureOf, SMS, useClient } from '../support/client-stage.js';
import { inTurn } from '../support/gateways/faulty-proxy.js';

const stage = useClient();
const keys = () => stage.proxy.seen.map(({ headers }) => headers['idempotency-key']);

describe('A send whose answer is lost', () => {
  it.each(['lose', 'cut', { status: 502, body: '<h1>Bad Gateway</h1>' }] as const)(
    'is repeated under the same key, and sends one message: %p',
    async (fault) => {
      stage.proxy.react = inTurn('/v1/sms/send/', fault, fault);
      const { status, message_id } = await stage.postrider.sms.send(SMS);
      expect([status, message_id]).toEqual(['queued', expect.any(String)]);
      expect([stage.proxy.seen.length, new Set(keys()).size, await stage.countMessages()]).toEqual([3, 1, 1]);
    },
  );

  it('is repeated after its timeout', async () => {
    stage.proxy.react = inTurn('/v1/sms/send/', 'silence');
    await stage.postrider.sms.send(SMS, { timeout: 1_000 });
    expect([stage.proxy.seen.length, await stage.countMessages()]).toEqual([2, 1]);
  });

  it('of a campaign makes one campaign', async () => {
    stage.proxy.react = inTurn('/v1/sms/send-bulk/', 'lose');
    const { campaign_id } = await stage.postrider.sms.sendBulk({
      message: 'Hi',
      recipients: ['12025550100', '12025550120'],
    });
    const all = await stage.postrider.campaigns.list().toArray();
    expect(all.map((one) => one.campaign_id)).toEqual([campaign_id]);
  });

  it('fails with the key when the network stays away, and goes on with that key later', async () => {
    stage.proxy.react = () => 'lose';
    const error = await failureOf(stage.postrider.sms.send(SMS, { maxRetries: 1 }));
    expect(error).toMatchObject({ code: 'connection', status: undefined, retryable: true });
    stage.proxy.react = () => undefined;
    await stage.postrider.sms.send(SMS, { idempotencyKey: error.idempotencyKey });
    expect([new Set(keys()).size, await stage.countMessages()]).toEqual([1, 1]);
  });

  it('goes out under the key of the caller, also as another call', async () => {
    const idempotencyKey = randomUUID();
    const [one, other] = [
      await stage.postrider.sms.send(SMS, { idempotencyKey }),
      await stage.postrider.sms.send(SMS, { idempotencyKey }),
    ];
    expect([other.message_id, await stage.countMessages()]).toEqual([one.message_id, 1]);
    const error = await failureOf(stage.postrider.sms.send({ ...SMS, message: 'Other' }, { idempotencyKey }));
    expect(error).toMatchObject({ code: 'idempotency_mismatch', status: 422, retryable: false, idempotencyKey });
  });

  it('has a new key for each call', async () => {
    await Promise.all([stage.postrider.sms.send(SMS), stage.postrider.sms.send(SMS)]);
    expect([new Set(keys()).size, await stage.countMessages()]).toEqual([2, 2]);
  });
});

describe('What has no key', () => {
  it('is not repeated after a lost answer, since a second call would say something else', async () => {
    const { message_id } = await stage.postrider.sms.send({ ...SMS, scheduled_at: new Date(Date.now() + 3_600_000) });
    stage.proxy.seen.length = 0;
    stage.proxy.react = inTurn('/v1/sms/messages/', 'lose');
    const error = await failureOf(stage.postrider.sms.cancel(message_id));
    expect([error.code, error.retryable, error.idempotencyKey, stage.proxy.seen.length]).toEqual([
      'connection',
      false,
      undefined,
      1,
    ]);
    const { status, history } = await stage.postrider.sms.get(message_id, { expand: 'history' });
    expect([status, history?.map((change) => change.status)]).toEqual(['cancelled', ['queued', 'cancelled']]);
  });

  it('is repeated when it only reads', async () => {
    stage.proxy.react = inTurn('/v1/', 'lose', 'cut');
    expect(await stage.postrider.sms.deliveryCodes()).toHaveLength(14);
  });
});

describe('A refusal', () => {
  it('tells the code, the status, the fields and the id of the request', async () => {
    const error = await failureOf(stage.postrider.sms.send({ to: '12', message: '' }));
    expect(error).toMatchObject({ code: 'invalid', status: 400, retryable: false, name: 'PostriderError' });
    expect(Object.keys(error.errors)).toEqual(['to', 'message']);
    expect(error.requestId).toMatch(/./);
    expect(stage.proxy.seen).toHaveLength(1);
  });

  it('never shows the key', async () => {
    const error = await failureOf(stage.clientWith({ apiKey: 'pr_test_wrong' }).sms.send(SMS));
    expect(error).toMatchObject({ code: 'unauthenticated', status: 401 });
    expect(inspect([error, stage.clientWith({ apiKey: 'pr_test_wrong' })], { depth: 9 })).not.toContain(
      'pr_test_wrong',
    );
  });

  const throttled = (seconds: number) => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
    body: JSON.stringify({
      detail: 'Request was throttled.',
      code: 'throttled',
      request_id: 'r',
      retry_after: seconds,
    }),
  });

  it('with Retry-After is repeated after so many seconds, also without a key', async () => {
    stage.proxy.react = inTurn('/v1/', throttled(1));
    await failureOf(stage.postrider.sms.cancel(randomUUID()));
    const [first, second] = stage.proxy.seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
    expect(stage.proxy.seen).toHaveLength(2);
  });

  it('of the real limit tells how long to wait', async () => {
    const sends = Array.from({ length: 310 }, () => stage.postrider.sms.send(SMS, { maxRetries: 0 }));
    const refused = (await Promise.allSettled(sends)).filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(10);
    expect(refused[0]?.reason).toMatchObject({ code: 'throttled', status: 429, retryable: true });
    expect(refused[0]?.reason.retryAfter).toBeGreaterThan(0);
  });

  it('with a longer Retry-After than the call may take fails at once', async () => {
    stage.proxy.react = () => throttled(60);
    const start = performance.now();
    const error = await failureOf(stage.postrider.sms.send(SMS, { totalTimeout: 30_000 }));
    expect([error.retryAfter, performance.now() - start < 5_000]).toEqual([60, true]);
  });

  it('for a key that is under way is repeated', async () => {
    const body = JSON.stringify({ detail: 'Running.', code: 'idempotency_in_progress', request_id: 'r' });
    stage.proxy.react = inTurn('/v1/', { status: 409, body });
    expect(await stage.postrider.sms.send(SMS)).toMatchObject({ success: true });
  });

  it('that is not of Postrider says so', async () => {
    stage.proxy.react = inTurn('/v1/', { status: 200, body: '<h1>Sign in to the hotel</h1>' });
    expect(await failureOf(stage.postrider.sms.send(SMS))).toMatchObject({ code: 'unexpected_response', status: 200 });
    stage.proxy.react = inTurn('/v1/', { status: 301, headers: { location: 'https://sms.example.org/v1/sms/send/' } });
    const redirected = await failureOf(stage.postrider.sms.send(SMS));
    expect(redirected.message).toContain('https://sms.example.org/v1/sms/send/');
  });

  it('while the database is away is a 503, which a send gets over', async () => {
    // One that the server does not remember, so that it has to ask the database.
    const error = await stage.whileDatabaseIsAway(() => failureOf(stage.postrider.sms.send(SMS, { maxRetries: 0 })));
    expect(error).toMatchObject({ code: 'unavailable', status: 503, retryable: true });
  });
});

describe('A signal', () => {
  it('ends a call that waits for its answer', async () => {
    stage.proxy.react = () => 'silence';
    const gone = new AbortController();
    setTimeout(() => gone.abort(), 200);
    const error = await failureOf(stage.postrider.sms.send(SMS, { signal: gone.signal }));
    expect(error).toMatchObject({ code: 'aborted', idempotencyKey: expect.any(String) });
    expect(stage.proxy.seen).toHaveLength(1);
  });

  it('ends a call between two attempts', async () => {
    stage.proxy.react = () => ({ status: 429, headers: { 'retry-after': '30' } });
    const start = performance.now();
    const error = await failureOf(stage.postrider.sms.send(SMS, { signal: AbortSignal.timeout(300) }));
    expect([error.code, performance.now() - start < 5_000, stage.proxy.seen.length]).toEqual(['aborted', true, 1]);
  });

  it('that has aborted sends nothing', async () => {
    expect((await failureOf(stage.postrider.sms.send(SMS, { signal: AbortSignal.abort() }))).code).toBe('aborted');
    expect(stage.proxy.seen).toHaveLength(0);
  });
});

describe('accessToken', () => {
  it('may be one that the client of the backend has made, which can only read', async () => {
    const { token } = await stage.clientWith({}).createAccessToken();
    const page = stage.clientWith({ apiKey: undefined, accessToken: () => token });
    expect(await page.campaigns.list().toArray()).toEqual(expect.any(Array));
    await expect(page.sms.send({ to: '12025550100', message: 'Hello' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('is fetched once for all calls, and again when the server refuses the token', async () => {
    let fetched = 0;
    const accessToken = async () => (fetched++ === 0 ? 'pr_test_expired' : stage.apiKey);
    const client = stage.clientWith({ apiKey: undefined, accessToken });
    await Promise.all([client.sms.send(SMS), client.sms.send(SMS)]);
    await client.sms.send(SMS);
    expect([fetched, await stage.countMessages()]).toEqual([2, 3]);
  });

  it('that never comes fails an attempt by its timeout, and the next attempt asks for another', async () => {
    let fetched = 0;
    const never = new Promise<string>(() => undefined);
    const accessToken = () => (fetched++ === 0 ? never : stage.apiKey);
    const client = stage.clientWith({ apiKey: undefined, accessToken, timeout: 400 });
    const error = await failureOf(client.sms.send(SMS, { maxRetries: 0 }));
    expect(error).toMatchObject({ code: 'timeout', retryable: true, idempotencyKey: expect.any(String) });
    await client.sms.send(SMS, { timeout: 10_000 });
    expect([fetched, await stage.countMessages()]).toEqual([2, 1]);
  });

  it('that never comes holds up neither the signal of a call nor a wait for a campaign', async () => {
    const client = stage.clientWith({ apiKey: undefined, accessToken: () => new Promise(() => undefined) });
    const signal = () => AbortSignal.timeout(200);
    expect((await failureOf(client.sms.send(SMS, { signal: signal() }))).code).toBe('aborted');
    const waiting = client.campaigns.wait(stage.organisationId, { signal: signal() });
    expect((await failureOf(waiting)).code).toBe('aborted');
  });

  it('is renewed within the time of the attempt', async () => {
    stage.proxy.react = ({ headers }) => (headers.authorization?.endsWith('expired') ? undefined : 'silence');
    let fetched = 0;
    const renewed = async () => {
      await sleep(700);
      return stage.apiKey;
    };
    const accessToken = () => (fetched++ === 0 ? 'pr_test_expired' : renewed());
    const client = stage.clientWith({ apiKey: undefined, accessToken, timeout: 1_000, totalTimeout: 1_000 });
    const start = performance.now();
    expect((await failureOf(client.sms.send(SMS))).code).toBe('timeout');
    expect([fetched, stage.proxy.seen.length]).toEqual([2, 2]);
    expect(performance.now() - start).toBeLessThan(1_500);
  });

  it('that stays refused fails the call', async () => {
    const client = stage.clientWith({ apiKey: undefined, accessToken: () => 'pr_test_wrong' });
    expect((await failureOf(client.sms.send(SMS))).code).toBe('unauthenticated');
    expect(stage.proxy.seen).toHaveLength(2);
  });
});

describe('A client that is set up wrongly', () => {
  it.each([
    ['without a scheme', { url: 'sms.example.org' }],
    ['of another scheme', { url: 'ftp://sms.example.org' }],
    ['without a key', { apiKey: '' }],
    ['without an organisation', { organisationId: '' }],
  ])('%s says so at once', (_what, more) => {
    expect(() => stage.clientWith(more)).toThrow(TypeError);
  });

  it.each(['', '.', '..'])('sends no id that leads elsewhere: %p', async (id) => {
    expect(() => stage.postrider.sms.cancel(id)).toThrow(TypeError);
    expect(stage.proxy.seen).toHaveLength(0);
  });

  it('finds a server below a path', async () => {
    stage.proxy.react = () => ({ status: 404, body: '{}' });
    await failureOf(stage.clientWith({ url: `${stage.proxy.url}/sms/` }).sms.send(SMS));
    expect(stage.proxy.seen[0]?.path).toBe('/sms/v1/sms/send/');
  });
});
