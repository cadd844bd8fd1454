import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { isSameSecret, type SecretKeys } from '../secret-keys.js';

/** Kinds of secrets. Only a keyed hash of each is stored; those of the last four are signatures. */
export type TokenPurpose =
  | 'session'
  | 'challenge'
  | 'invitation'
  | 'set-up'
  | 'code'
  | 'access token'
  | 'preview'
  | 'export link'
  | 'device mark';

const TOKEN_BYTES = 32;
const CODE_DIGITS = 6;

export function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

export function makeCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

/** Includes the purpose, so that a token of one purpose is invalid for another. */
export function hashToken(secretKey: string, purpose: TokenPurpose, token: string): Buffer {
  return createHmac('sha256', secretKey).update(`${purpose}\0${token}`).digest();
}

/** Includes the challenge, so that equal codes of different people have different hashes. */
export function hashCode(secretKey: string, challengeHash: Buffer, code: string): Buffer {
  return hashToken(secretKey, 'code', `${challengeHash.toString('base64url')}\0${code}`);
}

/** The token of the set-up link. Every process derives the same one. It is invalid as soon as an account exists. */
export function setUpToken(secretKey: string): string {
  return hashToken(secretKey, 'set-up', '').toString('base64url');
}

const SIGNED = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;
/** Whose payload it is. Another's is like a forged one. */
type Holder = readonly (string | null)[];

/**
 * A payload with its signature, in characters that need no escape in a header or a URL. A holder can read the payload.
 * The signature covers the holder as well.
 */
export function signPayload(secretKey: string, purpose: TokenPurpose, payload: object, holder: Holder = []): string {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${text}.${signatureOf(secretKey, purpose, [...holder, text])}`;
}

/** Returns null if the text was not signed with one of these secret keys for this purpose and holder. */
export function readPayload<Payload>(
  secretKeys: SecretKeys,
  purpose: TokenPurpose,
  signed: string,
  holder: Holder = [],
): Payload | null {
  const [, text = '', signature = ''] = SIGNED.exec(signed) ?? [];
  const isSigned = secretKeys.some((key) => isSameSecret(signature, signatureOf(key, purpose, [...holder, text])));
  if (text === '' || !isSigned) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Payload;
}

function signatureOf(secretKey: string, purpose: TokenPurpose, signed: Holder): string {
  return hashToken(secretKey, purpose, signed.join('\0')).toString('base64url');
}

/** When a payload expires that is valid for so long, but not beyond `end`. */
export function expiryIn(ms: number, end: string | null = null): string {
  const latest = end === null ? Number.POSITIVE_INFINITY : Date.parse(end);
  return new Date(Math.min(Date.now() + ms, latest)).toISOString();
}

/** Whether the time in a payload has passed. */
export function hasExpired({ expiresAt }: { readonly expiresAt: string }): boolean {
  return Date.parse(expiresAt) <= Date.now();
}
