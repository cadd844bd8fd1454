import { Resolver } from 'node:dns/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Agent, type Dispatcher } from 'undici';
import { createHttpClient, destinationOf, type HttpClient, type HttpResult } from '../../src/lib/net/http-client.js';
import { hasPrivateHost, isPublicAddress, judgeHost, type Reach } from '../../src/lib/net/public-address.js';
import { answer, startReceiver } from '../support/gateways/receiver.js';
import { PRIVATE_URLS } from '../support/private-urls.js';

const PUBLIC_ADDRESS = '93.184.215.14';

describe('posting to addresses that somebody else has chosen', () => {
  let canary: Server;
  let port: number;
  let connections = 0;
  const clients: HttpClient[] = [];

  beforeAll(async () => {
    // On every address of this machine.
    canary = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => canary.listen(0, '::', resolve));
    ({ port } = canary.address() as AddressInfo);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    canary.close();
  });

  const post = (reach: Reach, url: string) => {
    const client = createHttpClient({ reach });
    clients.push(client);
    return client.send({
      method: 'POST',
      to: destinationOf(new URL(url)),
      headers: {},
      body: '{}',
      timeoutMs: 5_000,
      maxAnswerBytes: 100,
    });
  };

  const atCanary = (address: string) => {
    const url = new URL(address);
    url.port = String(port);
    return url.href;
  };

  it.each(PRIVATE_URLS)('never connects to %s', async (address) => {
    const result = await post('public', atCanary(address));
    expect(result).toMatchObject({ kind: 'not_sent', reason: expect.stringMatching(/private_address|host_not_found/) });
    expect(connections).toBe(0);
  });

  it.each<[string, string[], string[]]>([
    ['leads elsewhere than when it was checked', [PUBLIC_ADDRESS], ['127.0.0.1']],
    ['has a private address beside a public one', [PUBLIC_ADDRESS], [PUBLIC_ADDRESS, '127.0.0.1']],
  ])('never connects to a name that %s', async (_what, first, then) => {
    jest.spyOn(Resolver.prototype, 'resolve6').mockRejectedValue(new Error('none'));
    jest.spyOn(Resolver.prototype, 'resolve4').mockResolvedValueOnce(first).mockResolvedValue(then);
    const url = atCanary('http://flips.example.com/');
    expect(await judgeHost(new URL(url))).toBe('public');
    expect(await post('public', url)).toMatchObject({ kind: 'not_sent', reason: 'private_address' });
    expect(connections).toBe(0);
  });

  it('reaches this machine, and nothing else that is private, where that is wanted', async () => {
    const receiver = await startReceiver(answer(200, { 'retry-after': '7' }, 'x'.repeat(500)));
    expect(await post('loopback', receiver.url)).toEqual({
      kind: 'answered',
      status: 200,
      retryAfterSeconds: 7,
      body: Buffer.from('x'.repeat(100)),
      isWhole: false,
      durationMs: expect.any(Number),
    });
    expect(await post('loopback', receiver.url.replace('127.0.0.1', 'localhost'))).toMatchObject({ status: 200 });
    for (const address of ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://[fd12:3456::1]/']) {
      expect(await post('loopback', address)).toMatchObject({ kind: 'not_sent', reason: 'private_address' });
    }
    await receiver.stop();
  });

  it('would have been noticed by the canary otherwise', async () => {
    await post('any', atCanary('http://127.0.0.1/'));
    expect(connections).toBe(1);
  });
});

describe('a request by HTTP', () => {
  const client = createHttpClient({ reach: 'any' });
  const request = (url: string) =>
    ({ method: 'POST', to: destinationOf(new URL(url)), headers: {}, body: '{}', maxAnswerBytes: 100 }) as const;

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(() => client.close());

  it('is not sent late, when the connection comes after the call has given up', async () => {
    let received = '';
    const server = createServer((socket) => socket.on('data', (chunk) => (received += chunk)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    // The name is looked up by the time that the call has ended.
    const late = jest.spyOn(Resolver.prototype, 'resolve4').mockImplementation(async () => {
      await sleep(100);
      return ['127.0.0.1'];
    });
    jest.spyOn(Resolver.prototype, 'resolve6').mockRejectedValue(new Error('none'));
    const careful = createHttpClient({ reach: 'loopback' });
    const result = await careful.send({ ...request(`http://late.example.com:${port}/`), timeoutMs: 20 });
    await sleep(300);
    await careful.close();
    server.close();
    expect(result).toMatchObject({ kind: 'not_sent', reason: 'timeout', code: 'TimeoutError' });
    expect(late).toHaveBeenCalled();
    expect(received).toBe('');
  });

  it('is not sent twice, even if the dispatcher begins it again', async () => {
    const aborted: unknown[] = [];
    const controller = { abort: (reason: unknown) => aborted.push(reason) } as unknown as Dispatcher.DispatchController;
    jest.spyOn(Agent.prototype, 'dispatch').mockImplementation((_options, handler) => {
      handler.onRequestStart?.(controller, null);
      expect(aborted).toHaveLength(0);
      handler.onRequestStart?.(controller, null);
      expect(aborted).toHaveLength(1);
      handler.onResponseError?.(controller, aborted[0] as Error);
      return true;
    });
    expect(await client.send(request('http://127.0.0.1/'))).toMatchObject({ kind: 'lost' });
  });

  it.each<[string, number | null]>([
    ['7', 7],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    [new Date(Date.now() + 3_600_000).toUTCString(), 3_600],
    ['soon', null],
  ])('reads "Retry-After: %s"', async (header, seconds) => {
    const receiver = await startReceiver(answer(503, { 'retry-after': header }, ''));
    const result = await client.send(request(receiver.url));
    const { retryAfterSeconds } = result as HttpResult & { kind: 'answered' };
    if (seconds === null) expect(retryAfterSeconds).toBeNull();
    else expect(Math.abs((retryAfterSeconds ?? Number.NaN) - seconds)).toBeLessThan(5);
    await receiver.stop();
  });

  it.each([
    ['informational responses', '', 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n'],
    ['chunk extension', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;', 'a'.repeat(64)],
  ])('reads no endless %s', async (_, start, more) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      const flood = () => {
        while (!socket.destroyed && socket.write(more));
      };
      socket.once('data', () => {
        socket.write(start);
        socket.on('drain', flood);
        flood();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const careful = createHttpClient({ reach: 'any', maxReceivedBytes: 100_000 });
    const startedAt = performance.now();
    const result = await careful.send({ ...request(`http://127.0.0.1:${port}/`), timeoutMs: 10_000 });
    await careful.close();
    server.close();
    expect(result).toMatchObject({ kind: 'lost', reason: 'connection_lost' });
    // The client looks every 100 ms.
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('reads many answers over one connection, each up to the limit', async () => {
    const receiver = await startReceiver(answer(200, {}, 'x'.repeat(600)));
    const careful = createHttpClient({ reach: 'any', maxReceivedBytes: 1_000, maxConnections: 1 });
    for (let call = 0; call < 5; call += 1) {
      expect(await careful.send({ ...request(receiver.url), maxAnswerBytes: 600 })).toMatchObject({ status: 200 });
    }
    await careful.close();
    await receiver.stop();
  });

  it('keeps no connection that has the rest of an answer to come', async () => {
    const receiver = await startReceiver(answer(200, {}, 'x'.repeat(500)));
    const whole = { ...request(receiver.url), maxAnswerBytes: 500 };
    expect(await client.send(whole)).toMatchObject({ status: 200, isWhole: true });
    expect(await client.send({ ...whole, maxAnswerBytes: 499 })).toMatchObject({ status: 200, isWhole: false });
    const unread = await client.send({ ...whole, readsBody: () => false });
    expect(unread).toMatchObject({ status: 200, isWhole: false, body: Buffer.alloc(0) });
    expect(await client.send(whole)).toMatchObject({ status: 200, isWhole: true });
    await receiver.stop();
  });
});

describe('addresses that lead into a private network', () => {
  it.each(PRIVATE_URLS)('%s is one', async (url) => {
    expect(hasPrivateHost(new URL(url))).toBe(true);
    expect(await judgeHost(new URL(url))).toBe('private');
  });

  it.each(['http://93.184.215.14/a.png', 'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/a.png'])(
    '%s is none',
    async (url) => {
      expect(hasPrivateHost(new URL(url))).toBe(false);
      expect(await judgeHost(new URL(url))).toBe('public');
    },
  );

  it('a name is only known by looking it up', () => {
    expect(hasPrivateHost(new URL('https://files.example.com/a.png'))).toBe(false);
    expect(hasPrivateHost(new URL('https://local.example.com/a.png'))).toBe(false);
  });

  it('a name that nobody knows is told apart from one that is refused', async () => {
    expect(await judgeHost(new URL('https://nobody-has-this.invalid/a.png'))).toBe('unknown_host');
  });

  it('what is no address is not public', () => {
    for (const text of ['', 'localhost', '1.2.3', '::g', '127.0.0.1 ']) expect(isPublicAddress(text)).toBe(false);
  });
});
