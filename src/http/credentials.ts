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
function isFromOwnPage({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return true;
  const from = URL.parse(origin);
  return from !== null && (from.origin === new URL(publicUrl).origin || from.host === host);
}
