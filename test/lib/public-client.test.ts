import { Resolver } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { judgeHost, type Reach } from '../../src/lib/net/public-address.js';
import { createPublicClient, destinationOf, type PublicClient } from '../../src/lib/net/public-client.js';
import { PRIVATE_URLS } from '../support/private-urls.js';
import { answer, startReceiver } from '../support/receiver.js';

const PUBLIC_ADDRESS = '93.184.215.14';

describe('posting to addresses that somebody else has chosen', () => {
  let canary: Server;
  let port: number;
  let connections = 0;
  const clients: PublicClient[] = [];

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
    const client = createPublicClient(reach);
    clients.push(client);
    return client.post({
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
    expect(result).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/private_address|host_not_found/) });
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
    expect(await post('public', url)).toMatchObject({ kind: 'failed', reason: 'private_address' });
    expect(connections).toBe(0);
  });

  it('reaches this machine, and nothing else that is private, where that is wanted', async () => {
    const receiver = await startReceiver(answer(200, { 'retry-after': '7' }, 'x'.repeat(500)));
    expect(await post('loopback', receiver.url)).toEqual({
      kind: 'answered',
      status: 200,
      retryAfterSeconds: 7,
      body: 'x'.repeat(100),
      durationMs: expect.any(Number),
    });
    expect(await post('loopback', receiver.url.replace('127.0.0.1', 'localhost'))).toMatchObject({ status: 200 });
    for (const address of ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://[fd12:3456::1]/']) {
      expect(await post('loopback', address)).toMatchObject({ kind: 'failed', reason: 'private_address' });
    }
    await receiver.stop();
  });

  it('would have been noticed by the canary otherwise', async () => {
    await post('any', atCanary('http://127.0.0.1/'));
    expect(connections).toBe(1);
  });
});
