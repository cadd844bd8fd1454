import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../domain/secret-keys.js';

/**
 * The secret part of the URL in a QR code of the sandbox: the session, the second at which the code expires, and an
 * HMAC of both, so that each process can verify the tokens of all others.
 */

/** A code is valid for one to two steps; all codes of one step are equal. */
const STEP_SECONDS = 30;

const TOKEN = /^([\w-]{1,64})\.(\d{1,12})\.([\w-]{43})$/;

export interface ScanToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** `scope` separates the tokens of each engine from other uses of the key. */
export function issueScanToken(secretKey: string, scope: string, sessionId: string, nowMs = Date.now()): ScanToken {
  const endSeconds = (Math.floor(nowMs / 1000 / STEP_SECONDS) + 2) * STEP_SECONDS;
  const token = `${sessionId}.${endSeconds}.${sign(secretKey, scope, sessionId, String(endSeconds))}`;
  return { token, expiresAt: new Date(endSeconds * 1000) };
}

/** The session of the token; null if the token is forged or has expired. */
export function readScanToken(secretKey: string, scope: string, token: string, nowMs = Date.now()): string | null {
  const [, sessionId = '', endSeconds = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (!isSameSecret(signature, sign(secretKey, scope, sessionId, endSeconds))) return null;
  return nowMs < Number(endSeconds) * 1000 ? sessionId : null;
}

function sign(secretKey: string, scope: string, sessionId: string, endSeconds: string): string {
  return createHmac('sha256', secretKey).update(`scan ${scope} ${sessionId} ${endSeconds}`).digest('base64url');
}
