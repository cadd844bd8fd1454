import { once } from 'node:events';
import { Agent, get, type IncomingMessage, OutgoingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import type { RequestContext } from '../../src/api/guard/request-context.js';
import { limitUnreadResponses } from '../../src/http/responses/unread-responses.js';
import { STALLED_MS } from '../../src/http/subscription-transport.js';

/** More than lies in the buffers of a connection. */
const LONG = 15_000_000;
let app: FastifyInstance;
let url: string;
beforeEach(async () => {
  app = Fastify();
  app.addHook('onRequest', async (request) => {
    const caller = { organisationId: request.headers['x-organisation-id'] };
    request.postrider = { caller } as RequestContext;
  });
  app.addHook('onSend', limitUnreadResponses(3.5 * LONG));
  app.get('/', async () => 'x'.repeat(LONG));
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  jest.restoreAllMocks();
  app.server.closeAllConnections();
  await app.close();
});

/** A response of which only the headers are read. */
async function ask(organisation: string, agent: Agent | false = false): Promise<IncomingMessage> {
  const [response] = await once(get(url, { agent, headers: { 'x-organisation-id': organisation } }), 'response');
  return response;
}

async function read(response: IncomingMessage): Promise<number | string> {
  let length = 0;
  try {
    for await (const piece of response) length += piece.length;
    return length;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('responses that are not read', () => {
  it('are cut off when there are too many, the oldest one of the organisation with most', async () => {
    const other = await ask('other');
    const hoarded = [await ask('hoarder'), await ask('hoarder'), await ask('hoarder')];
    expect(await Promise.all(hoarded.map(read))).toEqual(['ECONNRESET', LONG, LONG]);
    expect(await read(other)).toBe(LONG);
  });

  it('count no more when they have been read, or when their client has gone', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let time = 0; time < 5; time += 1) expect(await read(await ask('reader', agent))).toBe(LONG);
    agent.destroy();
    const slow = await ask('slow');
    for (let time = 0; time < 3; time += 1) {
      const gone = await ask('gone');
      const closed = once(gone, 'close');
      gone.destroy();
      await closed;
    }
    const more = [await ask('slow'), await ask('other')];
    expect(await Promise.all([slow, ...more].map(read))).toEqual([LONG, LONG, LONG]);
  });

  it('are cut off when their client reads nothing', async () => {
    const { setTimeout: original } = OutgoingMessage.prototype;
    const shortened = jest.spyOn(OutgoingMessage.prototype, 'setTimeout');
    shortened.mockImplementation(function (this: OutgoingMessage, ms, onStalled) {
      // A hundredth of the time, and no other.
      return original.call(this, ms === STALLED_MS ? STALLED_MS / 100 : ms, onStalled);
    });
    const response = await ask('stalled');
    while ((await connections()) > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await read(response)).toBe('ECONNRESET');
  });
});

const connections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
