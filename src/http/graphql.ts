import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance } from 'fastify';
import type { RequestContext } from '../api/request-context.js';
import { BULK_BODY_LIMIT_BYTES, type Faces } from './faces.js';

/** Limits and scopes are the business of each root field here, since one document may have several. */
export function mountGraphql(app: FastifyInstance, faces: Faces): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    bodyLimit: BULK_BODY_LIMIT_BYTES,
    onRequest: async (request) => {
      request.postrider = await faces.identify(request);
    },
    handler: fastifyApolloHandler<RequestContext>(faces.graphql, {
      context: async (request) => request.postrider as RequestContext,
    }),
  });
}
