import { get } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { createSubscriptionSlots } from '../../../src/api/subscriptions/subscription-slots.js';
import { LIMITS } from '../../../src/domain/limits.js';
import { useApi } from '../../http/start-api.js';
import type { RawSocket } from '../../support/subscribers.js';
import { answersIn, EVENTS, subscribeTo, useSubscribers } from './subscription-stage.js';

const api = useApi({ SANDBOX_DELAY_MS: '0' });
const { connect, hear, log, open, untilHeard } = useSubscribers(api);

describe('a WebSocket', () => {
  it('takes the key from its first message, in any case, or from its headers', async () => {
    const { headers } = await api.customer();
    const capitals = { Authorization: headers.authorization, 'X-Organisation-Id': headers['x-organisation-id'] };
    await connect({ headers: capitals as Record<string, string> });
    const raw = await open(headers);
    raw.say({ type: 'connection_init' });
    await raw.until('connection_ack');
  });

  const ACTS: readonly (readonly [string, number, (raw: RawSocket, headers: object) => void])[] = [
    ['shows no key', 4403, (raw) => raw.say({ type: 'connection_init' })],
    [
      'shows a wrong key',
      4403,
      (raw, headers) => raw.say({ type: 'connection_init', payload: { ...headers, authorization: 'Bearer nothing' } }),
    ],
    [
      'names no organisation',
      4403,
      (raw, headers) => raw.say({ type: 'connection_init', payload: { ...headers, 'x-organisation-id': undefined } }),
    ],
    [
      'names another organisation',
      4403,
      (raw, headers) =>
        raw.say({
          type: 'connection_init',
          payload: { ...headers, 'x-organisation-id': '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70' },
        }),
    ],
    ['subscribes before it has shown its key', 4401, (raw) => subscribeTo(raw)],
    ['shows its key twice', 4429, (raw, payload) => [1, 2].map(() => raw.say({ type: 'connection_init', payload }))],
    ['says what is no message', 4400, (raw) => raw.say('nonsense')],
    ['says too much', 1009, (raw) => raw.say('x'.repeat(300_000))],
  ];
  it.each(ACTS)('that %s is closed with %i', async (_what, code, act) => {
    const { headers } = await api.customer();
    const raw = await open();
    act(raw, headers);
    expect((await raw.closed).code).toBe(code);
    expect(raw.said.filter(({ type }) => type === 'next')).toEqual([]);
  });

  it('that says nothing is closed with 4408', async () => {
    const raw = await open();
    expect((await raw.closed).code).toBe(4408);
  });

  it('of no protocol is closed with 4406', async () => {
    const raw = await open({}, []);
    expect((await raw.closed).code).toBe(4406);
  });

  it('is made at /graphql alone; what else asks for an upgrade is answered as it is', async () => {
    const { headers } = await api.customer();
    const upgrade = (path: string, to: string) =>
      new Promise((resolve) => {
        const key = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' };
        const asked = { ...headers, ...key, connection: 'upgrade', upgrade: to };
        const request = get(`${api.url}${path}`, { headers: asked, agent: false }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
        request.on('upgrade', (answer, socket) => {
          socket.destroy();
          resolve(answer.statusCode);
        });
      });
    expect(await upgrade('/graphql/', 'websocket')).toBe(101);
    expect(await upgrade('/nowhere', 'websocket')).toBe(404);
    expect(await upgrade('/livez', 'h2c')).toBe(200);
    expect(await upgrade('/v1/sms/campaigns/', 'websocket')).toBe(200);
  });

  it('has room for so many strangers only: the longest there makes room', async () => {
    const first = await open();
    const { headers } = await api.customer();
    const known = await connect({ headers });
    await Promise.all(Array.from({ length: 200 }, () => open()));
    expect((await first.closed).code).toBe(1006);
    subscribeTo(known, '{ viewer { apiKey { keyId } } }');
    await known.until('error');
  });

  it('makes room for whoever has less when all places are taken, and tells the one that has to go', async () => {
    const perOrganisation = LIMITS.subscriberConnectionsPerOrganisation;
    const hoard = async () => {
      const customer = await api.customer();
      const sockets: RawSocket[] = [];
      // Fewer at once than there may be strangers.
      while (sockets.length < perOrganisation) {
        sockets.push(...(await Promise.all(Array.from({ length: perOrganisation / 4 }, () => connect(customer)))));
      }
      return sockets;
    };
    const first = await hoard();
    for (let taken = perOrganisation; taken < LIMITS.subscriberConnections; taken += perOrganisation) await hoard();
    const newcomer = await connect(await api.customer());
    expect(await Promise.race(first.map(({ closed }) => closed))).toEqual({
      code: 1013,
      reason: 'There are too many connections for subscriptions.',
    });
    subscribeTo(newcomer, '{ viewer { apiKey { keyId } } }');
    await newcomer.until('error');
  });

  it('carries so many subscriptions and no more', async () => {
    const customer = await api.customer();
    const raw = await connect(customer);
    for (let id = 1; id <= LIMITS.subscriptionsPerConnection; id += 1) subscribeTo(raw, EVENTS, `s${id}`);
    subscribeTo(raw, EVENTS, 'one too many');
    expect(await raw.until('error')).toMatchObject({
      id: 'one too many',
      payload: [{ extensions: { code: 'TOO_MANY_SUBSCRIPTIONS', retryAfterSeconds: expect.any(Number) } }],
    });
    const all = Array.from({ length: LIMITS.subscriptionsPerConnection }, (_, place) =>
      answersIn(raw, `s${place + 1}`),
    );
    await untilHeard(() => log(customer, 1), ...all);
    raw.say({ id: 's1', type: 'complete' });
    subscribeTo(raw, EVENTS, 'in its place');
    await untilHeard(() => log(customer, 1), answersIn(raw, 'in its place'));
  });
});

describe('a stream of events', () => {
  it('is shown to whoever asks with an ordinary GET, such as curl', async () => {
    const customer = await api.customer();
    const variables = JSON.stringify({ id: '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70' });
    const query = 'subscription ($id: UUID!) { campaignProgress(id: $id) { id } }';
    const path = `/graphql/stream?${new URLSearchParams({ query, variables })}`;
    const { status, headers, text } = await api.fetch(path, { headers: customer.headers });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toMatch(/^:\n\nevent: next\ndata: \{"errors":\[.*NOT_FOUND.*\]\}\n\nevent: complete\ndata:\n\n$/);
  });

  it('is refused before it begins when the key or the request is wrong', async () => {
    const { headers } = await api.customer();
    const post = (body: string, more: object) =>
      api.fetch('/graphql/stream', {
        method: 'POST',
        body,
        headers: { ...headers, 'content-type': 'application/json', ...more },
      });
    const refused = async (answer: ReturnType<typeof post>) => {
      const { status, body } = await answer;
      return [status, body.errors[0].extensions.code];
    };
    expect(await refused(post('{', { authorization: 'Bearer x' }))).toEqual([401, 'UNAUTHENTICATED']);
    expect(await refused(post('{', { 'x-organisation-id': 'x' }))).toEqual([400, 'INVALID_ORGANISATION_HEADER']);
    expect(await refused(post('{', {}))).toEqual([400, 'MALFORMED_JSON']);
    expect(await refused(post('[]', { 'content-type': 'text/plain' }))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await refused(post('"x"', {}))).toEqual([400, 'BAD_REQUEST']);
    expect(await refused(post(' '.repeat(300_000), {}))).toEqual([413, 'BODY_TOO_LARGE']);
    expect((await api.fetch('/graphql/stream?variables=x&query=x', { headers })).status).toBe(400);
    expect((await api.fetch('/graphql/stream', { method: 'PUT', headers })).status).toBe(405);
  });
});

describe('whatever it is asked', () => {
  const ODD: readonly unknown[] = [
    null,
    1,
    '',
    'a\0b',
    '\ud800',
    'x'.repeat(60_000),
    { toString: 1, valueOf: 1, query: 'subscription { messageStatusChanged { sequence } }' },
    JSON.parse(`${'['.repeat(4_000)}1${']'.repeat(4_000)}`),
  ];

  it('a stream refuses, and never fails', async () => {
    const customer = await api.customer();
    for (const odd of ODD) {
      for (const variables of [odd, { campaignId: odd }, { messageId: odd ?? [] }]) {
        const query =
          'subscription ($campaignId: UUID, $messageId: String) { messageStatusChanged(campaignId: $campaignId, messageId: $messageId) { id } }';
        for (const body of [{ query: odd }, { query, variables }, { query, operationName: odd ?? 1 }, odd]) {
          const { status, text } = await customer.listen(body as never);
          expect(status).toBeLessThan(500);
          expect(text).not.toContain('INTERNAL_SERVER_ERROR');
        }
      }
    }
  });

  it('a WebSocket refuses, and goes on', async () => {
    const raw = await connect(await api.customer());
    for (const [place, odd] of ODD.entries()) {
      const query = 'subscription ($campaignId: UUID) { messageStatusChanged(campaignId: $campaignId) { id } }';
      const payload = { query, variables: { campaignId: odd ?? 0 } };
      raw.say({ id: `${place}`, type: 'subscribe', payload });
    }
    while (raw.said.filter(({ type }) => type === 'error').length < ODD.length) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(JSON.stringify(raw.said)).not.toContain('INTERNAL_SERVER_ERROR');
    expect(raw.socket.readyState).toBe(raw.socket.OPEN);
  });
});

describe('a client that has gone', () => {
  it('leaves its place to others, at whatever moment it goes', async () => {
    const customer = await api.customer();
    const path = `${api.url}/graphql/stream?${new URLSearchParams({ query: EVENTS })}`;
    for (let tries = 0; tries <= LIMITS.subscriberConnectionsPerOrganisation; tries += 1) {
      if (tries % 100 === 0) await api.sql('DELETE FROM rate_limits');
      await new Promise((resolve) => {
        const request = get(path, { headers: customer.headers, agent: false }, (answer) => {
          answer.resume().destroy();
        });
        request.once('close', resolve).on('error', resolve);
        if (tries % 2 === 0) request.once('finish', () => setTimeout(() => request.destroy(), tries % 20));
      });
    }
    await api.sql('DELETE FROM rate_limits');
    const hearing = hear(customer);
    await untilHeard(() => log(customer, 1), hearing);
  });
});

describe('what may be taken', () => {
  const [one, other] = ['an organisation', 'another'];
  const stays = () => {
    throw new Error('Nobody had to make room.');
  };

  it('by an organisation is bounded: connections, subscriptions, and what they cost together', () => {
    const seats = createSubscriptionSlots();
    const last = times(LIMITS.subscriberConnectionsPerOrganisation, () => seats.takeConnection(one, stays)).at(-1);
    expect(() => seats.takeConnection(one, stays)).toThrow('too many connections');
    seats.takeConnection(other, stays);
    last?.();
    last?.();
    seats.takeConnection(one, stays);
    expect(() => seats.takeConnection(one, stays)).toThrow('too many connections');

    times(LIMITS.subscriptionsPerOrganisation, () => seats.takeSubscription(one, 1));
    expect(() => seats.takeSubscription(one, 1)).toThrow('too many subscriptions');
    const free = seats.takeSubscription(other, LIMITS.subscriptionCostPerOrganisation);
    expect(() => seats.takeSubscription(other, 1)).toThrow('too many subscriptions');
    free();
    seats.takeSubscription(other, 1);
  });

  it('by all together is bounded', () => {
    const seats = createSubscriptionSlots();
    times(LIMITS.subscriberConnections, (place) => seats.takeConnection(`organisation ${place}`, stays));
    expect(() => seats.takeConnection(one, stays)).toThrow('too many connections');
  });

  it('by all together makes room for whoever has less: the latest of the one that has most goes', () => {
    const seats = createSubscriptionSlots();
    const gone: string[] = [];
    const sit = (organisation: string, place: number) => {
      const leave = seats.takeConnection(organisation, () => {
        gone.push(`${organisation} ${place}`);
        leave();
      });
    };
    times(2, (place) => sit(one, place));
    times(LIMITS.subscriberConnections - 2, (place) => sit(`organisation ${place % 499}`, place));
    // Of two each, nobody has more than would be left to the newcomer but a place.
    sit(other, 0);
    expect(gone).toEqual([`${one} 1`]);
    expect(() => times(2, (place) => sit(other, place))).toThrow('too many connections');
  });

  const times = <T>(count: number, work: (place: number) => T): T[] => Array.from({ length: count }, (_, i) => work(i));
});
