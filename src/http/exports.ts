import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createDownloads, type Download } from '../api/downloads.js';
import { describeFailure, failure } from '../api/error-map.js';
import { countAnonymousCall, countCall } from '../api/guard/admission.js';
import { EXPORT_PATH } from '../api/rest/openapi-exports.js';
import { PostriderError } from '../domain/errors.js';
import type { ExportLink } from '../domain/exports/export-link.js';
import { LIMITS } from '../domain/limits.js';
import type { Logger } from '../lib/log/logger.js';
import type { Api } from './api.js';
import { acceptsGzip, addVary } from './responses/compress.js';
import { attachment, createSlots } from './responses/downloads.js';
import { HttpRefusal } from './responses/failures.js';
import { STALLED_MS, type SubscriptionTransport } from './subscription-transport.js';

/**
 * Streams the rows of export links. A stream holds a page of rows in memory, and no transaction while its client reads.
 */
export function mountExports(app: FastifyInstance, api: Api, logger: Logger): SubscriptionTransport {
  const streams = createStreams();
  const openDownload = createDownloads();
  const takeTurn = createExportSlots();
  app.route({
    method: ['GET', 'HEAD'],
    url: EXPORT_PATH,
    exposeHeadRoute: false,
    onRequest: async (request) => {
      refuseOldProtocol(request);
      request.exportLink = await admit(request, api);
    },
    handler: answer,
  });
  return streams;

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { exportLink: link, postrider: context } = request;
    if (!link || !context) throw new Error('An export was reached without a link.');
    // Counting the rows takes turns with the database: without a limit the calls of one organisation would fill the
    // queue.
    const endTurn = takeTurn(link.organisationId);
    const download = await openDownload(context, link, parameter(request, 'after')).finally(endTurn);
    if (request.method === 'HEAD') return describe(reply, download).send();
    // The maker is remembered for seconds, as the caller of any other call.
    const recheck = () => api.identifyMaker(tokenOf(request), request.ip, request.id);
    const text = await streams.open(link.organisationId, () => download.begin(recheck));
    text.once('error', (error) => cutOff(request, error, logger));
    disconnectIfStalled(reply);
    // Only now: an error before has neither this type nor this encoding.
    return describe(reply, download).send(acceptsGzip(request.raw) ? packed(text) : text);
  }
}

const tokenOf = (request: FastifyRequest) => parameter(request, 'token') ?? '';

function parameter({ query }: FastifyRequest, name: string): string | undefined {
  const value = [(query as Record<string, string | readonly string[]>)[name]].flat().at(-1);
  return value === '' ? undefined : value;
}

const OLD_PROTOCOL = failure(
  'bad_request',
  'An export needs HTTP/1.1, because with HTTP/1.0 a response that was cut off looks complete. In nginx: proxy_http_version 1.1.',
);

function refuseOldProtocol({ raw }: FastifyRequest): void {
  if (raw.httpVersion === '1.0') throw new HttpRefusal(OLD_PROTOCOL);
}

async function admit(request: FastifyRequest, api: Api): Promise<ExportLink> {
  const { ip: address, id } = request;
  try {
    const { link, context } = await api.identifyMaker(tokenOf(request), address, id);
    request.postrider = context;
    await countCall(context);
    return link;
  } catch (error) {
    if (request.postrider) throw error;
    request.postrider = await api.identify({ address }, id);
    await countAnonymousCall(request.postrider);
    throw error;
  }
}

function describe(reply: FastifyReply, { fileName, mediaType, rows, isExact }: Download): FastifyReply {
  addVary(reply);
  return reply.headers({
    'content-type': mediaType,
    'content-disposition': attachment(fileName),
    ...(acceptsGzip(reply.request.raw) && { 'content-encoding': 'gzip' }),
    'x-export-rows': String(rows),
    'x-export-rows-exact': String(isExact),
    // A proxy that stores the response would hide from the server that its client has stopped reading.
    'x-accel-buffering': 'no',
  });
}

function packed(text: Readable): NodeJS.ReadableStream {
  // Flushed, so that a client has whole pages when a stream is cut off.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, flush: constants.Z_SYNC_FLUSH });
  pipeline(text, gzip, () => undefined);
  return gzip;
}

/** Resets the connection, which no proxy takes for the end of a response. */
function cutOff({ raw: { socket }, id: requestId }: FastifyRequest, error: Error, logger: Logger): void {
  // The client has gone.
  if (socket.destroyed) return;
  socket.resetAndDestroy();
  const { code } = describeFailure(error, logger);
  logger.info({ requestId, code }, 'an export was cut off');
}

/** Not while the export looks for rows, which may take longer than a client has to read. */
function disconnectIfStalled({ raw }: FastifyReply): void {
  raw.setTimeout(STALLED_MS, () => {
    if (raw.writableNeedDrain) raw.destroy();
  });
  // At once, also if the first rows are far.
  raw.once('pipe', () => raw.flushHeaders());
}

interface Streams extends SubscriptionTransport {
  /** Makes a stream of texts. Throws if too many are open. */
  open(organisationId: string, begin: () => Promise<AsyncIterable<string>>): Promise<Readable>;
}

const createExportSlots = () =>
  createSlots({
    atOnce: LIMITS.exportsAtOnce,
    perOrganisation: LIMITS.exportsAtOncePerOrganisation,
    refusal: () => new PostriderError('too_many_exports'),
  });

function createStreams(): Streams {
  const takeSlot = createExportSlots();
  const open = new Set<Readable>();
  return {
    async open(organisationId, begin) {
      const release = takeSlot(organisationId);
      try {
        const text = Readable.from(await begin(), { objectMode: false });
        open.add(text);
        text.once('close', () => {
          open.delete(text);
          release();
        });
        return text;
      } catch (error) {
        release();
        throw error;
      }
    },
    async close() {
      // Its client goes on at another process.
      for (const text of open) text.destroy(new PostriderError('unavailable'));
    },
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What a call of an export shows. */
    exportLink?: ExportLink;
  }
}
