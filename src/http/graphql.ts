import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failure, graphqlErrorBody } from '../api/error-map.js';
import { countAnonymousCall, countCall, subjectOf } from '../api/guard/admission.js';
import { limitHeaders, ThrottledError } from '../api/guard/rate-limits.js';
import type { RequestContext } from '../api/guard/request-context.js';
import { type Api, BULK_BODY_LIMIT_BYTES } from './api.js';
import { compressAnswer } from './compress.js';
import { keyOrCookieOf } from './credentials.js';
import { failureType, HttpRefusal } from './failures.js';

/** Serves /graphql. Root fields check scopes and limits themselves, because a document may have several. */
export function mountGraphql(app: FastifyInstance, api: Api): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    bodyLimit: BULK_BODY_LIMIT_BYTES,
    onRequest: async (request) => {
      refuseBadHost(request);
      const { headers, ip: address, id } = request;
      const context = await api.identify(keyOrCookieOf({ headers, address }, api), id);
      request.postrider = context;
      const subject = subjectOf(context);
      if (subject === null) await admitAnonymousCall(context, request);
      else if (!isShort(request)) await api.refusedDocuments.admit(subject, null);
    },
    preHandler: async (request) => {
      const subject = request.postrider && subjectOf(request.postrider);
      if (subject) await api.refusedDocuments.admit(subject, documentOf(request));
    },
    onSend: [(request, reply, payload) => countDocument(api, request, reply, payload), compressAnswer],
    handler: fastifyApolloHandler<RequestContext>(api.graphql, {
      context: async (request) => request.postrider as RequestContext,
    }),
  });
}

/** Large enough for every document of anonymous callers. */
const SHORT_BODY_BYTES = 64 * 1024;

/** Admits an anonymous call: few from one address, and short ones only. */
async function admitAnonymousCall(context: RequestContext, request: FastifyRequest): Promise<void> {
  await countAnonymousCall(context);
  if (isShort(request)) return;
  if (request.headers['content-length'] === undefined) {
    throw new HttpRefusal(failure('length_required'));
  }
  throw new HttpRefusal(
    failure('body_too_large', `Unauthenticated requests may have at most ${SHORT_BODY_BYTES / 1024} KiB.`),
  );
}

function isShort({ method, headers: { 'content-length': length } }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD' || Number(length) <= SHORT_BODY_BYTES;
}

/** Apollo's integration builds a URL from the host, and an invalid host would become an internal error. */
function refuseBadHost({ protocol, hostname }: FastifyRequest): void {
  if (URL.canParse(`${protocol}://${hostname}/`)) return;
  throw new HttpRefusal(failure('bad_request', 'The Host header is missing or not valid.'));
}

/** The document of a call, if it has one. */
function documentOf({ method, query, body }: FastifyRequest): unknown {
  const asked = (method === 'GET' ? query : body) as { readonly query?: unknown } | null | undefined;
  return typeof asked === 'object' ? asked?.query : undefined;
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
