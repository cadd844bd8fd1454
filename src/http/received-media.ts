import { pipeline, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openFile } from '../api/downloads.js';
import { admit } from '../api/guard/admission.js';
import { RECEIVED_MEDIA_PATH } from '../domain/chat/media.js';
import { PostriderError } from '../domain/errors.js';
import { LIMITS } from '../domain/limits.js';
import type { Api } from './api.js';
import { keyOrCookieOf } from './requests/credentials.js';
import { attachment, createSlots } from './responses/downloads.js';

/** What browsers show without running anything in it. The sender names the type, so any other is plain bytes. */
const SAFE_TYPES = /^(?:image\/(?:jpeg|png|gif|webp)|audio\/(?:ogg|mpeg|mp4|aac|amr|wav)|video\/(?:mp4|3gpp|webm))$/;

/** Engine and client together. */
const LONGEST_MS = 60_000;

/**
 * Streams the files of inbound messages from their engines, for callers who may read the messages. Nothing is stored,
 * and browsers save the file instead of opening it.
 */
export function mountReceivedMedia(app: FastifyInstance, api: Api): void {
  const takeSlot = createSlots({
    atOnce: LIMITS.filesAtOnce,
    perOrganisation: LIMITS.filesAtOncePerOrganisation,
    refusal: () => new PostriderError('throttled', 'Too many files are being downloaded.', { retryAfterSeconds: 5 }),
  });
  app.route({
    method: 'GET',
    url: RECEIVED_MEDIA_PATH.replace(/\{(\w+)\}/, ':$1'),
    exposeHeadRoute: false,
    onRequest: (request) => admitReader(request, api),
    handler: (request, reply) => send(request, reply, takeSlot(request.postrider?.caller?.organisationId ?? '')),
  });
}

/** Admits a caller who may read the message, and counts the call as reading it. */
async function admitReader(request: FastifyRequest, api: Api): Promise<void> {
  const { headers, ip: address, id } = request;
  request.postrider = await api.identify(keyOrCookieOf({ headers, address }, api), id);
  await admit(request.postrider, 'inboundMessage');
}

async function send(request: FastifyRequest, reply: FastifyReply, release: () => void): Promise<FastifyReply> {
  const { postrider: context, params } = request;
  if (!context) throw new Error('A file was asked for without authentication.');
  const gone = new AbortController();
  const leave = () => {
    gone.abort();
    release();
  };
  // A client may go while the call is admitted, and no event says so afterwards.
  if (reply.raw.closed) leave();
  else reply.raw.once('close', leave);
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(LONGEST_MS)]);
  const { inbound_id: inboundId = '' } = params as Record<string, string>;
  const { body, bytes, type, name } = await openFile(context, inboundId, signal);
  if (bytes !== null && bytes > LIMITS.receivedFileBytes) {
    body.destroy();
    throw tooLarge();
  }
  const bare = type?.replace(/;.*/, '').trim().toLowerCase() ?? '';
  reply.headers({
    'content-type': SAFE_TYPES.test(bare) ? bare : 'application/octet-stream',
    'content-disposition': attachment(name ?? inboundId),
    'x-accel-buffering': 'no',
    ...(bytes !== null && { 'content-length': String(bytes) }),
  });
  // Fastify closes the connection if the stream fails, so that no client takes a part for the whole.
  return reply.send(pipeline(body, bounded(), () => undefined));
}

function bounded(): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > LIMITS.receivedFileBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
}

const tooLarge = () =>
  new PostriderError(
    'provider_rejected',
    `The file has more than ${LIMITS.receivedFileBytes} bytes: fetch it from the chat engine.`,
  );
