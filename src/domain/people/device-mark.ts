import { newId } from '../../lib/ids.js';
import { LIMITS } from '../limits.js';
import type { SecretKeys } from '../secret-keys.js';
import { expiryIn, hasExpired, readPayload, signPayload } from './tokens.js';

/**
 * Proves that this person has signed in with this browser. The server signs it and stores nothing; a cookie keeps it.
 * It does not replace the password: its holder only has a rate limit that strangers cannot use up.
 */
export interface DeviceMark {
  readonly id: string;
  readonly personId: string;
  /** Of the person, at the sign-in: a new password and signing out everywhere invalidate the mark. */
  readonly revocations: number;
  readonly expiresAt: string;
}

export function makeDeviceMark(secretKey: string, holder: Pick<DeviceMark, 'personId' | 'revocations'>): string {
  const expiresAt = expiryIn(LIMITS.deviceMarkDays * 86_400_000);
  return signPayload(secretKey, 'device mark', { id: newId(), ...holder, expiresAt });
}

/** Returns null if the text was not signed with one of these secret keys, or has expired. */
export function readDeviceMark(secretKeys: SecretKeys, text: string): DeviceMark | null {
  const mark = readPayload<DeviceMark>(secretKeys, 'device mark', text);
  return mark && !hasExpired(mark) ? mark : null;
}
