import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * SECRET_KEY, then PREVIOUS_SECRET_KEY if it is set. The first one makes every new hash, signature and sealed value;
 * what exists may have been made with either.
 */
export type SecretKeys = readonly [current: string, ...previous: string[]];

const ID_LENGTH = 8;

/** Tells keys apart, and does not reveal them. */
export function secretKeyId(secretKey: string): string {
  return createHmac('sha256', secretKey).update('id of the secret key').digest('base64url').slice(0, ID_LENGTH);
}

/** The first result that is not null. */
export async function findUnderEach<T>(
  secretKeys: SecretKeys,
  find: (secretKey: string) => Promise<T | null>,
): Promise<T | null> {
  for (const secretKey of secretKeys) {
    const found = await find(secretKey);
    if (found !== null) return found;
  }
  return null;
}

/** Identifies a phone number without storing it. Keyed, because a plain hash of every phone number can be computed. */
export function hashMobile(secretKey: string, mobile: string): Buffer {
  return createHmac('sha256', secretKey).update(`mobile ${mobile}`).digest();
}

/** Tells the participants of one group message apart without storing their phone numbers. Keyed for the same reason. */
export function hashParticipant(secretKey: string, messageId: string, participant: string): Buffer {
  return createHmac('sha256', secretKey).update(`participant ${messageId} ${participant}`).digest();
}

/** Compares tokens and signatures in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
