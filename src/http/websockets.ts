import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type FormattedExecutionResult, GraphQLError } from 'graphql';
import { CloseCode, handleProtocols, makeServer, type OperationResult } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { describeFailure } from '../api/error-map.js';
import type { Credentials } from '../api/guard/authenticate.js';
import type { SubscriberConnection } from '../api/subscriptions/subscriptions.js';
import type { PostriderError } from '../domain/errors.js';
import { newId } from '../lib/ids.js';
import type { Logger } from '../lib/log/logger.js';
import type { Api } from './api.js';
import { answerBrokenUpgrades, refuseForeignPage } from './requests/broken-requests.js';
import { clientAddress, keyOrCookieOf } from './requests/credentials.js';
import type { CrossOrigin } from './requests/cross-origin.js';
import { securityHeaders } from './responses/security-headers.js';
import {
  FAREWELL_MS,
  hasExpired,
  KEEP_ALIVE_MS,
  REQUEST_LIMIT_BYTES,
  type SubscriptionTransport,
  UNREAD_LIMIT_BYTES,
} from './subscription-transport.js';

interface Client {
  readonly socket: WebSocket;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  connection: SubscriberConnection | null;
}

const INIT_TIMEOUT_MS = 3_000;
/** Connections that have not authenticated; the oldest is closed for the next. */
const MAX_UNAUTHENTICATED = 200;
const TRY_AGAIN_LATER = 1013;
/** Clients that make a token for each connection go on with a new one. */
const TOKEN_EXPIRED = 4410;
/** Statuses after which a retry would fail again: clients that are told to come back later would retry for ever. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403]);
const GOING_AWAY = 1001;

/** Serves subscriptions by the protocol graphql-transport-ws. */
export function serveWebSockets(
  app: FastifyInstance,
  api: Api,
  logger: Logger,
  trustProxy: boolean | number,
  crossOrigin: Pick<CrossOrigin, 'admitsWebSocket'>,
): SubscriptionTransport {
  const common = securityHeaders(api.publicUrl);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: REQUEST_LIMIT_BYTES,
    // One message per turn of the event loop, so that a client that sends thousands at once does not block the others.
    allowSynchronousEvents: false,
    handleProtocols,
  });
  sockets.on('wsClientError', answerBrokenUpgrades(common));
  const unauthenticated = new Set<WebSocket>();
  const protocol = createProtocol(api, logger, (socket) => unauthenticated.delete(socket));

  function acceptSocket(socket: WebSocket, request: IncomingMessage): void {
    const [longest] = unauthenticated;
    if (longest && unauthenticated.size >= MAX_UNAUTHENTICATED) {
      // Removed at once: it closes later, and more may arrive before.
      unauthenticated.delete(longest);
      longest.terminate();
    }
    unauthenticated.add(socket);
    socket.once('close', () => unauthenticated.delete(socket));
    const address = clientAddress(request, trustProxy);
    serve(protocol, { socket, headers: request.headers, address, connection: null }, logger);
  }

  app.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (!crossOrigin.admitsWebSocket(request.headers)) return refuseForeignPage(stream, common);
    sockets.handleUpgrade(request, stream, head, acceptSocket);
  });

  return {
    async close() {
      for (const socket of sockets.clients) socket.close(GOING_AWAY, 'Going away');
      const closed = once(sockets, 'close');
      sockets.close();
      await Promise.race([closed, sleep(FAREWELL_MS, undefined, { ref: false })]);
      for (const socket of sockets.clients) socket.terminate();
    },
  };
}

type Protocol = ReturnType<typeof createProtocol>;

function createProtocol(api: Api, logger: Logger, onKnown: (socket: WebSocket) => void) {
  const { schema, subscriptions } = api;
  return makeServer<Record<string, unknown>, Client>({
    connectionInitWaitTimeout: INIT_TIMEOUT_MS,
    async onConnect({ connectionParams = {}, extra: client }) {
      const { socket } = client;
      const close = (reason: unknown) => {
        const { status, message } = describeFailure(reason, logger);
        const refusal = hasExpired(reason) ? TOKEN_EXPIRED : CloseCode.Forbidden;
        socket.close(REFUSALS.has(status) ? refusal : TRY_AGAIN_LATER, message);
      };
      const onLost = (reason: PostriderError) => {
        // At once, because clients do not begin a subscription again that has failed.
        if (hasExpired(reason)) close(reason);
        // A turn later, so that the subscriptions can still report why they end.
        else setImmediate(() => close(reason));
      };
      const shown = credentialsOf(client, connectionParams, api);
      try {
        client.connection = await subscriptions.connect(shown, newId(), onLost);
        onKnown(socket);
        if (socket.readyState !== socket.OPEN) client.connection.close();
      } catch (error) {
        close(error);
      }
    },
    async onSubscribe({ extra: { connection } }, _id, payload) {
      const subscribed = await connection?.subscribe(payload);
      if (!subscribed) return [new GraphQLError('The connection is closing.')];
      if ('errors' in subscribed) return subscribed.errors;
      const { document, operationName, answers } = subscribed;
      return { schema, document, operationName, contextValue: answers };
    },
    // The subscription is already running; its results are the context value.
    subscribe: ({ contextValue: answers }) => answers as OperationResult,
    // Results are already formatted for clients.
    onNext: (_context, _id, _payload, _args, answer) => answer as FormattedExecutionResult,
  });
}

/** Browsers cannot set headers of a WebSocket, so its first message may carry them. */
function credentialsOf(client: Client, parameters: Readonly<Record<string, unknown>>, api: Api): Credentials {
  const given = Object.entries(parameters).map(([name, value]) => [name.toLowerCase(), value] as const);
  const texts = Object.fromEntries(given.filter(([, value]) => typeof value === 'string')) as Record<string, string>;
  const byHeaders = keyOrCookieOf(client, api);
  return {
    ...byHeaders,
    authorization: texts.authorization ?? byHeaders.authorization,
    'x-organisation-id': texts['x-organisation-id'] ?? byHeaders['x-organisation-id'],
  };
}

function serve(protocol: Protocol, client: Client, logger: Logger): void {
  const { socket } = client;
  const onClosed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (text) => send(socket, text),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (take) => {
        socket.on('message', (data) => {
          take(String(data)).catch((error: unknown) => {
            // The client has just disconnected.
            if (socket.readyState !== socket.OPEN) return;
            logger.error({ err: error }, 'a message of a WebSocket failed');
            socket.close(CloseCode.InternalServerError, 'Something went wrong on our side.');
          });
        });
      },
    },
    client,
  );
  // Such as a message that is too large; the socket closes with its reason.
  socket.on('error', (error) => logger.debug({ err: error }, 'a WebSocket was closed because of an error'));
  const stopKeepingAlive = keepAlive(socket);
  socket.once('close', (code, reason) => {
    stopKeepingAlive();
    client.connection?.close();
    onClosed(code, String(reason)).catch((error: unknown) =>
      logger.error({ err: error }, 'closing a WebSocket failed'),
    );
  });
}

/** Resolves when the message is on its way, so that the next result is made only then. */
async function send(socket: WebSocket, text: string): Promise<void> {
  if (socket.readyState !== socket.OPEN) return;
  // A client that reads nothing would not read a close frame either.
  if (socket.bufferedAmount > UNREAD_LIMIT_BYTES) return socket.terminate();
  await new Promise<void>((resolve, reject) => {
    socket.send(text, (error) => (error ? reject(error) : resolve()));
  });
}

function keepAlive(socket: WebSocket): () => void {
  let isThere = true;
  socket.on('pong', () => {
    isThere = true;
  });
  const timer = setInterval(() => {
    if (!isThere) return socket.terminate();
    isThere = false;
    socket.ping();
  }, KEEP_ALIVE_MS);
  return () => clearInterval(timer);
}
