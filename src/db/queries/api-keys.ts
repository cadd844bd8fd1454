import type { KeyRestrictions } from '../../domain/key-restrictions.js';
import type { KeyMode, Scope } from '../../domain/vocabulary.js';
import type { EveryOrganisationSql, OrganisationSql } from '../transaction.js';

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

export async function findApiKeyByHash(tx: EveryOrganisationSql, hash: Buffer): Promise<ApiKeyRow | null> {
  const [row] = await tx.sql<ApiKeyRow>(
    `SELECT k.id, k.organisation_id, k.name, k.mode, k.scopes, k.session_ids, k.sender_ids, k.addresses, k.expires_at,
       k.revoked_at, o.enforce_sender_ids AS enforces_sender_ids
     FROM api_keys k JOIN organisations o USING (organisation_id) WHERE k.hash = :hash`,
    { hash },
  );
  return row ?? null;
}

export async function touchApiKey(tx: OrganisationSql, id: string): Promise<void> {
  await tx.sql(
    `UPDATE api_keys SET last_used_at = now()
     WHERE organisation_id = :organisationId AND id = :id AND coalesce(last_used_at < now() - interval '1 minute', true)`,
    { id },
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
export async function insertApiKey(tx: OrganisationSql, key: NewApiKey, keysMax: number): Promise<boolean> {
  const rows = await tx.sql(
    `INSERT INTO api_keys (organisation_id, id, name, hash, hint, mode, scopes, session_ids, sender_ids, addresses,
       expires_at, replaces)
     SELECT :organisationId, :id, :name, :hash, :hint, :mode, :scopes, :sessionIds, :senderIds, :addresses, :expiresAt, :replaces
     WHERE (SELECT count(*) FROM api_keys WHERE organisation_id = :organisationId AND revoked_at IS NULL
            AND coalesce(expires_at > now(), true)) < :keysMax
     RETURNING 1`,
    {
      id: key.id,
      name: key.name,
      hash: key.hash,
      hint: key.hint,
      mode: key.mode,
      scopes: key.scopes,
      sessionIds: key.sessionIds,
      senderIds: key.senderIds,
      addresses: key.addresses,
      expiresAt: key.expiresAt,
      replaces: key.replaces,
      keysMax,
    },
  );
  return rows.length > 0;
}

/** A key that ends before that stays as it is. */
export async function expireApiKey(tx: OrganisationSql, id: string, afterHours: number): Promise<void> {
  await tx.sql(
    `UPDATE api_keys SET expires_at = least(expires_at, now() + make_interval(hours => :afterHours))
     WHERE organisation_id = :organisationId AND id = :id`,
    { id, afterHours },
  );
}

/** Whether a key that has not been revoked has taken the place of this one. */
export async function hasSuccessor(tx: OrganisationSql, id: string): Promise<boolean> {
  const rows = await tx.sql(
    'SELECT 1 FROM api_keys WHERE organisation_id = :organisationId AND replaces = :id AND revoked_at IS NULL LIMIT 1',
    { id },
  );
  return rows.length > 0;
}
