import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { changeRateLimits } from '../../../src/operations/people/rate-limits.js';
import { type Answer, type Customer, useApi } from '../../http/start-api.js';
import { POLICY } from '../../support/policy.js';

const api = useApi();
const SEND = JSON.stringify({ to: '12025550100', message: 'Hello' });
const JSON_TYPE = { 'content-type': 'application/json' };

describe('authentication', () => {
  it('gives one and the same body to every key that is not good', async () => {
    const customer = await api.customer();
    const other = await api.customer();
    const revoked = await api.customer();
    const expired = await api.customer({ expiresAt: new Date(Date.now() + 60_000) });
    await api.sql('UPDATE api_keys SET revoked_at = now() WHERE organisation_id = $1', [revoked.organisationId]);
    await api.sql(`UPDATE api_keys SET expires_at = now() - interval '1 s' WHERE organisation_id = $1`, [
      expired.organisationId,
    ]);
    const organisation = customer.headers['x-organisation-id'] as string;
    const attempts: Record<string, string>[] = [
      { 'x-organisation-id': organisation },
      { 'x-organisation-id': organisation, authorization: 'Bearer ' },
      { 'x-organisation-id': organisation, authorization: 'Basic abc' },
      { 'x-organisation-id': organisation, authorization: customer.key },
      { 'x-organisation-id': organisation, authorization: `Bearer ${customer.key.slice(0, -1)}` },
      { 'x-organisation-id': organisation, authorization: `Bearer ${customer.key.toUpperCase()}` },
      { 'x-organisation-id': organisation, authorization: `Bearer ${other.key}` },
      { 'x-organisation-id': randomUUID(), authorization: `Bearer ${customer.key}` },
      revoked.headers,
      expired.headers,
    ];
    for (const headers of attempts) {
      const { status, body, headers: answered } = await api.fetch('/v1/sms/campaigns/', { headers });
      expect({ status, body }).toEqual({
        status: 401,
        body: {
          detail:
            'The API key is missing or invalid, and no person has signed in: send the header Authorization: Bearer <API_KEY>.',
          code: 'unauthenticated',
          request_id: answered.get('x-request-id'),
        },
      });
      expect(answered.get('www-authenticate')).toBe('Bearer');
    }
  });

  it.each([undefined, '', 'x', `${randomUUID()}, ${randomUUID()}`])(
    'names the organisation header when it is %j',
    async (organisation) => {
      const { headers } = await api.customer();
      const given = organisation === undefined ? {} : { 'x-organisation-id': organisation };
      const answer = await api.fetch('/v1/sms/campaigns/', {
        headers: { authorization: headers.authorization as string, ...given },
      });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          code: 'invalid_organisation_header',
          detail: expect.stringContaining('X-Organisation-Id'),
          errors: { 'X-Organisation-Id': [expect.any(String)] },
        },
      });
    },
  );

  it('comes before everything else, so that strangers cost nothing', async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1024)) });
    const init = { method: 'POST', headers: JSON_TYPE, body: endless, duplex: 'half' };
    expect(await api.fetch('/v1/sms/send-bulk/', init as RequestInit)).toMatchObject({ status: 401 });
  });
});

describe('scopes', () => {
  it.each([
    ['POST', '/v1/sms/send/', 'sms:send'],
    ['POST', '/v1/sms/send-bulk/', 'sms:send'],
    ['GET', '/v1/sms/campaigns/', 'sms:read'],
    ['POST', '/v1/sms/campaigns/messages/', 'sms:read'],
    ['GET', `/v1/sms/messages/${randomUUID()}/`, 'sms:read'],
    ['POST', `/v1/sms/messages/${randomUUID()}/cancel/`, 'sms:send'],
    ['GET', '/v1/suppressions/', 'suppressions:manage'],
    ['POST', '/v1/suppressions/', 'suppressions:manage'],
  ])('%s %s needs %s, and says so before it looks at the body', async (method, path, scope) => {
    const customer = await api.customer({ scopes: ['keys:manage'] });
    const answer = await customer.call(method, path, method === 'GET' ? undefined : '{ malformed');
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'forbidden', detail: expect.stringContaining(scope), request_id: expect.any(String) },
    });
  });

  it('lets every key read the delivery codes', async () => {
    const customer = await api.customer({ scopes: ['keys:manage'] });
    expect(await customer.call('GET', '/v1/sms/delivery-codes/')).toMatchObject({ status: 200 });
  });
});

describe('rate limits', () => {
  it('show on every answer how they stand, also on refusals', async () => {
    const customer = await api.customer();
    const good = await customer.call('POST', '/v1/sms/send/', SEND);
    const bad = await customer.call('POST', '/v1/sms/send/', '{}');
    for (const [answer, remaining] of [
      [good, 299],
      [bad, 298],
    ] as const) {
      expect(answer.headers.get('ratelimit-policy')).toBe('"sms_send";q=300;w=60');
      expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"sms_send";r=${remaining};t=\\d+$`));
      expect(answer.headers.get('x-ratelimit-limit')).toBe('300');
      expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(remaining));
      expect(Number(answer.headers.get('x-ratelimit-reset'))).toBeLessThanOrEqual(61);
    }
  });

  const leftOf = ({ headers }: Answer) =>
    [headers.get('ratelimit')?.replace(/;t=\d+$/, ''), headers.get('x-ratelimit-remaining')].join(' ');

  it('show on a refusal for want of a scope, which counts as one of the other calls and stays what it is', async () => {
    const customer = await api.customer({ scopes: ['keys:manage'] });
    for (const remaining of [299, 298]) {
      const answer = await customer.call('POST', '/v1/sms/send/', SEND);
      expect([answer.status, leftOf(answer)]).toEqual([403, `"general";r=${remaining} ${remaining}`]);
    }
    await api.sql('UPDATE rate_limits SET totals[1] = totals[62] + 300 WHERE key = $1', [
      `general:${customer.organisationId}`,
    ]);
    const over = await customer.call('POST', '/v1/sms/send/', SEND);
    expect([over.status, leftOf(over)]).toEqual([403, '"general";r=0 0']);
  });

  it('show to strangers how that of their address stands', async () => {
    const post = (path: string, body: object) =>
      api.fetch(path, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) });
    const resend = { email: 'nobody@example.org', purpose: 'password_reset' };
    const answers = [
      await post('/v1/auth/otp/resend/', resend),
      await post('/v1/auth/otp/resend/', {}),
      await post('/graphql', { query: '{ viewer { apiKey { keyId } } }' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 400, 401]);
    expect(answers.map(leftOf)).toEqual([299, 298, 297].map((left) => `"general";r=${left} ${left}`));
    await api.sql(`UPDATE rate_limits SET totals[1] = totals[62] + 300 WHERE key LIKE 'general:address %'`);
    for (const answer of [await post('/v1/auth/otp/resend/', resend), await post('/graphql', {})]) {
      expect([answer.status, leftOf(answer)]).toEqual([429, '"general";r=0 0']);
    }
  });

  it.each([
    ['of nobody', 401, '/v1/sms/campaigns/', {}],
    ['with a key that is not valid', 401, '/v1/sms/campaigns/', { authorization: 'Bearer nonsense' }],
    ['to an unknown address', 404, '/v1/nothing/', {}],
    ['by a wrong method', 405, '/v1/sms/send/', {}],
  ])('are silent on a call %s, which counts against none', async (_, status, path, headers) => {
    const answer = await api.fetch(path, { headers });
    expect(answer.status).toBe(status);
    expect([...answer.headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([]);
  });

  it.each([
    ['sms_send', 'POST', '/v1/sms/send/'],
    ['sms_send_bulk', 'POST', '/v1/sms/send-bulk/'],
    ['general', 'POST', '/v1/suppressions/'],
  ] as const)('let exactly as many calls pass as %s allows', async (bucket, method, path) => {
    const customer = await api.customer();
    const { [bucket]: points } = POLICY.callsPerMinute;
    const answers = await Promise.all(Array.from({ length: points + 20 }, () => customer.call(method, path, '{}')));
    const throttled = answers.filter(({ status }) => status === 429);
    expect(throttled).toHaveLength(20);
    for (const { headers, body } of throttled) {
      const seconds = headers.get('retry-after');
      expect(seconds).toMatch(/^[1-9]\d*$/);
      expect(body).toEqual({
        ...(path.startsWith('/v1/sms/send') && { success: false }),
        detail: `Request was throttled. Expected available in ${seconds} seconds.`,
        code: 'throttled',
        request_id: headers.get('x-request-id'),
        retry_after: Number(seconds),
      });
      expect(headers.get('x-ratelimit-remaining')).toBe('0');
    }
    expect(await customer.call('GET', '/v1/sms/delivery-codes/')).toMatchObject({
      status: bucket === 'general' ? 429 : 200,
    });
    expect(await (await api.customer()).call(method, path, '{}')).toMatchObject({ status: 400 });
  });

  it('belong to the operation: the mutation and the route drain the same one', async () => {
    const customer = await api.customer();
    const query = `mutation { sendSms(input: {to: "12025550100", message: "Hello"}) { message { id } } }`;
    const first = await customer.graphql(query);
    expect(first.headers.get('x-ratelimit-remaining')).toBe('299');
    const second = await customer.call('POST', '/v1/sms/send/', SEND);
    expect(second.headers.get('x-ratelimit-remaining')).toBe('298');
  });

  it('are those that the operator sets for the organisation, after five seconds on a process that knows the key', async () => {
    const [customer, neighbour] = [await api.customer(), await api.customer()];
    const person = await api.member('owner', customer.organisationId);
    const send = (by: Customer) => by.call('POST', '/v1/sms/send/', SEND);
    const limitOf = async (by: Customer, bucket: string) => {
      const { body } = await by.graphql('{ rateLimits { bucket limit remaining } }');
      return body.data.rateLimits.find((state: { bucket: string }) => state.bucket === bucket);
    };
    const now = performance.now.bind(performance);
    const change = async (changes: object, seconds: number) => {
      await changeRateLimits(api.services, customer.organisationId, changes);
      performance.now = () => now() + seconds * 1000;
    };
    try {
      for (let call = 0; call < 4; call += 1) expect(await send(customer)).toMatchObject({ status: 201 });
      expect(await limitOf(person, 'PEOPLE')).toEqual({ bucket: 'PEOPLE', limit: 600, remaining: 599 });

      await change({ sms_send: 3, people: 7 }, 5);
      const { status, headers } = await send(customer);
      expect(status).toBe(429);
      expect(headers.get('ratelimit-policy')).toBe('"sms_send";q=3;w=60');
      expect(headers.get('x-ratelimit-limit')).toBe('3');
      expect(headers.get('x-ratelimit-remaining')).toBe('0');
      expect(await limitOf(customer, 'SMS_SEND')).toEqual({ bucket: 'SMS_SEND', limit: 3, remaining: 0 });
      expect(await limitOf(person, 'PEOPLE')).toEqual({ bucket: 'PEOPLE', limit: 7, remaining: 5 });
      expect((await send(neighbour)).headers.get('ratelimit-policy')).toBe('"sms_send";q=300;w=60');
      expect(await limitOf(neighbour, 'SMS_SEND')).toEqual({ bucket: 'SMS_SEND', limit: 300, remaining: 299 });

      await change({ sms_send: 400 }, 10);
      expect((await send(customer)).headers.get('ratelimit')).toMatch(/^"sms_send";r=395;/);
      await change({ sms_send: null }, 15);
      expect((await send(customer)).headers.get('ratelimit')).toMatch(/^"sms_send";r=294;/);
    } finally {
      performance.now = now;
    }
  });
});

describe('test keys', () => {
  it('mark what they send, so that it never reaches a real gateway', async () => {
    const customer = await api.customer({ mode: 'test' });
    const { body } = await customer.call('POST', '/v1/sms/send/', SEND);
    expect(await api.sql('SELECT test FROM sms_messages WHERE id = $1', [body.message_id])).toEqual([{ test: true }]);
  });
});

describe('logs', () => {
  it('hold no key, number or text of any call', async () => {
    const customer = await api.customer();
    await customer.sendSms({ to: '12025550142', message: 'canary text' });
    await customer.call('GET', `/v1/sms/campaigns/?page_size=12025550142&canary=canary`);
    const logged = api.logged.join('');
    expect(logged).toContain('/v1/sms/send/');
    for (const secret of [customer.key, '12025550142', 'canary']) expect(logged).not.toContain(secret);
  });
});
