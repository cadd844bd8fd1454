import type { SecretKeys } from '../secret-keys.js';
import { hashToken, isEqual, type TokenPurpose } from './tokens.js';

const SIGNED = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

/**
 * A payload with its signature, in characters that need no escape in a header or a URL. A holder can read the payload.
 */
export function signPayload(secretKey: string, purpose: TokenPurpose, payload: object): string {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${text}.${signatureOf(secretKey, purpose, text)}`;
}

/** Returns null if the text was not signed with one of these secret keys for this purpose. */
export function readPayload<Payload>(secretKeys: SecretKeys, purpose: TokenPurpose, signed: string): Payload | null {
  const [, text = '', signature = ''] = SIGNED.exec(signed) ?? [];
  const isSigned = secretKeys.some((secretKey) => isEqual(signature, signatureOf(secretKey, purpose, text)));
  if (text === '' || !isSigned) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Payload;
}

function signatureOf(secretKey: string, purpose: TokenPurpose, text: string): string {
  return hashToken(secretKey, purpose, text).toString('base64url');
}

/** Whether the time in a payload has passed. */
export function hasExpired({ expiresAt }: { readonly expiresAt: string }): boolean {
  return Date.parse(expiresAt) <= Date.now();
}
