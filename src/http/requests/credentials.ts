import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Credentials } from '../../api/guard/authenticate.js';
import type { SessionChange } from '../../api/guard/request-context.js';
import { LIMITS } from '../../domain/limits.js';

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
 * Reads an API key or the cookies. Browsers send cookies with any request, so they count only if a page of this server
 * makes the request.
 */
export function keyOrCookieOf(call: Call, own: Own): Credentials {
  if (!isFromOwnPage(call.headers, own)) return keyOf(call);
  const read = (cookie: Cookie) => readCookie(call.headers, cookie, own.publicUrl);
  return { ...keyOf(call), sessionToken: read(SESSION), mark: read(DEVICE) };
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

interface Cookie {
  readonly name: string;
  readonly value: RegExp;
  readonly days: number;
}

const SESSION: Cookie = { name: 'session', value: /^[\w-]{43}$/, days: LIMITS.personSessionDays };
const DEVICE: Cookie = { name: 'device', value: /^[\w-]+\.[\w-]+$/, days: LIMITS.deviceMarkDays };

/** The prefix makes browsers refuse a cookie of this name that was set without TLS, or by another host. */
function nameOf({ name }: Cookie, publicUrl: string): string {
  return `${publicUrl.startsWith('https:') ? '__Host-' : ''}postrider_${name}`;
}

function readCookie({ cookie = '' }: IncomingHttpHeaders, wanted: Cookie, publicUrl: string): string | undefined {
  const name = nameOf(wanted, publicUrl);
  for (const pair of cookie.split(';')) {
    const [key, value = ''] = pair.trim().split('=');
    if (key === name && wanted.value.test(value)) return value;
  }
  return undefined;
}

/** The cookies that a response sets. */
export function cookiesOf({ newToken, newMark }: SessionChange, publicUrl: string): string[] {
  return [setCookie(SESSION, newToken, publicUrl), setCookie(DEVICE, newMark, publicUrl)].flat();
}

/** Makes a cookie that scripts cannot read and foreign pages cannot send. Null deletes it. */
function setCookie(cookie: Cookie, value: string | null | undefined, publicUrl: string): string[] {
  if (value === undefined) return [];
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const maxAge = value === null ? 0 : cookie.days * 24 * 3600;
  return [`${nameOf(cookie, publicUrl)}=${value ?? ''}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`];
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
