import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Caller } from '../context.js';
import { type FieldError, fieldError, PostriderError } from '../errors.js';
import { type ApiKeyState, KEY_MODES, type KeyMode } from '../vocabulary.js';

/**
 * `pr_live_` or `pr_test_`, 32 random characters, 6 characters of checksum. Secret scanners recognise the prefix, and
 * the checksum rejects mistyped keys without a query.
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

/** Checks the format and the checksum. */
export function isApiKey(text: string): boolean {
  return KEY.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/**
 * Only this hash of a key is stored. Keys are random, so a slow password hash would add no security and slow down every
 * request.
 */
export function hashApiKey(secretKey: string, key: string): Buffer {
  return createHmac('sha256', secretKey).update(key).digest();
}

/** The prefix and the last characters, by which people recognise a key in a list. */
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

/** Limits of a key in addition to its scopes. Null: not limited. */
export interface KeyRestrictions {
  readonly sessionIds: readonly string[] | null;
  readonly senderIds: readonly string[] | null;
  /** IP addresses and networks from which the key may be used. */
  readonly addresses: readonly string[] | null;
}

export function isRestricted({ sessionIds, senderIds, addresses }: KeyRestrictions): boolean {
  return sessionIds !== null || senderIds !== null || addresses !== null;
}

export function mayUsePhone({ sessionIds }: Pick<Caller, 'sessionIds'>, sessionId: string): boolean {
  return sessionIds === null || sessionIds.includes(sessionId);
}

export function mayUseSender({ senderIds }: Pick<Caller, 'senderIds'>, senderId: string | null | undefined): boolean {
  return senderIds === null || (senderId != null && senderIds.includes(senderId));
}

/**
 * Validates the sender of an SMS. The error does not list the key's sender IDs: only callers who may list keys see
 * them.
 */
export function validateOwnSender(
  caller: Pick<Caller, 'senderIds'>,
  senderId: string | null | undefined,
): FieldError[] {
  if (mayUseSender(caller, senderId)) return [];
  const message =
    senderId == null
      ? 'The API key is restricted to sender IDs: give one of them.'
      : 'The API key may not send as this sender.';
  return [fieldError('senderId', senderId == null ? 'required' : 'invalid', message)];
}

/**
 * Test keys may only change what is in the sandbox, and restricted keys what was sent as one of their sender IDs.
 * Callers look the row up first: `not_found` takes precedence.
 */
export function requireControl(
  caller: Pick<Caller, 'mode' | 'senderIds'>,
  sent: { readonly test: boolean; readonly sender_id: string | null },
): void {
  if (caller.mode === 'test' && !sent.test) throw new PostriderError('live_for_test_key');
  if (!mayUseSender(caller, sent.sender_id)) {
    throw new PostriderError('not_allowed_for_key', 'The API key may not change what was sent as another sender.');
  }
}
