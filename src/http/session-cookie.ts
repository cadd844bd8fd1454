import type { IncomingHttpHeaders } from 'node:http';
import { LIMITS } from '../domain/limits.js';

const MAX_AGE_SECONDS = LIMITS.personSessionDays * 24 * 3600;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The prefix makes browsers refuse a cookie of this name that came without TLS, or from another host. */
function nameOf(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-postrider_session' : 'postrider_session';
}

export function readSessionToken({ cookie = '' }: IncomingHttpHeaders, publicUrl: string): string | undefined {
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
