import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { NOWHERE } from '../support/calls/generate-rest-calls.js';
import { hoursAhead } from '../support/times.js';
import { useApi, useCustomer } from './start-api.js';

const api = useApi();
const customer = useCustomer(api);

/** Sends bytes as they are and returns all that comes back. */
function rawExchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('addresses', () => {
  it.each(['/v1/nothing/', '/v1', '/nothing', '/v1/sms/send/more/', '/graphql/more', '/v2/sms/send/'])(
    'answers 404 at %s, whatever the body',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const body = method === 'POST' ? '{ malformed' : undefined;
        expect(await customer.call(method, path, body)).toMatchObject({ status: 404 });
      }
    },
  );

  it('answers an unknown one in the shape of the REST face', async () => {
    const { body, headers } = await api.fetch('/v1/nothing/');
    expect(body).toEqual({
      detail: 'This URL does not exist.',
      code: 'not_found',
      request_id: headers.get('x-request-id'),
    });
  });

  it.each([
    ['PUT', '/v1/sms/send', 'OPTIONS, POST'],
    ['PUT', '/v1/sms/campaigns/messages/?cursor=x', 'GET, HEAD, OPTIONS, POST'],
    ['GET', '/v1/sms/send-bulk', 'OPTIONS, POST'],
    ['PUT', '/graphql', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/readyz', 'GET, HEAD, OPTIONS'],
  ])('answers 405 to %s %s and says what is allowed', async (method, path, allow) => {
    const answer = await customer.call(method, path, method === 'GET' ? undefined : '{ malformed');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it('answers 404 to an id that is longer than any', async () => {
    const answer = await customer.call('GET', `/v1/sms/campaigns/${'x'.repeat(201)}/`);
    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: 'This URL does not exist.' },
    });
  });

  it('says `success: false` at the address of a send, also to what never gets as far as the send', async () => {
    const path = (session: string) => `/v1/chatapp/${session}/send/`;
    expect(await customer.call('GET', path(randomUUID()))).toMatchObject({ status: 405, body: { success: false } });
    expect(await customer.call('POST', path('x'.repeat(201)))).toMatchObject({ status: 404, body: { success: false } });
    expect(await customer.call('GET', '/v1/sms/send/')).toMatchObject({ status: 405, body: { success: false } });
    const { body } = await customer.call('POST', '/v1/sms/campaigns/');
    expect(Object.keys(body)).toEqual(['detail', 'code', 'request_id']);
  });

  it('works without the slash at the end, and never redirects', async () => {
    for (const path of ['/v1/sms/campaigns/', '/v1/sms/campaigns', '/v1/sms/campaigns?page_size=1', '/graphiql/']) {
      expect(await customer.call('GET', path)).toMatchObject({ status: 200 });
    }
    const body = { to: '12025550100', message: 'Hello' };
    expect(await customer.call('POST', '/v1/sms/send', body)).toMatchObject({ status: 201 });
  });

  it('takes HEAD for GET, and tells the methods on OPTIONS', async () => {
    const head = await customer.call('HEAD', '/v1/sms/campaigns/');
    expect(head).toMatchObject({ status: 200, text: '' });
    const options = await api.fetch('/v1/sms/send/', { method: 'OPTIONS' });
    expect(options).toMatchObject({ status: 204, text: '' });
    expect(options.headers.get('allow')).toBe('OPTIONS, POST');
    const literal = await api.fetch('/v1/sms/campaigns/messages/', { method: 'OPTIONS' });
    expect(literal.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
  });

  it.each(['/v1/sms/campaigns/%zz/', '/%', '/v1/sms/messages/%c0%af/'])(
    'refuses %s, which cannot be decoded, in our own words',
    async (path) => {
      const answer = await customer.call('GET', path);
      expect([400, 404]).toContain(answer.status);
      expect(Object.keys(answer.body)).toEqual(['detail', 'code', 'request_id']);
      expect(answer.headers.get('x-request-id')).toBe(answer.body.request_id);
    },
  );
});

describe('an error for a person, whose browser prefers pages', () => {
  /** As Chromium and Firefox send it. */
  const BROWSER = {
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'sec-fetch-mode': 'navigate',
  };

  /** Not by fetch, which sends a mode of its own. */
  async function opened(
    path: string,
    { method = 'GET', headers = {} },
  ): Promise<{ head: IncomingMessage; text: string }> {
    const sent = request(`${api.url}${path}`, { method, headers: { ...BROWSER, ...headers }, agent: false }).end();
    const [head] = (await once(sent, 'response')) as [IncomingMessage];
    return { head, text: Buffer.concat(await head.toArray()).toString() };
  }

  it.each([
    ['GET', '/nothing', 404, 'There is nothing at this address'],
    ['POST', '/nothing', 404, 'There is nothing at this address'],
    ['GET', '/v1/sms/send/', 405, 'This URL accepts OPTIONS, POST.'],
    ['PUT', '/docs', 405, 'This URL accepts GET, HEAD, OPTIONS.'],
    ['GET', `/v1/sms/campaigns/${'x'.repeat(201)}/`, 404, 'There is nothing at this address'],
    ['GET', '/v1/campaigns/', 404, 'There is nothing at this address'],
    ['GET', '/v1/sms/campaigns/', 401, 'This address needs a key'],
    ['GET', '/v1/exports/download/?token=none', 403, 'This did not work'],
    ['GET', '/app/assets/of-another-version.js', 404, 'load the page again'],
  ])('is a page: %s %s', async (method, path, status, words) => {
    const { head, text } = await opened(path, { method });
    expect([head.statusCode, head.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(text).toContain(words);
    expect(text).toContain(head.headers['x-request-id']);
    expect(text).not.toMatch(/<script(?! src="\/theme\.js"><\/script>)|style=|https?:/);
  });

  it('tells HEAD no more than its headers', async () => {
    const { head, text } = await opened('/nothing', { method: 'HEAD' });
    expect([head.statusCode, head.headers['content-type'], text]).toEqual([404, 'text/html; charset=utf-8', '']);
  });

  it('shows what somebody has put into the address as text', async () => {
    const id = '"><script>alert(1)</script>';
    const path = `/v1/sms/campaigns/?page_size=${encodeURIComponent(id)}&${encodeURIComponent(id)}=1`;
    const { text } = await opened(path, { headers: customer.headers });
    expect(text).toContain('<!doctype html>');
    expect(text).not.toContain('<script>');
  });

  it.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.9', 'image/avif,*/*;q=0.8'])(
    'is JSON for programs: %s',
    async (accept) => {
      for (const path of ['/nothing', '/v1/nothing/', '/app/assets/none.js']) {
        const { status, body } = await api.fetch(path, { headers: accept ? { accept } : {} });
        expect([status, body.code]).toEqual([404, 'not_found']);
      }
    },
  );

  it('is JSON for clients that prefer HTML without being a browser, as Java does by default', async () => {
    const java = { accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' };
    for (const [path, status] of [
      ['/v1/sms/campaigns/', 401],
      ['/v1', 404],
      ['/v1/nothing/', 404],
      ['/callbacks/none', 404],
    ] as const) {
      const { body, ...answer } = await api.fetch(path, { headers: java });
      expect([answer.status, Object.keys(body)]).toEqual([status, ['detail', 'code', 'request_id']]);
    }
  });

  it('is JSON at /graphql, whose callers read it', async () => {
    const { status, body } = await api.fetch('/graphql', { method: 'PUT', headers: BROWSER });
    expect([status, body.errors[0].extensions.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });
});

describe('/graphql', () => {
  it('answers a query', async () => {
    const answer = await customer.graphql('{ organisation { id } }');
    expect(answer).toMatchObject({ status: 200, body: { data: { organisation: { id: customer.organisationId } } } });
  });
});

describe('headers', () => {
  it('give back a sane request id and replace any other', async () => {
    const idFor = async (given: string) =>
      (await api.fetch('/livez', { headers: { 'x-request-id': given } })).headers.get('x-request-id');
    expect(await idFor('order-7.retry:2')).toBe('order-7.retry:2');
    for (const odd of ['', 'with space', 'a"b', '<script>', 'x'.repeat(129)]) {
      expect(await idFor(odd)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

describe('what is not HTTP', () => {
  it.each([
    ['GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n', '400', 'bad_request'],
    [`GET / HTTP/1.1\r\nHost: x\r\nLong: ${'x'.repeat(20_000)}\r\n\r\n`, '431', 'headers_too_large'],
  ])('is answered in our own words and the connection closed', async (bytes, status, code) => {
    const received = await rawExchange(bytes);
    expect(received).toContain(`HTTP/1.1 ${status} `);
    expect(received).toContain('Connection: close');
    expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code });
  });

  it.each([
    ['no Host', 'GET /livez HTTP/1.1\r\n\r\n', '400', 'bad_request'],
    ['no Host, at /graphql', 'GET /graphql HTTP/1.1\r\n\r\n', '400', 'bad_request'],
    [
      'an unknown expectation',
      'GET /livez HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nX-Request-Id: mine\r\nConnection: close\r\n\r\n',
      '417',
      'expectation_failed',
    ],
  ])(
    'and what is, but has %s, have the same headers and the same shape as any refusal',
    async (_, bytes, status, code) => {
      const received = await rawExchange(bytes);
      const [head = '', body = ''] = received.split('\r\n\r\n');
      const headers = new Headers(
        head
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(': ', 2) as [string, string]),
      );
      expect(head).toContain(`HTTP/1.1 ${status} `);
      expect(headers.get('connection')).toBe('close');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      const requestId = headers.get('x-request-id');
      expect(requestId).toMatch(bytes.includes('mine') ? /^mine$/ : /^[0-9a-f-]{36}$/);
      const answer = JSON.parse(body);
      if (bytes.includes('/graphql'))
        expect(answer).toMatchObject({ errors: [{ extensions: { code: code.toUpperCase() } }] });
      else expect(answer).toEqual({ detail: expect.any(String), code, request_id: requestId });
    },
  );

  it('does not need Host before HTTP/1.1, and 100-continue is met', async () => {
    expect(await rawExchange('GET /livez HTTP/1.0\r\n\r\n')).toContain('HTTP/1.1 200 ');
    const expecting = 'GET /livez HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n';
    expect(await rawExchange(expecting)).toMatch(/^HTTP\/1.1 100 Continue[\s\S]+HTTP\/1.1 200 /);
  });

  it('cannot hold a connection for long', () => {
    const { server } = api.http.app;
    expect(server.headersTimeout).toBe(10_000);
    expect(server.requestTimeout).toBe(30_000);
    expect(server.keepAliveTimeout).toBe(65_000);
  });
});

describe('a body', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

  it('that is empty is none, whatever type it is given', async () => {
    const later = { to: '12025550100', message: 'Hello', scheduled_at: hoursAhead(1) };
    const { body: sent } = await customer.call('POST', '/v1/sms/send/', later);
    const cancelled = await customer.call('POST', `/v1/sms/messages/${sent.message_id}/cancel/`, '', FORM);
    expect(cancelled).toMatchObject({ status: 200, body: { success: true } });
    const { body: webhook } = await customer.call('POST', '/v1/webhooks/', { url: NOWHERE });
    expect(await customer.call('DELETE', `/v1/webhooks/${webhook.id}/`, '', { 'content-type': 'none' })).toMatchObject({
      status: 200,
    });
    expect(await customer.call('POST', '/v1/sms/send/', '', FORM)).toMatchObject({ status: 400 });
  });

  it('that is compressed is refused by name, and not called malformed', async () => {
    const send = JSON.stringify({ to: '12025550100', message: 'Hello' });
    const post = (path: string, body: Buffer | string, encoding: string) =>
      api.fetch(path, {
        method: 'POST',
        headers: { ...customer.headers, 'content-type': 'application/json', 'content-encoding': encoding },
        body,
      });
    const refused = await post('/v1/sms/send/', gzipSync(send), 'gzip');
    expect(refused).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type', detail: expect.stringContaining('Content-Encoding') },
    });
    expect(refused.headers.get('accept-encoding')).toBe('identity');
    expect(await post('/graphql', gzipSync('{"query":"{ viewer { apiKey { keyId } } }"}'), 'gzip')).toMatchObject({
      status: 415,
      body: { errors: [{ extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' } }] },
    });
    expect(await post('/v1/sms/send/', send, 'Identity')).toMatchObject({ status: 201 });
  });

  it('that the caller breaks off is not taken for an outage of the database', async () => {
    const taken = once(api.http.app.server, 'request');
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1', () =>
      socket.write('POST /callbacks/sandbox/ HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf of it'),
    );
    const [incoming] = (await taken) as [IncomingMessage];
    socket.destroy();
    // Not by `once`, which throws the error that the request ends with.
    await new Promise((resolve) => incoming.once('close', resolve));
    expect(api.logged.filter((line) => /database is away|request failed/.test(line))).toEqual([]);
  });
});

// The last: nobody can be called after it.
describe('closing', () => {
  it('says that it is not ready, answers what still comes, then lets go', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const steady: Promise<unknown>[] = [];
    expect(await get('/readyz', agent)).toMatchObject({ status: 200 });
    const closed = api.http.close();
    for (let calls = 0; calls < 20; calls += 1) {
      steady.push(get('/livez', agent));
      await sleep(5);
    }
    for (const answer of await Promise.all(steady)) expect(answer).toEqual({ status: 200, connection: 'close' });
    expect(await get('/readyz', agent)).toMatchObject({ status: 503 });
    await closed;
    await expect(get('/livez', agent)).rejects.toThrow('ECONNREFUSED');
    agent.destroy();
  });
});

function get(path: string, agent: Agent): Promise<{ status: number | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    request(`${api.url}${path}`, { agent }, (response) => {
      response.resume().on('end', () => {
        resolve({ status: response.statusCode, connection: response.headers.connection });
      });
    })
      .on('error', reject)
      .end();
  });
}
