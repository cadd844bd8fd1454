import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admit, countAnonymousCall, countCall } from '../api/guard/admission.js';
import { POLICIES } from '../api/guard/policies.js';
import { createRestEndpoints, type RestEndpoint } from '../api/rest/rest.js';
import { ANONYMOUS_BODY_LIMIT_BYTES, type Api, BULK_BODY_LIMIT_BYTES } from './api.js';
import { keyOf } from './requests/credentials.js';
import { forgetTypeOfNothing } from './requests/json-body.js';
import { compressAnswer } from './responses/compress.js';
import type { ResponseHook } from './responses/unread-responses.js';

/** RFC 7240: commas divide preferences, but not within quotation marks. */
const PREFERENCE = /(?:"(?:[^"\\]|\\.)*"?|[^",])+/g;
const HANDLING = /^\s*handling\s*(?:=\s*(?:"([^"]*)"|([^\s;]*)))?\s*(?:;|$)/i;

/** Mounts all REST routes. The caller is identified and admitted before the body is read. */
export function mountRest(app: FastifyInstance, api: Api, limitUnread: ResponseHook): void {
  for (const endpoint of createRestEndpoints(api.schema, api.rest, api.publicUrl)) {
    const { route } = endpoint;
    app.route({
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { marksFailures: route.marksFailures ?? false },
      bodyLimit: bodyLimitOf(route, api),
      onRequest: [forgetTypeOfNothing, (request: FastifyRequest) => admitCall(request, api, route.operation)],
      onSend: [compressAnswer, limitUnread],
      handler: (request, reply) => answer(endpoint, request, reply),
    });
  }
}

function bodyLimitOf({ bulk, operation }: RestEndpoint['route'], { bodyLimitBytes }: Api): number {
  if (isForAnybody(operation)) return Math.min(bodyLimitBytes, ANONYMOUS_BODY_LIMIT_BYTES);
  return bulk ? BULK_BODY_LIMIT_BYTES : bodyLimitBytes;
}

const isForAnybody = (operation: string) => POLICIES[operation]?.for === 'anybody';

async function admitCall(request: FastifyRequest, api: Api, operation: string): Promise<void> {
  const { headers, ip: address, id } = request;
  const isAnonymous = isForAnybody(operation);
  const context = await api.identify(isAnonymous ? { address } : keyOf({ headers, address }), id);
  request.postrider = context;
  if (isAnonymous) await countAnonymousCall(context);
  await admit(context, operation).catch(async (refusal: unknown) => {
    // The scope is missing: the call counts, as in GraphQL, but the error does not depend on the limit.
    if (!context.admission.limit) await countCall(context).catch(() => undefined);
    throw refusal;
  });
  context.admission.preAdmitted = operation;
}

async function answer(endpoint: RestEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { postrider, params, query, body, headers } = request;
  if (!postrider) throw new Error('A route was reached without authentication.');
  const idempotencyKey = headers['idempotency-key'];
  const isStrict = wantsStrictness(headers.prefer);
  if (isStrict) reply.header('preference-applied', 'handling=strict');
  const answered = await endpoint.answer(postrider, {
    params: params as Record<string, string>,
    query: query as Record<string, unknown>,
    body,
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
    isStrict,
    onIgnored: (header) => void reply.header('x-ignored-fields', header),
  });
  if (answered.replayed) reply.header('idempotency-replayed', 'true');
  return reply.code(answered.status).type('application/json; charset=utf-8').send(answered.body);
}

/** The first of several preferences of one name counts. */
function wantsStrictness(prefer: string | readonly string[] = ''): boolean {
  const preferences = String(prefer).match(PREFERENCE) ?? [];
  const [, quoted, token] = preferences.map((one) => HANDLING.exec(one)).find((found) => found !== null) ?? [];
  return (quoted ?? token)?.toLowerCase() === 'strict';
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** See Route. */
    readonly marksFailures?: boolean;
  }
}
