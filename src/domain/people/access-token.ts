import type { SecretKeys } from '../secret-keys.js';
import { SCOPES, type Scope } from '../vocabulary.js';
import { readPayload, signPayload } from './tokens.js';

/**
 * What an access token says. It is signed and not stored: at each use the process looks its key up by id, and takes the
 * mode and all restrictions from there.
 */
export interface AccessToken {
  readonly organisationId: string;
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  /** Null: the phones of the key. */
  readonly sessionIds: readonly string[] | null;
  readonly expiresAt: string;
}

/**
 * A token lasts ten minutes. A key or a webhook that a page created with it would give access until a member removed
 * it.
 */
export const WITHHELD_SCOPES: readonly Scope[] = ['keys:manage', 'webhooks:manage'];

export const TOKEN_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !WITHHELD_SCOPES.includes(scope));

/** Secret scanners recognise it. No API key begins like this. */
const PREFIX = 'pr_at_';

export function signAccessToken(secretKey: string, token: AccessToken): string {
  return PREFIX + signPayload(secretKey, 'access token', token);
}

/** Returns null if the text was not signed with one of these secret keys. The token may have expired. */
export function readAccessToken(secretKeys: SecretKeys, text: string): AccessToken | null {
  return text.startsWith(PREFIX) ? readPayload(secretKeys, 'access token', text.slice(PREFIX.length)) : null;
}

interface Rights {
  readonly scopes: readonly Scope[];
  readonly sessionIds: readonly string[] | null;
}

/** What a token may do: never more than its key may at the moment. */
export function rightsOf(token: AccessToken, key: Rights): Rights {
  return {
    // Checked again: a process of an earlier version may have signed it.
    scopes: key.scopes.filter((scope) => token.scopes.includes(scope) && TOKEN_SCOPES.includes(scope)),
    sessionIds: key.sessionIds?.filter((id) => token.sessionIds?.includes(id) ?? true) ?? token.sessionIds,
  };
}
