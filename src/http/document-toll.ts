import type { FastifyReply, FastifyRequest } from 'fastify';
import { failure, graphqlErrorBody } from '../api/error-map.js';
import { countCall, subjectOf } from '../api/guard/admission.js';
import { limitHeaders, ThrottledError } from '../api/guard/rate-limits.js';
import type { Faces } from './faces.js';
import { failureType } from './failures.js';

/** The text that a call of `/graphql` wants to have run, as far as anybody can tell. */
export function documentOf({ method, query, body }: FastifyRequest): unknown {
  const asked = (method === 'GET' ? query : body) as { readonly query?: unknown } | null | undefined;
  return typeof asked === 'object' ? asked?.query : undefined;
}

/**
 * Root fields count themselves, and say so in the headers; a call of somebody known that came to none counts here. Returns what
 * is to be sent: beyond the limit something else.
 */
export async function countDocument(
  { refusedDocuments }: Pick<Faces, 'refusedDocuments'>,
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
  if (context.limits) reply.headers(limitHeaders(context.limits));
  return payload;
}

function throttle({ code, message, state }: ThrottledError, request: FastifyRequest, reply: FastifyReply): string {
  reply.code(429).type(failureType(request)).removeHeader('content-length');
  reply.headers({ ...limitHeaders(state), 'retry-after': state.resetSeconds });
  return JSON.stringify(graphqlErrorBody({ ...failure(code, message), retryAfterSeconds: state.resetSeconds }));
}
