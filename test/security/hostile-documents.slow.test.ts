import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CloseCode } from 'graphql-ws';
import { type Customer, useApi } from '../http/start-api.js';
import { type HostileRequest, hostileRequests, SUBSCRIPTION } from '../support/calls/hostile-documents.js';
import { sized } from '../support/fleet/run.js';
import { POLICY } from '../support/policy.js';
import { rawSocket } from '../support/subscribers.js';
import { watchResolvers } from './watch-resolvers.js';

const api = useApi();
let ran: string[];
beforeAll(() => {
  ({ ran } = watchResolvers(api.faces.schema));
});

/** What comes often enough runs in another way: see src/api/compiled-documents.ts. */
const OFTEN = 3;
/**
 * Of the one thread in which the caller runs as well; the best of some tries. A tenth of a second is promised; in the
 * short form the processor may be shared with others, which makes four times as much of the same work.
 */
const WORK_LIMIT_MS = sized(400, 100);
const TRIES = 8;
/** What no reader of a line is asked to hold. */
const LONGEST_ANSWER = 20_000;
const GROWTH_LIMIT_BYTES = 40 * 1024 * 1024;
/** Of a document for subscriptions, with its variables. */
const STREAM_LIMIT_BYTES = 256 * 1024;

const GENERAL_LIMIT = POLICY.callsPerMinute.general;
/** Of messages that a WebSocket does not take. */
const TOO_LARGE = 1009;
const REFUSED_STREAM = /^:\n\nevent: next\ndata: \{"errors"/;

const requests = hostileRequests();

let customer: Customer;
beforeEach(async () => {
  customer = await api.customer();
  ran.length = 0;
});

const post = (body: string) => customer.call('POST', '/graphql', body);
const isShort = ({ body }: HostileRequest) => Buffer.byteLength(body) <= STREAM_LIMIT_BYTES;
const forStreams = requests.filter((request) => isShort(request) && request.title !== SUBSCRIPTION);
const tooLongForStreams = requests.filter((request) => !isShort(request));

describe('a hostile document', () => {
  it.each(requests)('is refused before anything runs, with little work: $title', async ({ status, body }) => {
    let bestMs = Number.POSITIVE_INFINITY;
    for (let time = 0; time < OFTEN || (time < TRIES && bestMs >= WORK_LIMIT_MS); time += 1) {
      const before = process.threadCpuUsage();
      const answer = await post(body);
      const { user, system } = process.threadCpuUsage(before);
      bestMs = Math.min(bestMs, (user + system) / 1_000);
      expect(answer).toMatchObject({ status });
      expect(answer.body.data ?? null).toBeNull();
      expect(answer.body.errors.length).toBeGreaterThan(0);
      for (const { extensions } of answer.body.errors) expect(extensions.code).toMatch(/^[A-Z_]+$/);
      expect(answer.text.length).toBeLessThan(LONGEST_ANSWER);
      expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"general";r=${GENERAL_LIMIT - 1 - time};`));
    }
    expect(bestMs).toBeLessThan(WORK_LIMIT_MS);
    expect(ran).toEqual([]);
  });

  it('is refused as a stream of events', async () => {
    for (const { title, body } of forStreams) {
      const { status, text } = await askForStream(body);
      const isRefusal =
        (status === 200 && REFUSED_STREAM.test(text)) || (status === 400 && text.startsWith('{"errors"'));
      expect({ title, isRefusal, isShort: text.length < LONGEST_ANSWER }).toEqual({
        title,
        isRefusal: true,
        isShort: true,
      });
    }
    expect(ran).toEqual([]);
  });

  it('is refused by WebSocket, alone or with its connection', async () => {
    for (const { title, body } of forStreams) {
      const socket = await open();
      socket.say(`{"id":"1","type":"subscribe","payload":${body}}`);
      const end = await Promise.race([socket.until('error'), socket.closed]);
      const isRefusal = end.type === 'error' ? end.payload.length > 0 : end.code === CloseCode.BadRequest;
      expect({ title, isRefusal }).toEqual({ title, isRefusal: true });
      socket.socket.terminate();
    }
    expect(ran).toEqual([]);
  });

  it.each(tooLongForStreams)('is too long for subscriptions: $title', async ({ body }) => {
    expect(await askForStream(body)).toMatchObject({ status: 413 });
    const socket = await open();
    socket.say(`{"id":"1","type":"subscribe","payload":${body}}`);
    expect((await socket.closed).code).toBe(TOO_LARGE);
  });

  it('leaves nothing in memory', async () => {
    const heapBytes = collectGarbage();
    for (const { body } of requests) await post(body);
    expect(collectGarbage() - heapBytes).toBeLessThan(GROWTH_LIMIT_BYTES);
  });
});

/** A subscriber has few refused, so each is somebody else's. */
async function askForStream(body: string) {
  customer = await api.customer();
  const headers = { ...customer.headers, 'content-type': 'application/json' };
  return api.fetch('/graphql/stream', { method: 'POST', headers, body });
}

async function open() {
  customer = await api.customer();
  const socket = await rawSocket(api.url);
  socket.say({ type: 'connection_init', payload: customer.headers });
  await socket.until('connection_ack');
  return socket;
}

function collectGarbage(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
