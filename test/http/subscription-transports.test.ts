import { once } from 'node:events';
import { get, type IncomingMessage, OutgoingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import Fastify from 'fastify';
import type { Api } from '../../src/http/api.js';
import { mountEventStreams } from '../../src/http/event-streams.js';
import { KEEP_ALIVE_MS, STALLED_MS } from '../../src/http/subscription-transport.js';
import { serveWebSockets } from '../../src/http/websockets.js';
import { createLogger } from '../../src/lib/log/logger.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const close of closers.splice(0)) await close();
});

describe('a stream of events', () => {
  it('stays silent after its end, which a slow client has still to read', async () => {
    const timers = jest.spyOn(globalThis, 'setInterval');
    // More than lies in the buffers of a connection.
    const answer = { data: 'x'.repeat(30_000_000) };
    let isTaken = false;
    const response = await listen(async function* () {
      yield answer;
      isTaken = true;
    });
    while (!isTaken) await turn();
    // Once more, for the end that follows.
    await turn();
    for (const [keepAlive, ms] of timers.mock.calls) if (ms === KEEP_ALIVE_MS) keepAlive();

    let text = '';
    for await (const piece of response.setEncoding('utf8')) text += piece;
    expect(text.length).toBeGreaterThan(answer.data.length);
    expect(text.slice(-25)).toContain('event: complete\ndata:\n\n');
  });

  it('is cut off when its client takes nothing for half a minute', async () => {
    const { setTimeout: original } = OutgoingMessage.prototype;
    jest.spyOn(OutgoingMessage.prototype, 'setTimeout').mockImplementation(function (
      this: OutgoingMessage,
      ms,
      onStalled,
    ) {
      // A hundredth of the time, and no other.
      return original.call(this, ms === STALLED_MS ? STALLED_MS / 100 : ms, onStalled);
    });
    const left = Promise.withResolvers<void>();
    const response = await listen(async function* () {
      try {
        for (;;) yield { data: 'x'.repeat(1_000_000) };
      } finally {
        left.resolve();
      }
    });
    await left.promise;
    const error = await new Promise((resolve) => response.once('error', resolve).resume());
    expect(error).toMatchObject({ code: 'ECONNRESET' });
  });

  it('asks for no more answers when its client has gone', async () => {
    const left = Promise.withResolvers<void>();
    const response = await listen(async function* () {
      try {
        for (;;) {
          await turn();
          yield { data: 'another' };
        }
      } finally {
        left.resolve();
      }
    });
    response.destroy();
    await left.promise;
  });

  it('ends without a failure when the server stops before it has begun', async () => {
    const app = Fastify();
    const subscribe = async () => {
      void transport.close();
      return { errors: [] };
    };
    const transport = mountEventStreams(app, facesOf({ subscribe, close: () => undefined }));
    const response = await app.inject({ url: '/graphql/stream?query=x' });
    expect(response).toMatchObject({ statusCode: 200, body: ':\n\n' });
  });

  /** The answers come to a client that has read nothing yet. Nothing but the stream itself ends them. */
  async function listen(answers: () => AsyncGenerator<object>): Promise<IncomingMessage> {
    const app = Fastify();
    mountEventStreams(app, facesOf({ subscribe: async () => ({ answers: answers() }), close: () => undefined }));
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    closers.push(() => app.close());
    const request = get(`${url}/graphql/stream?query=x`, { agent: false });
    closers.push(() => request.destroy());
    const [response] = await once(request, 'response');
    return response;
  }
});

describe('WebSockets', () => {
  it('of strangers are never more than so many, even when they come all at once', () => {
    const app = Fastify();
    serveWebSockets(app, facesOf({}), createLogger({ level: 'silent', pretty: false }), false, {
      admitsWebSocket: () => true,
    });
    const streams = Array.from(
      { length: 250 },
      () => new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() }),
    );
    closers.push(() => streams.map((stream) => stream.destroy()));
    for (const stream of streams) app.server.emit('upgrade', REQUEST, stream, Buffer.alloc(0));
    expect(streams.map(({ destroyed }) => destroyed)).toEqual(streams.map((_, place) => place < 50));
  });

  const REQUEST = {
    method: 'GET',
    url: '/graphql',
    socket: {},
    headers: {
      upgrade: 'websocket',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-version': '13',
      'sec-websocket-protocol': 'graphql-transport-ws',
    },
  };
});

function facesOf(connection: object): Api {
  const subscriptions = { connect: async () => connection };
  const identify = async () => ({ refusal: null, admission: {} });
  return { subscriptions, identify, publicUrl: 'http://127.0.0.1' } as unknown as Api;
}
