import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

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

/** Compares in constant time. */
export function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
