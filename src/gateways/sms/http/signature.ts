import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../wire/same-secret.js';

/**
 * Every request of this contract, ours and the gateway's, carries the time in seconds and
 * `v1=` + hex HMAC-SHA256 of `<timestamp>.<body>` under the shared secret; the body is the bytes on the wire.
 */

export const TIMESTAMP_HEADER = 'x-postrider-timestamp';
export const SIGNATURE_HEADER = 'x-postrider-signature';

/** Bounds how long a recorded request stays useful; wide enough for clocks that are not synchronised well. */
const TOLERANCE_SECONDS = 300;

export function signedHeaders(secret: string, body: string, nowMs = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  return { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: sign(secret, timestamp, body) };
}

export function isAuthentic(
  secret: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  nowMs = Date.now(),
): boolean {
  const timestamp = headers[TIMESTAMP_HEADER] ?? '';
  const matches = isSameSecret(headers[SIGNATURE_HEADER] ?? '', sign(secret, timestamp, body));
  const isRecent = /^\d{1,12}$/.test(timestamp) && Math.abs(nowMs / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS;
  return matches && isRecent;
}

function sign(secret: string, timestamp: string, body: string | Buffer): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}
