import { Server as TcpServer } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { limitHeaders } from '../api/guard/rate-limits.js';
import { newId } from '../lib/ids.js';
import type { Logger } from '../lib/log/logger.js';
import type { Api } from './api.js';
import { type Health, mountHealth } from './metrics/health.js';
import { failurePage, isForPerson } from './pages/failure-page.js';
import { type Addresses, watchRoutes } from './requests/allowed-methods.js';
import { answerBrokenRequests, refuseUnfit } from './requests/broken-requests.js';
import { createCrossOrigin } from './requests/cross-origin.js';
import { readJsonBodies } from './requests/json-body.js';
import { followRequests } from './requests/request-traces.js';
import { failureBody, failureOf, failureType, HttpRefusal, isGraphql } from './responses/failures.js';
import { PEOPLE_POLICY, securityHeaders } from './responses/security-headers.js';
import { isForWebSocket, type SubscriptionTransport } from './subscription-transport.js';

interface HttpServerOptions {
  readonly logger: Logger;
  readonly health: Health;
  /** What the API role serves; null in the worker role, which serves health checks only. */
  readonly api: Api | null;
  /** The number of proxies in front; true: any number. */
  readonly trustProxy: boolean | number;
  /** How long new connections are accepted after `close`, so that load balancers notice /readyz. */
  readonly graceMs: number;
  /** How long calls may run after `close`; then their connections are closed. */
  readonly closeTimeoutMs: number;
}

export interface HttpServer {
  readonly app: FastifyInstance;
  /** Resolves with the address, including the port. */
  listen(host: string, port: number): Promise<string>;
  /** Finishes running calls and accepts no new ones. */
  close(): Promise<void>;
}

/** The whole request, headers and body, must arrive within this time, so that slow senders do not hold connections. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
const CHECK_TIMEOUTS_EVERY_MS = 5_000;
/** Longer than the 60 s of common load balancers, so that they close idle connections, not this server. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** While draining, clients on open connections get `Connection: close` with their next response. */
const DRAIN_MS = 300;
/** Enough for an id; longer parameters match nothing. */
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
      // refuseUnfit does this, with the headers of every response.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequests(common),
    // These errors run before any hook, so the headers of every response are set here too.
    frameworkErrors: (error, request, reply) => {
      reply.headers(common).headers(crossOrigin.headersFor(request));
      fail(error, request, reply.header('x-request-id', request.id));
    },
  });

  // Without a listener Node responds 417 itself.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));

  const addresses = watchRoutes(app);
  const fail = sendFailure(addresses, logger, api !== null);
  readJsonBodies(app);
  followRequests(app);
  // The first hook, so that a call to an unknown URL fails before its body is read.
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(common).headers(crossOrigin.headersFor(request)).header('x-request-id', request.id);
    const refused = refuseUnfit(request.raw) ?? addresses.refuse(request);
    if (refused) throw refused;
  });
  app.addHook('onSend', async (request, reply) => {
    // Also for calls that were running when the draining began.
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

  mountHealth(app, health, () => draining);
  const transports: SubscriptionTransport[] = [];
  if (api) {
    // Imported only now, because workers do not need it.
    const { mountCalls } = await import('./mount-calls.js');
    transports.push(...mountCalls(app, api, { logger, trustProxy, crossOrigin }));
  }
  await app.ready();

  return {
    app,
    listen: (host, port) => app.listen({ host, port }),
    async close() {
      draining = true;
      // For clients that neither finish nor close.
      const forcedClose = setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs);
      await stopServing(app, transports, Math.max(graceMs, DRAIN_MS));
      clearTimeout(forcedClose);
      await api?.graphql.stop();
    },
  };
}

async function stopServing(
  app: FastifyInstance,
  transports: readonly SubscriptionTransport[],
  listenOnMs: number,
): Promise<void> {
  if (app.server.listening) {
    await sleep(listenOnMs);
    await stopListening(app.server);
  }
  // Subscriptions never end by themselves, and exports not soon.
  await Promise.all(transports.map((transport) => transport.close()));
  await app.close();
}

/** Fastify trusts no proxy if the option is a number. Hops count from the connection. */
function isTrusted(proxies: boolean | number) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;
}

function routeOf(request: FastifyRequest): string {
  return request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
}

const sendFailure =
  (addresses: Addresses, logger: Logger, hasPages: boolean) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const failure = failureOf(error, logger);
    if (error instanceof HttpRefusal) reply.headers(error.headers);
    if (failure.retryAfterSeconds !== null) reply.header('retry-after', failure.retryAfterSeconds);
    if (failure.status === 401) reply.header('www-authenticate', 'Bearer');
    if (failure.status === 204) return reply.code(204).send();
    reply.code(failure.status);
    if (hasPages && !isGraphql(request) && isForPerson(request)) {
      reply.type('text/html; charset=utf-8').header('content-security-policy', PEOPLE_POLICY);
      return reply.send(failurePage(failure, request.id));
    }
    return reply
      .type(failureType(request))
      .send(JSON.stringify(failureBody(failure, request, addresses.marksFailures(request.url))));
  };

/** A busy event loop accepts one connection per turn; this is more than the number of connections that can wait. */
const MOST_TURNS = 1_000;
/** Time for requests on the newest connections to arrive and be read. */
const LAST_REQUESTS_MS = 100;

/**
 * Stops listening without losing a request. Node's own close would end connections that were accepted a moment ago and
 * whose request has not been read, and would reset those that wait to be accepted.
 */
async function stopListening(server: FastifyInstance['server']): Promise<void> {
  await acceptAll(server);
  TcpServer.prototype.close.call(server);
  await sleep(LAST_REQUESTS_MS);
}

/** Returns after a turn of the event loop in which no connection arrived. */
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
