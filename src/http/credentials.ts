import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Credentials } from '../api/guard/authenticate.js';
import { LIMITS } from '../domain/limits.js';

/** Which pages count as our own. */
interface Own {
  readonly publicUrl: string;
  readonly trustsHost: boolean;
}

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

const MAX_AGE_SECONDS = LIMITS.personSessionDays * 24 * 3600;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The prefix makes browsers refuse a cookie of this name that came without TLS, or from another host. */
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

/** Scripts cannot read it, and pages elsewhere cannot have it sent. Null: forget it. */
export function sessionCookie(token: string | null, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const maxAge = token === null ? 0 : MAX_AGE_SECONDS;
  return `${nameOf(publicUrl)}=${token ?? ''}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** Where a call comes from; with proxies in front, from what they have added, the nearest last. As Fastify reads it. */
export function clientAddress({ socket, headers }: IncomingMessage, trustProxy: boolean | number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const named = forwarded.map((address) => address.trim()).filter(Boolean);
  const addresses = [socket.remoteAddress ?? '', ...named.reverse()];
  const believed = typeof trustProxy === 'number' ? trustProxy : trustProxy ? addresses.length : 0;
  return addresses[Math.min(believed, addresses.length - 1)] ?? '';
}
