import { Server as TcpServer } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { limitHeaders } from '../api/guard/rate-limits.js';
import { newId } from '../lib/ids.js';
import type { Logger } from '../lib/log/logger.js';
import { type Addresses, watchRoutes } from './allowed-methods.js';
import type { Api } from './api.js';
import { answerBrokenRequests, refuseUnfit } from './broken-requests.js';
import { mountCallbacks } from './callbacks.js';
import { createCrossOrigin } from './cross-origin.js';
import { mountDocs } from './docs.js';
import { mountEventStreams } from './event-streams.js';
import { failureBody, failureOf, failureType, HttpRefusal } from './failures.js';
import { mountGraphql } from './graphql.js';
import { type Health, mountHealth } from './health.js';
import { readJsonBodies } from './json-body.js';
import { mountPeople } from './people/people-pages.js';
import { mountRest } from './rest.js';
import { securityHeaders } from './security-headers.js';
import type { SubscriptionTransport } from './subscription-transport.js';
import { isForWebSocket, serveWebSockets } from './websockets.js';

interface HttpServerOptions {
  readonly logger: Logger;
  readonly health: Health;
  /** Null in the worker role, which shows its health alone. */
  readonly api: Api | null;
  /** How many proxies stand in front; true: any number of them. */
  readonly trustProxy: boolean | number;
  /** How long new callers are taken in after `close`, so that load balancers learn of it from /readyz. */
  readonly graceMs: number;
  /** How long callers are answered after `close`; then their connections are broken off. */
  readonly closeTimeoutMs: number;
}

export interface HttpServer {
  readonly app: FastifyInstance;
  /** Resolves with the address, port filled in. */
  listen(host: string, port: number): Promise<string>;
  /** Answers what is under way, takes nothing new. */
  close(): Promise<void>;
}

/** The whole request, headers and body, must arrive within this time: slow senders hold no connection for longer. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const CHECK_TIMEOUTS_EVERY_MS = 5_000;
/** Longer than the 60 s of common load balancers, so that they, not we, close idle connections. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** While draining, callers on open connections learn with their next answer that they have to go. */
const DRAIN_MS = 300;
/** An id and its separators; longer ones cannot be found anyway. */
const PARAMETER_LENGTH = 200;

const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

export async function createHttpServer({
  logger,
  health,
  api,
  trustProxy,
  graceMs,
  closeTimeoutMs,
}: HttpServerOptions): Promise<HttpServer> {
  let draining = false;
  const common = securityHeaders(api?.publicUrl ?? '');
  const crossOrigin = createCrossOrigin(api ?? { allowedOrigins: [], publicUrl: '' });
  const app = fastify({
    logger: false,
    trustProxy: isTrusted(trustProxy),
    genReqId: ({ headers }) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : newId();
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PARAMETER_LENGTH },
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_TIMEOUTS_EVERY_MS,
      shouldUpgradeCallback: (request) => api !== null && isForWebSocket(request),
      // refuseUnfit does it, with the headers of every answer.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequests(common),
    // Before any hook, so the headers of every answer have to be set here too.
    frameworkErrors: (error, request, reply) => {
      reply.headers(common).headers(crossOrigin.headersFor(request));
      fail(error, request, reply.header('x-request-id', request.id));
    },
  });

  // Without a listener Node answers 417 itself.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));

  const addresses = watchRoutes(app);
  const fail = sendFailure(addresses, logger);
  readJsonBodies(app);
  // The first hook, so that a call to nowhere is answered before its body is read.
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(common).headers(crossOrigin.headersFor(request)).header('x-request-id', request.id);
    const refused = refuseUnfit(request.raw) ?? addresses.refuse(request);
    if (refused) throw refused;
  });
  app.addHook('onSend', async (request, reply) => {
    // Also for a call that was under way when the draining began.
    if (draining) reply.header('connection', 'close');
    const limit = request.postrider?.admission.limit;
    if (limit) reply.headers(limitHeaders(limit));
  });
  app.addHook('onResponse', async (request, reply) => {
    const seconds = reply.elapsedTime / 1000;
    health.metrics.countRequest(request.method, routeOf(request), reply.statusCode, seconds);
    logger.debug({ requestId: request.id, route: routeOf(request), status: reply.statusCode, seconds }, 'answered');
  });
  app.setErrorHandler(fail);

  const subscriptions: SubscriptionTransport[] = [];
  mountHealth(app, health, () => draining);
  if (api) {
    mountRest(app, api);
    mountGraphql(app, api);
    subscriptions.push(mountEventStreams(app, api), serveWebSockets(app, api, logger, trustProxy, crossOrigin));
    mountCallbacks(app, api, logger);
    mountDocs(app, api);
    mountPeople(app, api);
  }
  await app.ready();

  return {
    app,
    listen: (host, port) => app.listen({ host, port }),
    async close() {
      draining = true;
      // For whoever neither finishes nor closes.
      const impatience = setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs);
      await stopServing(app, subscriptions, Math.max(graceMs, DRAIN_MS));
      clearTimeout(impatience);
      await api?.graphql.stop();
    },
  };
}

async function stopServing(
  app: FastifyInstance,
  subscriptions: readonly SubscriptionTransport[],
  listenOnMs: number,
): Promise<void> {
  if (app.server.listening) {
    await sleep(listenOnMs);
    await stopListening(app.server);
  }
  // They never end by themselves.
  await Promise.all(subscriptions.map((transport) => transport.close()));
  await app.close();
}

/** Fastify believes nobody when it is given a number itself. Hops count from the connection. */
function isTrusted(proxies: boolean | number) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;
}

function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
}

const sendFailure =
  (addresses: Addresses, logger: Logger) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const failure = failureOf(error, logger);
    if (error instanceof HttpRefusal) reply.headers(error.headers);
    if (failure.retryAfterSeconds !== null) reply.header('retry-after', failure.retryAfterSeconds);
    if (failure.status === 401) reply.header('www-authenticate', 'Bearer');
    if (failure.status === 204) return reply.code(204).send();
    return reply
      .code(failure.status)
      .type(failureType(request))
      .send(JSON.stringify(failureBody(failure, request, addresses.marksFailures(request.url))));
  };

/** A busy event loop takes in a connection a turn; more turns than connections may ever wait. */
const MOST_TURNS = 1_000;
/** Time for what has been sent on the youngest connections to arrive and be read. */
const LAST_REQUESTS_MS = 100;

/**
 * Ends listening without breaking a single request. Node's own close would do both at once: end connections that were
 * made a moment ago and whose request nobody has read yet, and leave those to be reset that nobody has accepted yet.
 */
async function stopListening(server: FastifyInstance['server']): Promise<void> {
  await acceptAll(server);
  TcpServer.prototype.close.call(server);
  await sleep(LAST_REQUESTS_MS);
}

/** Returns after a turn of the event loop in which no connection came. */
async function acceptAll(server: FastifyInstance['server']): Promise<void> {
  let arrived = true;
  const notice = () => {
    arrived = true;
  };
  server.on('connection', notice);
  for (let turns = 0; arrived && turns < MOST_TURNS; turns += 1) {
    arrived = false;
    await turn();
  }
  server.off('connection', notice);
}
