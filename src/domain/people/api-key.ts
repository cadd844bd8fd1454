import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Caller } from '../context.js';
import { type FieldError, fieldError } from '../errors.js';
import { type ApiKeyState, KEY_MODES, type KeyMode } from '../vocabulary.js';

/**
 * `pr_live_` or `pr_test_`, 32 random characters, 6 characters of checksum. Scanners recognise the prefix, and the
 * checksum tells a mistyped key from an unknown one without asking the database.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const HINT_LENGTH = 4;
const KEY = new RegExp(`^pr_(${KEY_MODES.join('|')})_[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

export function makeApiKey(mode: KeyMode): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const body = `pr_${mode}_${random}`;
  return body + checksum(body);
}

/** Whether a text could be a key at all. */
export function isApiKey(text: string): boolean {
  return KEY.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** All that is stored of a key. Keys are random, so a slow hash would only slow down every request. */
export function hashApiKey(secretKey: string, key: string): Buffer {
  return createHmac('sha256', secretKey).update(key).digest();
}

/** Enough to recognise a key in a list. */
export function apiKeyHint(key: string): string {
  return `${key.slice(0, key.lastIndexOf('_') + 1)}…${key.slice(-HINT_LENGTH)}`;
}

export interface KeyTimes {
  readonly revokedAt: string | null;
  readonly expiresAt: string | null;
}

export function apiKeyState({ revokedAt, expiresAt }: KeyTimes, now: Date): ApiKeyState {
  if (revokedAt) return 'revoked';
  return expiresAt && new Date(expiresAt) <= now ? 'expired' : 'active';
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

/** What a key is limited to besides its scopes. Null: not limited in this. */
export interface KeyRestrictions {
  readonly sessionIds: readonly string[] | null;
  readonly senderIds: readonly string[] | null;
  /** Single addresses and networks that it may be used from. */
  readonly addresses: readonly string[] | null;
}

export function isRestricted({ sessionIds, senderIds, addresses }: KeyRestrictions): boolean {
  return sessionIds !== null || senderIds !== null || addresses !== null;
}

export function mayUsePhone({ sessionIds }: Pick<Caller, 'sessionIds'>, sessionId: string): boolean {
  return sessionIds === null || sessionIds.includes(sessionId);
}

/** Complaints about the sender of an SMS. Which ones the key has is told by the list of keys, to those who may see it. */
export function validateOwnSender(
  { senderIds }: Pick<Caller, 'senderIds'>,
  senderId: string | null | undefined,
): FieldError[] {
  if (senderIds === null || (senderId != null && senderIds.includes(senderId))) return [];
  const message =
    senderId == null
      ? 'The API key is restricted to sender IDs: give one of them.'
      : 'The API key may not send as this sender.';
  return [fieldError('senderId', senderId == null ? 'required' : 'invalid', message)];
}
