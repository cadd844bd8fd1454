import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret that is stored, or that a caller keeps for us. `purpose` names its owner and use, and is
 * authenticated: a value that is copied to another row cannot be decrypted there.
 */
export function seal(secretKey: string, purpose: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(secretKey), nonce).setAAD(Buffer.from(purpose));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** Throws if `sealed` was made with another key or purpose, or was changed. */
export function unseal(secretKey: string, purpose: string, sealed: Buffer): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, keyOf(secretKey), nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag);
  const decrypted = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  return decrypted.toString('utf8');
}

/** The same for a value that was made with one of these keys; null if it was not. */
export function unsealWithAny(secretKeys: readonly string[], purpose: string, sealed: Buffer): string | null {
  for (const secretKey of secretKeys) {
    try {
      return unseal(secretKey, purpose, sealed);
    } catch {
      // The authentication tag of another key does not fit.
    }
  }
  return null;
}

/** A derived key, because SECRET_KEY has other uses too. */
function keyOf(secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'postrider sealed columns', KEY_BYTES));
}
