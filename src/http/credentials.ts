import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Credentials } from '../api/guard/authenticate.js';
import { LIMITS } from '../domain/limits.js';

/** The pages that may use the session cookie. */
interface Own {
  readonly publicUrl: string;
  readonly trustsHost: boolean;
}

interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
}

/** Reads the credentials of calls that take an API key only, such as REST. */
export function keyOf({ headers, address }: Call): Credentials {
  const { authorization, 'x-organisation-id': organisationId, 'user-agent': userAgent } = headers;
  return { authorization, 'x-organisation-id': organisationId, address, userAgent };
}

/**
 * Reads an API key or the session cookie. Browsers send the cookie with any request, so it counts only if a page of
 * this server makes the request.
 */
export function keyOrCookieOf(call: Call, own: Own): Credentials {
  const sessionToken = isFromOwnPage(call.headers, own) ? readSessionToken(call.headers, own.publicUrl) : undefined;
  return { ...keyOf(call), sessionToken };
}

/** `sec-fetch-site` of requests that no page makes: programs, and URLs that a person typed. */
const BY_NO_PAGE: readonly unknown[] = [undefined, 'none'];

/** Programs send no Origin. Neither does an image on a foreign page, but browsers mark its site. */
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

const MAX_AGE_SECONDS = LIMITS.personSessionDays * 24 * 3600;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The prefix makes browsers refuse a cookie of this name that was set without TLS, or by another host. */
function nameOf(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-postrider_session' : 'postrider_session';
}

function readSessionToken({ cookie = '' }: IncomingHttpHeaders, publicUrl: string): string | undefined {
  const name = nameOf(publicUrl);
  for (const pair of cookie.split(';')) {
    const [key, value = ''] = pair.trim().split('=');
    if (key === name && TOKEN.test(value)) return value;
  }
  return undefined;
}

/** Makes a cookie that scripts cannot read and foreign pages cannot send. Null deletes it. */
export function sessionCookie(token: string | null, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const maxAge = token === null ? 0 : MAX_AGE_SECONDS;
  return `${nameOf(publicUrl)}=${token ?? ''}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/**
 * Returns the address of the client; behind proxies, from the header that they extend, the nearest last. Fastify does
 * the same for requests.
 */
export function clientAddress({ socket, headers }: IncomingMessage, trustProxy: boolean | number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const named = forwarded.map((address) => address.trim()).filter(Boolean);
  const addresses = [socket.remoteAddress ?? '', ...named.reverse()];
  const believed = typeof trustProxy === 'number' ? trustProxy : trustProxy ? addresses.length : 0;
  return addresses[Math.min(believed, addresses.length - 1)] ?? '';
}
