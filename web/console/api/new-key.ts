/**
 * A key under which the server does a thing once. Browsers offer `randomUUID` only to pages with TLS, which a console
 * on a LAN may not have.
 */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
