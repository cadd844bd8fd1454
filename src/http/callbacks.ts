import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '../api/error-map.js';
import type { CallbackRequest, GatewayInbox, ParsedCallback } from '../domain/sms/gateway.js';
import { createKeyedLogThrottle } from '../lib/async/log-throttle.js';
import type { Logger } from '../lib/log/logger.js';
import type { Api } from './api.js';
import { HttpRefusal, NOTHING_HERE } from './responses/failures.js';

const BODY_LIMIT_BYTES = 1024 * 1024;

const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;[^,]*)?$/;

type Answer = NonNullable<ParsedCallback['answer']>;

/** The log has one line per gateway in this time, however many forged callbacks arrive. */
const REFUSAL_LOGGED_EVERY_MS = 60_000;

/** Serves callbacks of gateways and chat engines. Only the adapter can tell whether a callback is authentic. */
export function mountCallbacks(app: FastifyInstance, api: Api, logger: Logger): void {
  const throttled = createKeyedLogThrottle(REFUSAL_LOGGED_EVERY_MS);
  const refuse = (name: string): never => {
    throttled(name, () =>
      logger.warn({ callback: name }, 'a callback was refused: it is not authentic or cannot be parsed'),
    );
    throw new HttpRefusal(failure('unauthenticated', 'Not accepted.'));
  };
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // Fastify reads no body without a valid type, and a report must not be lost because of its type.
    scope.addHook('onRequest', async ({ headers }) => {
      if (!MEDIA_TYPE.test(headers['content-type'] ?? '')) headers['content-type'] = 'application/octet-stream';
    });
    // The exact bytes whatever their type, because signatures are computed over them.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const url of ['/callbacks/:gateway', '/callbacks/:gateway/*']) {
      scope.route({
        method: ['GET', 'POST'],
        url,
        bodyLimit: BODY_LIMIT_BYTES,
        exposeHeadRoute: false,
        handler: (request, reply) => receive(api, refuse, request, reply),
      });
    }
    done();
  });
}

async function receive(
  api: Api,
  refuse: (name: string) => never,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { gateway: name = '', '*': path = '' } = request.params as Record<string, string>;
  const answer = await takeCallback(api, name, callbackOf(request, path));
  const { status = 200, body = '', contentType = 'text/plain' } = answer ?? refuse(name);
  return reply.code(status).type(contentType).send(body);
}

/** Returns after the reports are stored. Null if the callback is not authentic, or the adapter cannot parse it. */
async function takeCallback(api: Api, name: string, callback: CallbackRequest): Promise<Partial<Answer> | null> {
  const gateway = api.gateway(name);
  if (gateway?.parseReport) {
    const parsed = gateway.parseReport(callback);
    if (parsed) await store(api.gatewayInbox, name, parsed);
    return parsed && (parsed.answer ?? {});
  }
  const engine = api.engine(name);
  if (!engine?.parseCallback) throw new HttpRefusal(NOTHING_HERE);
  const parsed = engine.parseCallback(callback);
  if (parsed && parsed.reports.length > 0) await api.engineReports.accept(name, parsed.reports);
  return parsed && (parsed.answer ?? {});
}

async function store(
  inbox: GatewayInbox,
  gateway: string,
  { reports, optOuts = [], messages = [] }: ParsedCallback,
): Promise<void> {
  if (reports.length > 0) await inbox.acceptReports(gateway, reports);
  if (optOuts.length > 0) await inbox.acceptOptOuts(gateway, optOuts);
  if (messages.length > 0) await inbox.acceptMessages(gateway, messages);
}

function callbackOf({ method, ip, query, headers, body }: FastifyRequest, path: string): CallbackRequest {
  return {
    method,
    remoteAddress: ip,
    path,
    query: firstValues(query as Record<string, string | string[]>),
    headers: firstValues(headers),
    rawBody: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  };
}

function firstValues(values: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const entries = Object.entries(values).map(([name, value]) => [name, [value].flat()[0] ?? ''] as const);
  return Object.fromEntries(entries);
}
