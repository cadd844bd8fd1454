import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from '../api/guard/authenticate.js';
import type { Faces } from './faces.js';
import { readSessionToken } from './session-cookie.js';

type Own = Pick<Faces, 'publicUrl' | 'trustsHost'>;

interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
}

/** By API key alone: what REST takes. */
export function keyOf({ headers, address }: Call): Credentials {
  return { authorization: headers.authorization, 'x-organisation-id': headers['x-organisation-id'], address };
}

/** Or by the cookie of a page: browsers send it along with whatever asks, so the one who asks must be a page of ours. */
export function keyOrCookieOf(call: Call, own: Own): Credentials {
  const sessionToken = isFromOwnPage(call.headers, own) ? readSessionToken(call.headers, own.publicUrl) : undefined;
  return { ...keyOf(call), sessionToken };
}

/** What no page has caused: a program, or a person who typed the address. */
const BY_NO_PAGE: readonly unknown[] = [undefined, 'none'];

/** What is no page names no origin; nor does a picture on a page elsewhere, but browsers tell where that is from. */
function isFromOwnPage(
  { origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders,
  { publicUrl, trustsHost }: Own,
): boolean {
  if (origin === undefined) return site === 'same-origin' || BY_NO_PAGE.includes(site);
  if (site === 'cross-site') return false;
  const from = URL.parse(origin);
  if (from === null) return false;
  const { origin: own, protocol } = new URL(publicUrl);
  return from.origin === own || (trustsHost && from.host === host && from.protocol === protocol);
}
