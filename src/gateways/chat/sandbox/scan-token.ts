import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../wire/callbacks.js';

/**
 * The secret part of the address that a QR code of the sandbox holds: the session, the second at which the code ends,
 * and an HMAC over both, so that any process can check what any other has issued.
 */

/** A code is good for one to two of these; all codes issued within one are the same. */
const STEP_SECONDS = 30;

const TOKEN = /^([\w-]{1,64})\.(\d{1,12})\.([\w-]{43})$/;

export interface ScanToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** `scope` keeps the tokens of one engine, and other uses of the same key, apart. */
export function issueScanToken(secretKey: string, scope: string, sessionId: string, nowMs = Date.now()): ScanToken {
  const endSeconds = (Math.floor(nowMs / 1000 / STEP_SECONDS) + 2) * STEP_SECONDS;
  const token = `${sessionId}.${endSeconds}.${sign(secretKey, scope, sessionId, String(endSeconds))}`;
  return { token, expiresAt: new Date(endSeconds * 1000) };
}

/** The session that the token names, or null when we did not issue it or it has ended. */
export function readScanToken(secretKey: string, scope: string, token: string, nowMs = Date.now()): string | null {
  const [, sessionId = '', endSeconds = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (!isSameSecret(signature, sign(secretKey, scope, sessionId, endSeconds))) return null;
  return nowMs < Number(endSeconds) * 1000 ? sessionId : null;
}

function sign(secretKey: string, scope: string, sessionId: string, endSeconds: string): string {
  return createHmac('sha256', secretKey).update(`scan ${scope} ${sessionId} ${endSeconds}`).digest('base64url');
}
