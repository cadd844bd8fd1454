import { SCOPES, type Scope } from '../vocabulary.js';
import { hashToken, isEqual } from './tokens.js';

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
 * What is made with these gives access for longer than a token lasts: a key calls, and an endpoint gets every event, until someone
 * finds and removes it. Whoever may load a page for ten minutes must not keep either.
 */
export const WITHHELD_SCOPES: readonly Scope[] = ['keys:manage', 'webhooks:manage'];

export const TOKEN_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !WITHHELD_SCOPES.includes(scope));

/** Secret scanners recognise it. No API key begins like this. */
const PREFIX = 'pr_at_';
const TOKEN = new RegExp(`^${PREFIX}([A-Za-z0-9_-]+)\\.([A-Za-z0-9_-]+)$`);

export function signAccessToken(secretKey: string, token: AccessToken): string {
  const payload = Buffer.from(JSON.stringify(token)).toString('base64url');
  return `${PREFIX}${payload}.${signatureOf(secretKey, payload)}`;
}

/** Returns null if the text was not signed with this secret key. The token may have expired. */
export function readAccessToken(secretKey: string, text: string): AccessToken | null {
  const parts = TOKEN.exec(text);
  if (!parts) return null;
  const [, payload = '', signature = ''] = parts;
  if (!isEqual(signature, signatureOf(secretKey, payload))) return null;
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as AccessToken;
}

export function hasExpired({ expiresAt }: AccessToken): boolean {
  return Date.parse(expiresAt) <= Date.now();
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

function signatureOf(secretKey: string, payload: string): string {
  return hashToken(secretKey, 'access token', payload).toString('base64url');
}
