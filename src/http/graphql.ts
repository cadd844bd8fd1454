import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failure, graphqlErrorBody } from '../api/error-map.js';
import { countCall, countStranger, subjectOf } from '../api/guard/admission.js';
import { limitHeaders, ThrottledError } from '../api/guard/rate-limits.js';
import type { RequestContext } from '../api/guard/request-context.js';
import { type Api, BULK_BODY_LIMIT_BYTES } from './api.js';
import { keyOrCookieOf } from './credentials.js';
import { failureType, HttpRefusal } from './failures.js';

/** Limits and scopes are the business of each root field here, since one document may have several. */
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
      if (subject === null) await admitStranger(context, request);
      else if (!isShort(request)) await api.refusedDocuments.admit(subject, null);
    },
    preHandler: async (request) => {
      const subject = request.postrider && subjectOf(request.postrider);
      if (subject) await api.refusedDocuments.admit(subject, documentOf(request));
    },
    onSend: (request, reply, payload) => countDocument(api, request, reply, payload),
    handler: fastifyApolloHandler<RequestContext>(api.graphql, {
      context: async (request) => request.postrider as RequestContext,
    }),
  });
}

/** Large enough for whatever strangers may do. */
const SHORT_BODY_BYTES = 64 * 1024;

/** Nobody's documents are read, but few from one address, and short ones. */
async function admitStranger(context: RequestContext, request: FastifyRequest): Promise<void> {
  await countStranger(context);
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

/** Apollo's integration makes a URL of the host, and one that fits none would become a fault of ours. */
function refuseBadHost({ protocol, hostname }: FastifyRequest): void {
  if (URL.canParse(`${protocol}://${hostname}/`)) return;
  throw new HttpRefusal(failure('bad_request', 'The Host header is missing or not valid.'));
}

/** The text that a call of `/graphql` wants to have run, as far as anybody can tell. */
function documentOf({ method, query, body }: FastifyRequest): unknown {
  const asked = (method === 'GET' ? query : body) as { readonly query?: unknown } | null | undefined;
  return typeof asked === 'object' ? asked?.query : undefined;
}

/**
 * Root fields count themselves, and say so in the headers; a call of somebody known that came to none counts here. Returns what
 * is to be sent: beyond the limit something else.
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
    // Read before it was found that its sender has to wait; one without these headers was not read.
    if (isCounted) await noteIfUnknown();
    return payload;
  }
  if (!isCounted) {
    try {
      await countCall(context);
    } catch (error) {
      if (!(error instanceof ThrottledError)) throw error;
      await noteIfUnknown();
      // Thrown while a failure is being sent, it would be answered in the framework's own words.
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
