import { type InferResult, type SqlBool, sql } from 'kysely';
import type { List } from '../../lists/list.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../postgres/transaction.js';
import { first, NOW, type RowOf, run, tables } from '../../tables.js';
import { CREATED_BY } from './created-by.js';

const COLUMNS = [
  'organisation_id as organisationId',
  'id',
  'name',
  'hint',
  'mode',
  'scopes',
  'session_ids as sessionIds',
  'sender_ids as senderIds',
  'addresses',
  'replaces',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'revoked_at as revokedAt',
  'last_used_at as lastUsedAt',
  'last_used_from as lastUsedFrom',
  ...CREATED_BY,
] as const;

const keys = tables.selectFrom('api_keys').select(COLUMNS);

export type ApiKey = InferResult<typeof keys>[number];

/** Newest first, revoked and expired keys included. */
export const API_KEYS: List<ApiKey, null, 'api_keys'> = {
  table: 'api_keys',
  order: ['id'],
  descending: true,
  rows: (from) => from.select(COLUMNS),
};

const presentedKeys = tables
  .selectFrom('api_keys')
  .innerJoin('organisations', 'organisations.organisation_id', 'api_keys.organisation_id')
  .select([
    'api_keys.id',
    'api_keys.organisation_id',
    'api_keys.name',
    'api_keys.mode',
    'api_keys.scopes',
    'api_keys.session_ids',
    'api_keys.sender_ids',
    'api_keys.addresses',
    'api_keys.expires_at',
    'api_keys.revoked_at',
    'api_keys.secret_key_id',
    'organisations.enforce_sender_ids as enforces_sender_ids',
    'organisations.calls_per_minute',
    'organisations.smart_encoding',
  ]);

/** The key that a caller presents, with what it may do. */
export type PresentedKeyRow = InferResult<typeof presentedKeys>[number];

export function findApiKeyByHash(tx: EveryOrganisationSql, hash: Buffer): Promise<PresentedKeyRow | null> {
  return first(tx, presentedKeys.where('api_keys.hash', '=', hash));
}

/** Finds the key of an access token. */
export function findPresentedKey(tx: OrganisationSql, id: string): Promise<PresentedKeyRow | null> {
  const own = presentedKeys.where('api_keys.organisation_id', '=', tx.organisationId);
  return first(tx, own.where('api_keys.id', '=', id));
}

export function findApiKey(tx: OrganisationSql, id: string): Promise<ApiKey | null> {
  return first(tx, keys.where('organisation_id', '=', tx.organisationId).where('id', '=', id));
}

export async function rehashApiKey(
  tx: OrganisationSql,
  id: string,
  moved: RowOf<'api_keys', 'hash' | 'secret_key_id'>,
): Promise<void> {
  const update = tables.updateTable('api_keys').set(moved);
  await run(tx, update.where('organisation_id', '=', tx.organisationId).where('id', '=', id));
}

/**
 * Stores the use unless one was stored within a minute; a use with the key itself, by its address, also if that has
 * changed.
 */
export async function touchApiKey(tx: OrganisationSql, id: string, address: string | null): Promise<void> {
  const from = address === null ? {} : { last_used_from: address };
  const update = tables.updateTable('api_keys').set({ last_used_at: NOW, ...from });
  const used = update.where('organisation_id', '=', tx.organisationId).where('id', '=', id);
  const isNews = sql<SqlBool>`coalesce(last_used_at < now() - interval '1 minute', true)`;
  const isElsewhere = sql<SqlBool>`last_used_from IS DISTINCT FROM ${address}`;
  await run(
    tx,
    used.where((eb) => (address === null ? isNews : eb.or([isNews, isElsewhere]))),
  );
}

export async function countKeysInForce(tx: OrganisationSql): Promise<number> {
  const inForce = tables
    .selectFrom('api_keys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('revoked_at', 'is', null)
    .where(sql<SqlBool>`coalesce(expires_at > now(), true)`);
  return (await first(tx, inForce.where('organisation_id', '=', tx.organisationId)))?.count ?? 0;
}

export type NewApiKey = RowOf<
  'api_keys',
  | 'id'
  | 'name'
  | 'hash'
  | 'secret_key_id'
  | 'hint'
  | 'mode'
  | 'scopes'
  | 'session_ids'
  | 'sender_ids'
  | 'addresses'
  | 'replaces'
  | 'expires_at'
  | (typeof CREATED_BY)[number]
>;

export async function insertApiKey(tx: OrganisationSql, key: NewApiKey): Promise<ApiKey> {
  const insert = tables.insertInto('api_keys').values({ ...key, organisation_id: tx.organisationId });
  const [inserted] = await run(tx, insert.returning(COLUMNS));
  return inserted as ApiKey;
}

export async function revokeApiKeyRow(tx: OrganisationSql, id: string): Promise<ApiKey> {
  const update = tables.updateTable('api_keys').set({ revoked_at: NOW });
  const [revoked] = await run(
    tx,
    update.where('organisation_id', '=', tx.organisationId).where('id', '=', id).returning(COLUMNS),
  );
  return revoked as ApiKey;
}

/** Only shortens: a key that expires earlier keeps its time. */
export async function expireApiKey(tx: OrganisationSql, id: string, afterHours: number): Promise<ApiKey> {
  const end = sql<string>`least(expires_at, now() + make_interval(hours => ${afterHours}))`;
  const update = tables.updateTable('api_keys').set({ expires_at: end });
  const [expiring] = await run(
    tx,
    update.where('organisation_id', '=', tx.organisationId).where('id', '=', id).returning(COLUMNS),
  );
  return expiring as ApiKey;
}

/** Whether this key has a successor that is not revoked. */
export async function hasSuccessor(tx: OrganisationSql, id: string): Promise<boolean> {
  const successor = keys.where('organisation_id', '=', tx.organisationId).where('replaces', '=', id);
  return (await first(tx, successor.where('revoked_at', 'is', null))) !== null;
}
