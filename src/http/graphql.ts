import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestContext } from '../api/request-context.js';
import { BULK_BODY_LIMIT_BYTES, type Faces } from './faces.js';
import { HttpRefusal, refusal } from './failures.js';

/** Limits and scopes are the business of each root field here, since one document may have several. */
export function mountGraphql(app: FastifyInstance, faces: Faces): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    bodyLimit: BULK_BODY_LIMIT_BYTES,
    onRequest: async (request) => {
      refuseBadHost(request);
      request.postrider = await faces.identify(request);
    },
    handler: fastifyApolloHandler<RequestContext>(faces.graphql, {
      context: async (request) => request.postrider as RequestContext,
    }),
  });
}

/** Apollo's integration makes a URL of the host, and one that fits none would become a fault of ours. */
function refuseBadHost({ protocol, hostname }: FastifyRequest): void {
  if (URL.canParse(`${protocol}://${hostname}/`)) return;
  throw new HttpRefusal(refusal(400, 'bad_request', 'The Host header is missing or not valid.'));
}
