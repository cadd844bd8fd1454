import { createHmac, randomBytes, randomInt } from 'node:crypto';

/** What is sent out once and comes back once: of each only a keyed hash is stored. */
export type TokenPurpose = 'session' | 'challenge' | 'invitation' | 'set-up' | 'code';

const TOKEN_BYTES = 32;
const CODE_DIGITS = 6;

export function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

export function makeCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

/** Of a purpose, so that a token for one cannot be used for another. */
export function hashToken(secretKey: string, purpose: TokenPurpose, token: string): Buffer {
  return createHmac('sha256', secretKey).update(`${purpose}\0${token}`).digest();
}

/** Codes are short: bound to their challenge, equal ones of different people have different hashes. */
export function hashCode(secretKey: string, challengeHash: Buffer, code: string): Buffer {
  return hashToken(secretKey, 'code', `${challengeHash.toString('base64url')}\0${code}`);
}

/** Whoever has it may set the installation up; the same on every process, and of no use once somebody has. */
export function setUpToken(secretKey: string): string {
  return hashToken(secretKey, 'set-up', '').toString('base64url');
}
