import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Server, startServer } from '../support/programs/server.js';
import { callFrom, type Shown, subscribeFrom } from './calls.js';
import { openSite, type Site } from './chromium.js';
import { useBrowser } from './use-browser.js';

// A program and a browser are started, which a busy machine makes slow.
jest.setTimeout(60_000);

const JSON_TYPE = { 'content-type': 'application/json' };
const VIEWER = '{ viewer { organisation { id } person { id } } }';
const EVENTS = 'subscription { messageStatusChanged { type } }';
const SMS = JSON.stringify({ to: '12025550100', message: 'Hello' });

let allowed: Site;
let other: Site;
let server: Server;
const browser = useBrowser();
let headers: Awaited<ReturnType<Server['customer']>>;

beforeAll(async () => {
  [allowed, other] = await Promise.all([openSite(), openSite()]);
  server = await startServer({ ALLOWED_ORIGINS: allowed.origin });
  headers = await server.customer();
  const { cookie } = await server.signIn(headers['x-organisation-id']);
  await browser.context.addCookies([{ ...cookie, url: server.url, sameSite: 'Lax', httpOnly: true }]);
});
afterAll(async () => {
  await Promise.all([allowed, other].map((site) => site?.close()));
  await server?.stop();
});

let page: Page;
let sending: NodeJS.Timeout | undefined;
const visit = async (url: string, expected: readonly RegExp[] = []) => {
  browser.complaints.expect(...expected);
  page = await browser.context.newPage();
  await page.goto(url);
};
/** A test cannot see when a subscription begins, so messages are sent until the end. */
beforeEach(() => {
  const send = () =>
    fetch(`${server.url}/v1/sms/send/`, { method: 'POST', headers: { ...headers, ...JSON_TYPE }, body: SMS });
  sending = setInterval(() => void send().catch(() => undefined), 500);
});
afterEach(async () => {
  clearInterval(sending);
  await page.close();
});

const post = (path: string, body: string, more: object = {}) => ({
  url: `${server.url}${path}`,
  method: 'POST',
  headers: { ...headers, ...JSON_TYPE },
  body,
  ...more,
});
const graphql = (query: string, more: object = {}) => post('/graphql', JSON.stringify({ query }), more);
const stream = () => post('/graphql/stream', JSON.stringify({ query: EVENTS }));
const byGet = (query: string) => ({ url: `${server.url}/graphql?query=${encodeURIComponent(query)}`, headers });
const socketUrl = () => `${server.url}/graphql`;

describe('a page of an allowed origin, with a key', () => {
  beforeEach(() => visit(allowed.origin));

  it('sends by REST, and reads the headers of the answer', async () => {
    const key = { 'idempotency-key': `once-${Date.now()}` };
    const call = post('/v1/sms/send/', SMS, { headers: { ...headers, ...JSON_TYPE, ...key } });
    expect(await callFrom(page, call)).toMatchObject({ status: 201 });
    expect(await callFrom(page, call)).toMatchObject({
      status: 201,
      headers: {
        'idempotency-replayed': 'true',
        'x-request-id': expect.any(String),
        ratelimit: expect.any(String),
        'x-ratelimit-remaining': expect.any(String),
      },
    });
  });

  it('asks in GraphQL, by POST and by GET, also with headers that its libraries add', async () => {
    const traced = {
      headers: { ...headers, ...JSON_TYPE, traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
    };
    for (const call of [graphql(VIEWER), graphql(VIEWER, traced), byGet(VIEWER)]) {
      const { status, text = '' } = await callFrom(page, call);
      expect([status, JSON.parse(text).data.viewer.organisation.id]).toEqual([200, headers['x-organisation-id']]);
    }
  });

  it('follows messages by a stream of events and by a WebSocket', async () => {
    const { status, text } = await callFrom(page, stream());
    expect([status, text]).toEqual([200, expect.stringContaining('SMS_')]);
    expect(await subscribeFrom(page, socketUrl(), headers, EVENTS)).toContain('SMS_');
  });

  it('reads why it is refused', async () => {
    browser.complaints.expect(/status of (401|413|503)/);
    const wrong = { headers: { ...headers, ...JSON_TYPE, authorization: 'Bearer pr_test_wrong' } };
    for (const call of [graphql(VIEWER, wrong), post('/v1/sms/send/', SMS, wrong)]) {
      expect(await callFrom(page, call)).toMatchObject({
        status: 401,
        text: expect.stringMatching(/unauthenticated/i),
      });
    }
    const large = await callFrom(
      page,
      post('/v1/sms/send/', JSON.stringify({ to: '1', message: 'x'.repeat(1_100_000) })),
    );
    expect(large).toMatchObject({ status: 413, text: expect.stringContaining('body_too_large') });
    await server.whileDatabaseIsAway(async () => {
      const away = await callFrom(page, post('/v1/sms/send/', SMS));
      expect(away).toMatchObject({ status: 503, headers: { 'retry-after': expect.any(String) } });
    });
  });

  it('reads the descriptions of the API', async () => {
    for (const path of ['/openapi.json', '/schema.graphql']) {
      expect(await callFrom(page, { url: server.url + path })).toMatchObject({ status: 200 });
    }
  });
});

/** What Chromium writes into its console when it keeps an answer from a page. */
const REFUSED = [/blocked by CORS policy/, /net::ERR_FAILED/, /WebSocket connection to .* failed/];

describe.each(['allowed', 'other'] as const)('a page of an origin that is %s, with the cookie of a person', (which) => {
  beforeEach(() => visit((which === 'allowed' ? allowed : other).origin, REFUSED));
  const organisation = () => ({ 'x-organisation-id': headers['x-organisation-id'] });

  it('is shown nothing by calls that bring the cookie', async () => {
    const cookie = { credentials: 'include', headers: { ...JSON_TYPE, ...organisation() } };
    const simple = {
      url: `${server.url}/graphql?query=${encodeURIComponent(VIEWER)}`,
      credentials: 'include',
    } as const;
    for (const call of [graphql(VIEWER, cookie), post('/v1/sms/send/', SMS, cookie), simple]) {
      const { refused, text = '' }: Shown = await callFrom(page, call);
      expect([refused, text]).toEqual([expect.stringContaining('Failed to fetch'), '']);
    }
  });

  it('opens no subscription by a WebSocket, although its handshake brings the cookie', async () => {
    const told = await subscribeFrom(page, socketUrl(), organisation(), EVENTS);
    expect(told).toBe(which === 'allowed' ? 'closed with 4403' : 'never opened');
  });
});

describe('a page of another origin, with a key', () => {
  beforeEach(() => visit(other.origin, REFUSED));

  it('is refused by REST, GraphQL and streams of events', async () => {
    for (const call of [
      post('/v1/sms/send/', SMS),
      graphql(VIEWER),
      byGet(VIEWER),
      stream(),
      { url: `${server.url}/openapi.json` },
    ]) {
      expect(await callFrom(page, call)).toEqual({ refused: expect.stringContaining('Failed to fetch') });
    }
  });

  it('opens no WebSocket', async () => {
    expect(await subscribeFrom(page, socketUrl(), headers, EVENTS)).toBe('never opened');
  });
});

describe('a page of this server', () => {
  // The control: what the pages above were refused is there.
  it('is shown the person by the cookie, and follows messages with it', async () => {
    await visit(`${server.url}/graphiql`);
    const organisation = { 'x-organisation-id': headers['x-organisation-id'] };
    const { text = '' } = await callFrom(page, graphql(VIEWER, { headers: { ...JSON_TYPE, ...organisation } }));
    expect(JSON.parse(text).data.viewer.person.id).toEqual(expect.any(String));
    expect(await subscribeFrom(page, socketUrl(), organisation, EVENTS)).toContain('SMS_');
  });
});
