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
  const subject = context && subjectOf(context);
  // Who has to wait has been counted, or was not read.
  if (!context || !subject || reply.statusCode === 429 || reply.statusCode >= 500) return;
  const isRefused = reply.statusCode >= 400;
  if (!isRefused) refusedDocuments.know(documentOf(request));
  if (reply.hasHeader('ratelimit')) return;
  if (isRefused) await refusedDocuments.note(subject);
  await countCall(context);
  if (context.limits) reply.headers(limitHeaders(context.limits));
}
