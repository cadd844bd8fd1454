import type { FastifyInstance } from 'fastify';
import type { Logger } from '../lib/log/logger.js';
import type { Api } from './api.js';
import { mountCallbacks } from './callbacks.js';
import { mountEventStreams } from './event-streams.js';
import { mountExports } from './exports.js';
import { mountGraphql } from './graphql.js';
import { loadConsoleDocuments, mountConsole } from './pages/console.js';
import { mountDocs } from './pages/docs.js';
import { mountPeople } from './people/people-pages.js';
import { mountReceivedMedia } from './received-media.js';
import type { CrossOrigin } from './requests/cross-origin.js';
import { limitUnreadResponses } from './responses/unread-responses.js';
import { mountRest } from './rest.js';
import type { SubscriptionTransport } from './subscription-transport.js';
import { serveWebSockets } from './websockets.js';

interface MountOptions {
  readonly logger: Logger;
  readonly trustProxy: boolean | number;
  readonly crossOrigin: CrossOrigin;
}

/** Twenty times the longest responses, and a fraction of the memory of a process. */
const UNREAD_RESPONSES_BYTES = 128 * 1024 * 1024;

/** Mounts everything but health checks. Returns what has long responses, which the server has to close. */
export function mountCalls(app: FastifyInstance, api: Api, options: MountOptions): SubscriptionTransport[] {
  const { logger, trustProxy, crossOrigin } = options;
  const limitUnread = limitUnreadResponses(UNREAD_RESPONSES_BYTES);
  const eventStreams = mountEventStreams(app, api);
  mountRest(app, api, limitUnread);
  mountGraphql(app, api, { streams: eventStreams, limitUnread, documents: loadConsoleDocuments() });
  const webSockets = serveWebSockets(app, api, logger, trustProxy, crossOrigin);
  mountReceivedMedia(app, api);
  mountCallbacks(app, api, logger);
  mountDocs(app, api);
  mountPeople(app, api);
  mountConsole(app, api.publicUrl);
  return [eventStreams, webSockets, mountExports(app, api, logger)];
}
