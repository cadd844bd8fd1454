import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { failure, graphqlErrorBody } from '../api/error-map.js';
import { countAnonymousCall, countCall, subjectOf } from '../api/guard/admission.js';
import { limitHeaders, ThrottledError } from '../api/guard/rate-limits.js';
import type { RequestContext } from '../api/guard/request-context.js';
import { isSubscription } from '../api/subscriptions/subscription-documents.js';
import { ANONYMOUS_BODY_LIMIT_BYTES, type Api, BULK_BODY_LIMIT_BYTES } from './api.js';
import { type EventStreams, isForLater, parametersOf, streamOf } from './event-streams.js';
import { type ConsoleDocuments, expandDocument } from './pages/console.js';
import { cookiesOf, keyOrCookieOf } from './requests/credentials.js';
import { compressAnswer } from './responses/compress.js';
import { failureType, HttpRefusal } from './responses/failures.js';
import type { ResponseHook } from './responses/unread-responses.js';
import { REQUEST_LIMIT_BYTES } from './subscription-transport.js';

interface GraphqlOptions {
  readonly streams: EventStreams;
  readonly limitUnread: ResponseHook;
  readonly documents: ConsoleDocuments;
}

/** Serves /graphql. Root fields check scopes and limits themselves, because a document may have several. */
export function mountGraphql(app: FastifyInstance, api: Api, options: GraphqlOptions): void {
  const { streams, limitUnread, documents } = options;
  const answer = fastifyApolloHandler<RequestContext>(api.graphql, {
    context: async (request) => request.postrider as RequestContext,
  });
  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    bodyLimit: BULK_BODY_LIMIT_BYTES,
    onRequest: async (request, reply) => {
      refuseBadHost(request);
      if (isOpenedInBrowser(request)) return reply.redirect('/graphiql');
      const { headers, ip: address, id } = request;
      const context = await api.identify(keyOrCookieOf({ headers, address }, api), id);
      request.postrider = context;
      const subject = subjectOf(context);
      if (subject === null) await admitAnonymousCall(context, request);
      else if (!isShort(request)) await api.refusedDocuments.admit(subject, null);
    },
    preHandler: async (request) => {
      expandDocument(request.body, documents);
      const subject = request.postrider && subjectOf(request.postrider);
      if (subject) await api.refusedDocuments.admit(subject, documentOf(request));
    },
    onSend: [
      (request, reply, payload) => countAndFrame(api, request, reply, payload),
      async (request, reply) => setCookies(api, request, reply),
      compressAnswer,
      limitUnread,
    ],
    handler(request, reply) {
      if (accepted(request, EVENTS_TYPE) !== EVENTS_TYPE) return answer.call(this, request, reply);
      if (isSubscription(parametersOf(request))) {
        refuseLargeBody(request);
        return streams.answer(request, reply);
      }
      // Apollo answers in JSON, which `asRequested` then puts into a stream.
      request.isStreamed = true;
      request.headers.accept = JSON_TYPE;
      return answer.call(this, request, reply);
    },
  });
}

async function countAndFrame(api: Api, request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  // A subscription has counted itself.
  if (request.postrider?.admission.isCounted) return payload;
  return asRequested(request, reply, await countDocument(api, request, reply, payload));
}

const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

/** The media type that `Accept` prefers: JSON, or this other one. */
function accepted(request: FastifyRequest, other: string): string | undefined {
  return new Negotiator(request).mediaType([JSON_TYPE, 'application/graphql-response+json', other]);
}

function setCookies({ publicUrl }: Api, { postrider: context }: FastifyRequest, reply: FastifyReply): void {
  for (const cookie of cookiesOf(context?.session ?? {}, publicUrl)) reply.header('set-cookie', cookie);
}

/** A person who opens the address, which programs call with a document. */
function isOpenedInBrowser(request: FastifyRequest): boolean {
  if (request.method !== 'GET' || documentOf(request) !== undefined) return false;
  return accepted(request, 'text/html') === 'text/html';
}

/** A subscription keeps its variables, so it may be no larger than at the addresses of subscriptions alone. */
function refuseLargeBody({ body }: FastifyRequest): void {
  if (Buffer.byteLength(JSON.stringify(body ?? null)) > REQUEST_LIMIT_BYTES) {
    throw new HttpRefusal(failure('body_too_large'));
  }
}

/**
 * Puts the response to a query or mutation into a stream, if the caller asked for one. GraphQL over SSE wants errors of
 * documents there too, because clients do not show the body of other statuses.
 */
function asRequested(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (!request.isStreamed || isForLater(reply.statusCode) || typeof payload !== 'string') return payload;
  reply.code(200).type(`${EVENTS_TYPE}; charset=utf-8`).removeHeader('content-length');
  return streamOf(payload);
}

/** Admits an anonymous call: few from one address, and short ones only. */
async function admitAnonymousCall(context: RequestContext, request: FastifyRequest): Promise<void> {
  await countAnonymousCall(context);
  if (isShort(request)) return;
  if (request.headers['content-length'] === undefined) {
    throw new HttpRefusal(failure('length_required'));
  }
  throw new HttpRefusal(
    failure('body_too_large', `Unauthenticated requests may have at most ${ANONYMOUS_BODY_LIMIT_BYTES / 1024} KiB.`),
  );
}

function isShort({ method, headers: { 'content-length': length } }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || Number(length) <= ANONYMOUS_BODY_LIMIT_BYTES;
}

/** Apollo's integration builds a URL from the host, and an invalid host would become an internal error. */
function refuseBadHost({ protocol, hostname }: FastifyRequest): void {
  if (URL.canParse(`${protocol}://${hostname}/`)) return;
  throw new HttpRefusal(failure('bad_request', 'The Host header is missing or not valid.'));
}

/** The document of a call, if it has one. */
function documentOf(request: FastifyRequest): unknown {
  return parametersOf(request)?.query;
}

/**
 * Counts a call whose document ran no root field, because those count themselves. Returns the payload to send: beyond
 * the limit, an error.
 */
async function countDocument(
  { refusedDocuments }: Pick<Api, 'refusedDocuments'>,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const { postrider: context } = request;
  const { statusCode } = reply;
  const subject = context && subjectOf(context);
  if (!context || !subject || statusCode >= 500) return payload;
  const document = documentOf(request);
  const noteIfUnknown = async () => {
    if (!refusedDocuments.knows(document)) await refusedDocuments.note(subject);
  };
  const isCounted = reply.hasHeader('ratelimit');
  if (statusCode === 429) {
    // The document was read before its sender was throttled; without these headers it was not read.
    if (isCounted) await noteIfUnknown();
    return payload;
  }
  if (!isCounted) {
    try {
      await countCall(context);
    } catch (error) {
      if (!(error instanceof ThrottledError)) throw error;
      await noteIfUnknown();
      // An error thrown while a response is sent would reach the caller in the words of Fastify.
      return throttle(error, request, reply);
    }
  }
  if (statusCode < 400) refusedDocuments.know(document);
  else if (!isCounted) await refusedDocuments.note(subject);
  if (context.admission.limit) reply.headers(limitHeaders(context.admission.limit));
  return payload;
}

function throttle({ code, message, state }: ThrottledError, request: FastifyRequest, reply: FastifyReply): string {
  reply.code(429).type(failureType(request)).removeHeader('content-length');
  reply.headers({ ...limitHeaders(state), 'retry-after': state.resetSeconds });
  return JSON.stringify(graphqlErrorBody({ ...failure(code, message), retryAfterSeconds: state.resetSeconds }));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of /graphql wants the response to a query or mutation as a stream of events. */
    isStreamed?: boolean;
  }
}
