import type { KeyRestrictions } from '../../domain/key-restrictions.js';
import type { KeyMode, Scope } from '../../domain/vocabulary.js';
import type { Tx } from '../transaction.js';

export interface ApiKeyRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: Scope[];
  readonly session_ids: string[] | null;
  readonly sender_ids: string[] | null;
  readonly addresses: string[] | null;
  /** Of its organisation. */
  readonly enforces_sender_ids: boolean;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

export async function findApiKeyByHash(tx: Tx, hash: Buffer): Promise<ApiKeyRow | null> {
  const [row] = await tx.sql<ApiKeyRow>(
    `SELECT k.id, k.organisation_id, k.name, k.mode, k.scopes, k.session_ids, k.sender_ids, k.addresses, k.expires_at,
       k.revoked_at, o.enforce_sender_ids AS enforces_sender_ids
     FROM api_keys k JOIN organisations o USING (organisation_id) WHERE k.hash = $1`,
    [hash],
  );
  return row ?? null;
}

export async function touchApiKey(tx: Tx, organisationId: string, id: string): Promise<void> {
  await tx.sql(
    `UPDATE api_keys SET last_used_at = now()
     WHERE organisation_id = $1 AND id = $2 AND coalesce(last_used_at < now() - interval '1 minute', true)`,
    [organisationId, id],
  );
}

export interface NewApiKey extends KeyRestrictions {
  readonly id: string;
  readonly name: string;
  readonly hash: Buffer;
  readonly hint: string;
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly replaces: string | null;
}

/** False: the organisation has as many keys in force as it may have. */
export async function insertApiKey(tx: Tx, organisationId: string, key: NewApiKey, keysMax: number): Promise<boolean> {
  const rows = await tx.sql(
    `INSERT INTO api_keys (organisation_id, id, name, hash, hint, mode, scopes, session_ids, sender_ids, addresses,
       expires_at, replaces)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
     WHERE (SELECT count(*) FROM api_keys WHERE organisation_id = $1 AND revoked_at IS NULL
            AND coalesce(expires_at > now(), true)) < $13
     RETURNING 1`,
    [
      organisationId,
      key.id,
      key.name,
      key.hash,
      key.hint,
      key.mode,
      key.scopes,
      key.sessionIds,
      key.senderIds,
      key.addresses,
      key.expiresAt,
      key.replaces,
      keysMax,
    ],
  );
  return rows.length > 0;
}

/** A key that ends before that stays as it is. */
export async function expireApiKey(tx: Tx, organisationId: string, id: string, afterHours: number): Promise<void> {
  await tx.sql(
    `UPDATE api_keys SET expires_at = least(expires_at, now() + make_interval(hours => $3))
     WHERE organisation_id = $1 AND id = $2`,
    [organisationId, id, afterHours],
  );
}

/** Whether a key that has not been revoked has taken the place of this one. */
export async function hasSuccessor(tx: Tx, organisationId: string, id: string): Promise<boolean> {
  const rows = await tx.sql(
    'SELECT 1 FROM api_keys WHERE organisation_id = $1 AND replaces = $2 AND revoked_at IS NULL LIMIT 1',
    [organisationId, id],
  );
  return rows.length > 0;
}
