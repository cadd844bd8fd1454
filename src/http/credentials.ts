import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from '../api/authenticate.js';
import { readSessionToken } from './session-cookie.js';

interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
}

/** By API key alone: what REST takes. */
export function keyOf({ headers, address }: Call): Credentials {
  return { authorization: headers.authorization, 'x-organisation-id': headers['x-organisation-id'], address };
}

/** Or by the cookie of a page: browsers send it along with whatever asks, so the one who asks must be a page of ours. */
export function keyOrCookieOf(call: Call, publicUrl: string): Credentials {
  const sessionToken = isFromOwnPage(call.headers, publicUrl) ? readSessionToken(call.headers, publicUrl) : undefined;
  return { ...keyOf(call), sessionToken };
}

/** What is no page names no origin. */
function isFromOwnPage({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (site === 'cross-site') return false;
  if (origin === undefined) return true;
  const from = URL.parse(origin);
  if (from === null) return false;
  const { origin: own, protocol } = new URL(publicUrl);
  return from.origin === own || (from.host === host && from.protocol === protocol);
}
