import type { FastifyReply, FastifyRequest } from 'fastify';
import { countCall, subjectOf } from '../api/admission.js';
import { limitHeaders } from '../api/rate-limits.js';
import type { Faces } from './faces.js';

/** The text that a call of `/graphql` wants to have run, as far as anybody can tell. */
export function documentOf({ method, query, body }: FastifyRequest): unknown {
  const asked = (method === 'GET' ? query : body) as { readonly query?: unknown } | null | undefined;
  return typeof asked === 'object' ? asked?.query : undefined;
}

/** Root fields count themselves, and say so in the headers; a call of somebody known that came to none counts here. */
export async function countDocument(
  { refusedDocuments }: Pick<Faces, 'refusedDocuments'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { postrider: context } = request;
  const { statusCode } = reply;
  const subject = context && subjectOf(context);
  if (!context || !subject || statusCode >= 500) return;
  const document = documentOf(request);
  const isCounted = reply.hasHeader('ratelimit');
  if (statusCode === 429) {
    // Read before it was found that its sender has to wait; one without these headers was not read.
    if (isCounted && !refusedDocuments.knows(document)) await refusedDocuments.note(subject);
    return;
  }
  // Where the limit is used up this throws, and the refusal passes here in its turn.
  if (!isCounted) await countCall(context);
  if (statusCode < 400) refusedDocuments.know(document);
  else if (!isCounted) await refusedDocuments.note(subject);
  if (context.limits) reply.headers(limitHeaders(context.limits));
}
