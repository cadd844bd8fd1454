import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createCalls, type Exchange } from '../../src/gateways/wire/calls.js';
import { safeRawWords } from '../../src/gateways/wire/raw-words.js';
import { TEST_CERTIFICATE, TEST_KEY } from './smpp/certificate.js';

describe('a call by HTTP', () => {
  const servers: Server[] = [];
  const calls = createCalls(1);

  afterEach(async () => {
    for (const server of servers.splice(0)) server.close();
  });

  const listen = async (server: Server): Promise<string> => {
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  const call = (url: string, signal = AbortSignal.timeout(5_000)): Promise<Exchange> =>
    calls.call({ method: 'POST', url, headers: {}, body: '{"to":1}', signal });

  it('hands nothing to a server whose certificate is not trusted, and knows that', async () => {
    let requests = 0;
    const answer: RequestListener = (_request, response) => {
      requests += 1;
      response.end('{}');
    };
    const address = await listen(createSecureServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, answer));
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await call(`https://${address}/`)).toEqual({ kind: 'not_sent', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    }
    expect(requests).toBe(0);
  });

  it.each<[string, string, string]>([
    ['hangs up', '', 'ECONNRESET'],
    ['hangs up in the middle', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"a"', 'ECONNRESET'],
    ['speaks another protocol', 'HTTP/1.1 101 Hm\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 'ECONNRESET'],
    ['talks nonsense', 'nonsense\r\n\r\n', 'HTTPParserError'],
  ])('cannot tell what happened when the server %s', async (_what, words, code) => {
    const address = await listen(createTcpServer((socket) => socket.once('data', () => socket.end(words))));
    expect(await call(`http://${address}/`)).toEqual({ kind: 'lost', code });
  });

  it('uses a connection again, and names itself', async () => {
    const seen: unknown[] = [];
    const address = await listen(
      createServer((request, response) => {
        seen.push([request.socket.remotePort, request.headers['user-agent'], request.headers['content-length']]);
        request.resume().once('end', () => response.setHeader('retry-after', '2').end('{"ok":true}'));
      }),
    );
    const answered = { kind: 'answered', status: 200, retryAfterMs: 2_000, body: { ok: true } };
    expect(await call(`http://${address}/`)).toEqual(answered);
    expect(await call(`http://${address}/`)).toEqual(answered);
    expect(seen).toEqual([seen[0], seen[0]]);
    expect(seen[0]).toEqual([expect.any(Number), 'postrider', '8']);
  });

  it('ends the call under way before it stops, and sends none that waits', async () => {
    const own = createCalls(1);
    let requests = 0;
    const arrived = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const address = await listen(
      createServer(async (_request, response) => {
        requests += 1;
        arrived.resolve();
        await goOn.promise;
        response.end('{}');
      }),
    );
    const [first, waiting] = [1, 2].map(() =>
      own.call({ method: 'GET', url: `http://${address}/`, headers: {}, signal: AbortSignal.timeout(5_000) }),
    );
    await arrived.promise;
    const stopped = own.stop();
    goOn.resolve();
    await stopped;
    expect(await first).toMatchObject({ kind: 'answered', status: 200 });
    expect(await waiting).toEqual({ kind: 'not_sent', code: 'STOPPED' });
    expect(requests).toBe(1);
  });
});

const message = { text: 'Your code is 493817, keep it to yourself' };

describe('The words of a gateway', () => {
  it('are kept when they are about the refusal', () => {
    expect(safeRawWords(message, 'ESME_RINVSRCADR 0x0A', 'Sender not approved by network 639')).toEqual({
      rawCode: 'ESME_RINVSRCADR 0x0A',
      rawReason: 'Sender not approved by network 639',
    });
  });

  it.each(['to +254 711 000-001', 'to 254711000001', 'with code 4938', 'with 493 817'])('lose numbers %s', (end) => {
    expect(safeRawWords(message, undefined, `cannot send ${end}`).rawReason).toMatch(
      /^cannot send (to|with|with code) #$/,
    );
  });

  it.each(['bad content: "KEEP it, to..."', 'Your-code-is what?'])(
    'are dropped when they quote the text: %s',
    (reason) => {
      expect(safeRawWords(message, undefined, reason)).toEqual({});
    },
  );

  it.each(['254711000001', 'keep it to', 'x'.repeat(41), 'a\nb', ''])('are no code when they look like %p', (code) => {
    expect(safeRawWords(message, code, undefined)).toEqual({});
  });

  it('are bounded', () => {
    expect(safeRawWords(message, undefined, 'no '.repeat(100_000)).rawReason).toHaveLength(200);
  });
});
