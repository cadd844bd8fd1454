import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failure } from '../api/error-map.js';
import { countStranger, subjectOf } from '../api/guard/admission.js';
import type { RequestContext } from '../api/guard/request-context.js';
import { keyOrCookieOf } from './credentials.js';
import { countDocument, documentOf } from './document-toll.js';
import { BULK_BODY_LIMIT_BYTES, type Faces } from './faces.js';
import { HttpRefusal } from './failures.js';

/** Limits and scopes are the business of each root field here, since one document may have several. */
export function mountGraphql(app: FastifyInstance, faces: Faces): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    bodyLimit: BULK_BODY_LIMIT_BYTES,
    onRequest: async (request) => {
      refuseBadHost(request);
      const { headers, ip: address, id } = request;
      const context = await faces.identify(keyOrCookieOf({ headers, address }, faces), id);
      request.postrider = context;
      const subject = subjectOf(context);
      if (subject === null) await admitStranger(context, request);
      else if (!isShort(request)) await faces.refusedDocuments.admit(subject, null);
    },
    preHandler: async (request) => {
      const subject = request.postrider && subjectOf(request.postrider);
      if (subject) await faces.refusedDocuments.admit(subject, documentOf(request));
    },
    onSend: (request, reply, payload) => countDocument(faces, request, reply, payload),
    handler: fastifyApolloHandler<RequestContext>(faces.graphql, {
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
