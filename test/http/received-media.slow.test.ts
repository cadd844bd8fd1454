import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as elapse } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChatEngine } from '../../src/domain/chat/engine.js';
import { LIMITS } from '../../src/domain/limits.js';
import { newId } from '../../src/lib/ids.js';
import { foldEngineReports, receiveEngineReports } from '../../src/operations/chat/engine-reports.js';
import { type HttpPeer, startHttpPeer } from '../gateways/http/peer.js';
import { API_KEY } from '../gateways/waha/peer.js';
import { engineFor } from '../gateways/waha/under-test.js';
import { addPhone } from '../support/phones.js';
import { type Customer, useApi } from './start-api.js';

/** The beginning of a PNG. */
const PICTURE = Buffer.from('89504e470d0a1a0a00ff', 'hex');

let peer: HttpPeer;
let elsewhere: HttpPeer;
let waha: ChatEngine;

const engine: ChatEngine = {
  ...engineFor('http://127.0.0.1:9', ''),
  openMedia: async (url, signal) => waha.openMedia?.(url, signal) ?? { kind: 'unavailable' },
};
const api = useApi({}, [engine]);

beforeAll(async () => {
  [peer, elsewhere] = await Promise.all([startHttpPeer(), startHttpPeer()]);
  waha = engineFor(peer.url, '');
});

afterAll(() => Promise.all([peer.close(), elsewhere.close()]));

beforeEach(() => {
  peer.answer = (response) => response.writeHead(200, { 'content-length': PICTURE.length }).end(PICTURE);
});

interface Media {
  readonly url?: string | null;
  readonly type?: string | null;
  readonly name?: string | null;
}

/** A message with a file; returns where the API says that the file is. */
async function receive({ organisationId }: Customer, media: Media = {}): Promise<string> {
  const sessionId = await addPhone(api.services, organisationId, { engine: engine.name });
  const file = { url: `${peer.url}/api/files/a%20picture.png`, type: 'image/png', name: 'a.png', ...media };
  const report = { kind: 'message', sessionId, messageId: newId(), party: '254711000001', text: null } as const;
  await receiveEngineReports(api.services, engine.name, [{ ...report, media: file }]);
  await foldEngineReports(api.services);
  const [row] = await api.sql<{ id: string }>('SELECT id FROM inbound_messages WHERE session_id = $1', [sessionId]);
  return `/v1/inbox/${row?.id}/media/`;
}

const asked = () => peer.requests.map(({ method, path }) => `${method} ${path}`);

describe('The file of an inbound message', () => {
  it('is streamed from the engine, with its name, for a key or a person who may read the inbox', async () => {
    const customer = await api.customer();
    const path = await receive(customer);
    const listed = await customer.call('GET', '/v1/inbox/?channel=chat');
    expect(listed.body.results).toMatchObject([
      { kind: 'media', media: { url: `https://sms.example.org${path}`, type: 'image/png', name: 'a.png' } },
    ]);
    const reader = await api.member('viewer', customer.organisationId);
    for (const { headers } of [customer, reader]) {
      const response = await fetch(api.url + path, { headers });
      expect(response.status).toBe(200);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(PICTURE);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': '10',
        'content-disposition': 'attachment; filename="a.png"',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        ratelimit: expect.any(String),
      });
    }
    expect(asked().at(-1)).toBe('GET /api/files/a%20picture.png');
    expect(peer.requests.at(-1)?.headers['x-api-key']).toBe(API_KEY);
  });

  it.each([
    ['text/html', 'application/octet-stream'],
    ['image/svg+xml', 'application/octet-stream'],
    [null, 'application/octet-stream'],
    ['audio/ogg; codecs=opus', 'audio/ogg'],
  ])('of the type %s is sent as %s', async (type, sent) => {
    const customer = await api.customer();
    const { status, headers } = await customer.call(
      'GET',
      await receive(customer, { type, name: 'bad"\r\nx: y.html' }),
    );
    expect([status, headers.get('content-type')]).toEqual([200, sent]);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="bad_+x: y.html"/);
    expect(headers.get('x')).toBeNull();
  });

  it('comes from the engine alone, whatever host its URL names', async () => {
    const customer = await api.customer();
    const path = await receive(customer, { url: `${elsewhere.url}/api/files/a.png` });
    expect((await customer.call('GET', path)).status).toBe(200);
    expect(asked().at(-1)).toBe('GET /api/files/a.png');
    expect(elsewhere.requests).toEqual([]);
  });

  it.each([
    '/api/sessions',
    '/api/files/',
    '/api/files/../sessions',
    '/api/files/%2e%2e/sessions',
    '/api/files/..%2fsessions',
    '/api/files/a%5c..%5c..%5csessions',
    '/?/api/files/a.png',
    '/#/api/files/a.png',
  ])('is not found, and the engine not asked, if its URL leads to %s', async (path) => {
    const customer = await api.customer();
    const before = peer.requests.length;
    const answer = await customer.call('GET', await receive(customer, { url: peer.url + path }));
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    expect(peer.requests.length).toBe(before);
  });

  it.each(['x:/api/files/a.png', 'x:y/api/files/../../api/sessions'])(
    'is not found, and the engine not asked, if its URL is %s',
    async (url) => {
      const customer = await api.customer();
      const before = peer.requests.length;
      expect((await customer.call('GET', await receive(customer, { url }))).status).toBe(404);
      expect(peer.requests.length).toBe(before);
    },
  );

  it('is not found if the engine has not kept it', async () => {
    const customer = await api.customer();
    const path = await receive(customer, { url: null });
    const listed = await customer.call('GET', '/v1/inbox/');
    expect(listed.body.results[0].media).toEqual({ url: null, type: 'image/png', name: 'a.png' });
    expect((await customer.call('GET', path)).status).toBe(404);
    peer.answer = (response) => response.writeHead(404).end('{}');
    const gone = await customer.call('GET', await receive(customer));
    expect([gone.status, gone.body.detail]).toEqual([404, 'The chat engine no longer has the file.']);
  });

  it('is not fetched from where the engine redirects to', async () => {
    const customer = await api.customer();
    peer.answer = (response) => response.writeHead(302, { location: `${elsewhere.url}/api/files/a.png` }).end();
    expect((await customer.call('GET', await receive(customer))).status).toBe(502);
    expect(elsewhere.requests).toEqual([]);
  });

  it('takes no slot for a client who has gone before the call was admitted', async () => {
    const customer = await api.customer();
    const path = await receive(customer);
    const head = Object.entries({ host: 'x', ...customer.headers }).map(([name, value]) => `${name}: ${value}`);
    for (let times = 0; times < 4 * LIMITS.filesAtOncePerOrganisation; times += 1) {
      const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`, () => socket.destroy());
      await once(socket, 'close');
      await elapse(20);
    }
    await elapse(500);
    expect((await customer.call('GET', path)).status).toBe(200);
  });

  it('is refused if it is too large, and cut off if the engine did not say so', async () => {
    const customer = await api.customer();
    const path = await receive(customer);
    peer.answer = (response) => response.writeHead(200, { 'content-length': LIMITS.receivedFileBytes + 1 }).end();
    const refused = await customer.call('GET', path);
    expect([refused.status, refused.body.code]).toEqual([502, 'provider_rejected']);
    peer.answer = (response) => {
      response.writeHead(200);
      response.end(Buffer.alloc(LIMITS.receivedFileBytes + 1));
    };
    const response = await fetch(api.url + path, { headers: customer.headers });
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  it('is for its organisation, and for callers with the scope', async () => {
    const customer = await api.customer();
    const path = await receive(customer);
    const before = peer.requests.length;
    const stranger = await api.customer();
    const { organisationId } = customer;
    const sender = await api.customer({ organisationId, scopes: ['chat:send', 'chat:read'] });
    const statusOf = async ({ headers }: Pick<Customer, 'headers'>, from = path) =>
      (await fetch(api.url + from, { headers })).status;
    expect(await statusOf(stranger)).toBe(404);
    expect(await statusOf(sender)).toBe(403);
    expect(await statusOf({ headers: {} })).toBe(401);
    expect(await statusOf(customer, '/v1/inbox/none/media/')).toBe(404);
    await api.sql('UPDATE inbound_messages SET media_url = NULL WHERE organisation_id = $1', [organisationId]);
    expect(await statusOf(customer)).toBe(404);
    expect(peer.requests.length).toBe(before);
  });

  it('is no longer read from the engine if its client goes, and leaves its place to others', async () => {
    const customer = await api.customer();
    const path = await receive(customer);
    let open = 0;
    peer.answer = (response) => {
      open += 1;
      response.once('close', () => {
        open -= 1;
      });
      response.writeHead(200).write('a part');
    };
    const until = async (count: number) => {
      while (open !== count) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const places = LIMITS.filesAtOncePerOrganisation;
    const clients = Array.from({ length: places }, () => new AbortController());
    for (const { signal } of clients) {
      await fetch(api.url + path, { headers: customer.headers, signal });
    }
    await until(places);
    expect((await customer.call('GET', path)).status).toBe(429);
    for (const client of clients) client.abort();
    await until(0);
    peer.answer = (response) => response.end(PICTURE);
    expect((await customer.call('GET', path)).status).toBe(200);
  });
});
