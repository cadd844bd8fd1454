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
