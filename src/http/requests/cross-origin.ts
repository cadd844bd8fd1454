import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { HEADERS } from '../../api/rest/openapi-responses.js';
import type { Api } from '../api.js';

type Headers = Readonly<Record<string, string>>;

/**
 * What pages of other origins may do: call with a key. No response allows credentials, so that browsers send no cookie
 * along.
 */
export interface CrossOrigin {
  /** The CORS headers of every response to this call, whether it is a preflight, a success or an error. */
  headersFor(call: Pick<IncomingMessage, 'headers'> & { readonly method: string; readonly url: string }): Headers;
  /** Browsers send no preflight for a WebSocket. Programs send no Origin and are admitted. */
  admitsWebSocket(headers: IncomingHttpHeaders): boolean;
}

const SHARED = /^\/(?:v1\/.*|(?:graphql(?:\/stream)?|openapi\.json|schema\.graphql)\/?)$/;
/** Chromium caches a preflight for no longer. */
const MAX_AGE_SECONDS = 7_200;

const PREFLIGHT: Headers = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  // The asterisk admits headers that clients add, such as trace ids. It never includes Authorization.
  'access-control-allow-headers': 'Authorization, X-Organisation-Id, Content-Type, Idempotency-Key, X-Request-Id, *',
  'access-control-max-age': String(MAX_AGE_SECONDS),
};
const ANSWER: Headers = {
  'access-control-expose-headers': [...Object.keys(HEADERS), 'Allow', 'Content-Disposition', 'WWW-Authenticate'].join(
    ', ',
  ),
};

export function createCrossOrigin({
  allowedOrigins,
  publicUrl,
}: Pick<Api, 'allowedOrigins' | 'publicUrl'>): CrossOrigin {
  const allowed = new Set(allowedOrigins);
  const own = URL.parse(publicUrl)?.origin;
  return {
    headersFor({ method, url, headers: { origin } }) {
      if (allowed.size === 0 || !SHARED.test(url.split('?', 1)[0] as string)) return {};
      if (origin === undefined || !allowed.has(origin)) return { vary: 'Origin' };
      const more = method === 'OPTIONS' ? PREFLIGHT : ANSWER;
      return { vary: 'Origin', 'access-control-allow-origin': origin, ...more };
    },
    admitsWebSocket({ origin, host }) {
      if (origin === undefined || origin === own || allowed.has(origin)) return true;
      return host !== undefined && URL.parse(origin)?.host === host;
    },
  };
}
