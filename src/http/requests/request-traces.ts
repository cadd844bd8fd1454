import type { FastifyInstance } from 'fastify';
import { beginSpan, callerOf, inRequest, type OpenSpan } from '../../lib/trace/tracing.js';

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | null;
  }
}

const CHECKS: ReadonlySet<string | undefined> = new Set(['/livez', '/readyz', '/metrics']);

/**
 * Gives each request a span, if tracing is on, and its id to all that the process logs for it. Call it before other
 * hooks.
 */
export function followRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route } = request.routeOptions;
    if (!CHECKS.has(route)) {
      request.span = beginSpan({
        name: route === undefined ? request.method : `${request.method} ${route}`,
        kind: 'server',
        attributes: {
          'http.request.method': request.method,
          'http.route': route ?? 'none',
          'postrider.request_id': request.id,
        },
        parent: callerOf(request.headers.traceparent?.toString()),
      });
    }
    inRequest(request.id, request.span, done);
  });
  // The body arrives in the context of its connection, which other requests have used.
  app.addHook('preValidation', (request, _reply, done) => inRequest(request.id, request.span, done));
  app.addHook('onResponse', async ({ span }, { statusCode }) => {
    span?.set({ 'http.response.status_code': statusCode });
    if (statusCode >= 500) span?.fail(String(statusCode));
    span?.end();
  });
}
