import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLError } from 'graphql';
import { failure, longestWait, statusOf } from '../api/error-map.js';
import type { Credentials } from '../api/guard/authenticate.js';
import type { Answers } from '../api/subscriptions/subscription-answers.js';
import type { SubscriptionRequest } from '../api/subscriptions/subscription-documents.js';
import type { PostriderError } from '../domain/errors.js';
import type { Api } from './api.js';
import { keyOrCookieOf } from './requests/credentials.js';
import { failureType, HttpRefusal } from './responses/failures.js';
import {
  FAREWELL_MS,
  hasExpired,
  KEEP_ALIVE_MS,
  REQUEST_LIMIT_BYTES,
  STALLED_MS,
  type SubscriptionTransport,
} from './subscription-transport.js';

/** A comment line: clients see the headers at once, and proxies see that the connection is in use. */
const NOTHING = ':\n\n';
const COMPLETE = 'event: complete\ndata:\n\n';
const next = (answer: object) => `event: next\ndata: ${JSON.stringify(answer)}\n\n`;

/** The response to a query or mutation, which is JSON, as a stream. */
export const streamOf = (json: string) => `event: next\ndata: ${json.trimEnd()}\n\n${COMPLETE}`;

/**
 * Whether the same call may succeed later. Such errors have their status also if the caller asked for a stream, because
 * clients repeat a call that has a status of failure, and none whose stream has completed.
 */
export const isForLater = (status: number): boolean => status === 429 || status >= 500;

export interface EventStreams extends SubscriptionTransport {
  /** Answers a request with a stream of the results of its subscription. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/**
 * Serves subscriptions as server-sent events, one per connection: the "distinct connections mode" of GraphQL over SSE.
 * The handler of the library would buffer without limit while its client reads nothing, so this one exists.
 */
export function mountEventStreams(app: FastifyInstance, api: Api): EventStreams {
  const streams = new Set<PassThrough>();
  const answerByStream = (request: FastifyRequest, reply: FastifyReply) =>
    answer(api, openStream(streams), request, reply);

  app.route({
    method: ['GET', 'POST'],
    url: '/graphql/stream',
    exposeHeadRoute: false,
    bodyLimit: REQUEST_LIMIT_BYTES,
    onRequest: async (request) => {
      const context = await api.identify(credentialsOf(request, api), request.id);
      if (context.refusal) throw context.refusal;
      request.postrider = context;
    },
    handler: answerByStream,
  });

  return {
    answer: answerByStream,
    async close() {
      const open = [...streams];
      // Without `complete`, because the client should reconnect to another process.
      for (const stream of open) stream.end();
      await Promise.race([Promise.all(open.map(closed)), sleep(FAREWELL_MS, undefined, { ref: false })]);
      for (const stream of open) stream.destroy();
    },
  };
}

function credentialsOf({ headers, ip: address }: FastifyRequest, api: Api): Credentials {
  return keyOrCookieOf({ headers, address }, api);
}

function openStream(streams: Set<PassThrough>): PassThrough {
  const stream = new PassThrough();
  stream.write(NOTHING);
  streams.add(stream);
  const keepAlive = setInterval(() => {
    // Not after the end either, while the last frames wait for a slow client: the write would fail and discard them.
    if (stream.writable && !stream.writableNeedDrain) stream.write(NOTHING);
  }, KEEP_ALIVE_MS);
  stream.once('close', () => {
    clearInterval(keepAlive);
    streams.delete(stream);
  });
  return stream;
}

async function answer(
  api: Api,
  stream: PassThrough,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    const asked = readRequest(request);
    // If the slot is lost the results end with an error that says so.
    let lostBy: PostriderError | null = null;
    const connection = await api.subscriptions.connect(credentialsOf(request, api), request.id, (reason) => {
      lostBy = reason;
    });
    stream.once('close', connection.close);
    const subscribed = await connection.subscribe(asked);
    const { limit } = subscribed;
    // The headers tell of it, and /graphql does not count the call again.
    if (request.postrider) Object.assign(request.postrider.admission, { limit, isCounted: limit !== null });
    if ('answers' in subscribed) {
      void pass(subscribed.answers, stream, () => hasExpired(lostBy));
    } else {
      const { errors } = subscribed;
      const status = statusOf(errors) ?? 200;
      if (isForLater(status)) {
        stream.destroy();
        return refuse(request, reply.code(status), errors);
      }
      // The server may have begun to stop and ended the stream meanwhile.
      if (stream.writable) stream.end(next({ errors }) + COMPLETE);
    }
  } catch (error) {
    stream.destroy();
    throw error;
  }
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  // The connection ends with the stream: a server that stops could not tell an idle connection from this one.
  const headers = { connection: 'close', 'x-accel-buffering': 'no' };
  return reply.type('text/event-stream; charset=utf-8').headers(headers).send(stream);
}

function refuse(request: FastifyRequest, reply: FastifyReply, errors: readonly GraphQLError[]): FastifyReply {
  const wait = longestWait(errors);
  if (wait > 0) reply.header('retry-after', wait);
  return reply.type(failureType(request)).send(JSON.stringify({ errors }));
}

/** The parameters of a GraphQL request: of a GET in its query string, else in its body. Null if these are no object. */
export function parametersOf({ method, query, body }: FastifyRequest): SubscriptionRequest | null {
  const given = (method === 'GET' ? query : body) as SubscriptionRequest | null | undefined;
  return typeof given === 'object' ? given : null;
}

function readRequest(request: FastifyRequest): SubscriptionRequest {
  const asked = parametersOf(request);
  if (asked === null) throw malformed('Send an object with `query`.');
  if (typeof asked.variables !== 'string') return asked;
  try {
    return { ...asked, variables: JSON.parse(asked.variables) };
  } catch {
    throw malformed('`variables` must be JSON.');
  }
}

const malformed = (message: string) => new HttpRefusal(failure('bad_request', message));

/** The next result is made only after the client has read the ones before. */
async function pass(answers: Answers, stream: PassThrough, isInterrupted: () => boolean): Promise<void> {
  try {
    for await (const one of answers) {
      await write(stream, next(one));
      if (!stream.writable) return;
    }
  } catch (error) {
    await write(stream, next({ errors: [error] }));
  }
  if (stream.writable) stream.end(isInterrupted() ? '' : COMPLETE);
}

async function write(stream: PassThrough, frame: string): Promise<void> {
  if (!stream.writable || stream.write(frame)) return;
  await new Promise<void>((resolve) => {
    const goOn = () => {
      stream.off('drain', goOn).off('close', goOn);
      resolve();
    };
    stream.on('drain', goOn).on('close', goOn);
  });
}

async function closed(stream: PassThrough): Promise<void> {
  if (!stream.closed) await once(stream, 'close');
}
