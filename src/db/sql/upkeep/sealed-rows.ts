import { idsOf } from '../../../lib/lists.js';
import {
  byOrganisation,
  type EveryOrganisationSql,
  type EveryOrganisationTx,
  together,
} from '../../postgres/transaction.js';

/** A row with values that are sealed. `organisation_id`: null for a row that belongs to none. */
export interface SealedRow {
  readonly id: string;
  readonly organisation_id: string | null;
  readonly sealed: readonly (Buffer | null)[];
}

export interface SealedPage {
  /** Null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/** Values that are sealed with the secret key, in the columns of one table. */
export interface SealedTable {
  /** Reads a page of the rows, in the order of their ids. */
  read(tx: EveryOrganisationSql, page: SealedPage): Promise<SealedRow[]>;
  /**
   * Locks those of the rows that there still are, and reads them again: no value may change between reading and
   * writing.
   */
  lock(tx: EveryOrganisationTx, rows: readonly SealedRow[]): Promise<SealedRow[]>;
  /** Writes the values of rows that the transaction has locked. */
  write(tx: EveryOrganisationSql, rows: readonly SealedRow[]): Promise<unknown>;
}

export const WEBHOOK_SECRETS: SealedTable = {
  read: (tx, page) =>
    tx.sql<SealedRow>(
      `SELECT id, organisation_id, ARRAY[secret, previous_secret] AS sealed FROM webhook_endpoints
       WHERE :after::uuid IS NULL OR id > :after::uuid ORDER BY id LIMIT :limit`,
      { ...page },
    ),
  /** Organisation after organisation: no statement locks rows of several. */
  async lock(tx, rows) {
    const owned = byOrganisation(rows, (row) => row.organisation_id as string);
    const locked = owned.map(([organisationId, own]) =>
      tx.of(organisationId).sql<SealedRow>(
        `SELECT id, organisation_id, ARRAY[secret, previous_secret] AS sealed FROM webhook_endpoints
         WHERE organisation_id = :organisationId AND id = ANY (:ids::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
        { ids: idsOf(own) },
      ),
    );
    return (await together(locked)).flat();
  },
  write: (tx, rows) =>
    tx.sql(
      `UPDATE webhook_endpoints e SET secret = n.secret, previous_secret = n.previous_secret
       FROM unnest(:organisationIds::uuid[], :ids::uuid[], :secrets::bytea[], :previousSecrets::bytea[])
         AS n (organisation_id, id, secret, previous_secret)
       WHERE e.organisation_id = n.organisation_id AND e.id = n.id`,
      {
        organisationIds: rows.map((row) => row.organisation_id),
        ids: idsOf(rows),
        secrets: rows.map(({ sealed }) => sealed[0] ?? null),
        previousSecrets: rows.map(({ sealed }) => sealed[1] ?? null),
      },
    ),
};

/** A table of the installation, with one column of values. */
function sealedIn(table: string, column: string, idType: 'uuid' | 'text'): SealedTable {
  const rowsOf = `SELECT id, NULL AS organisation_id, ARRAY[${column}] AS sealed FROM ${table} WHERE ${column} IS NOT NULL`;
  return {
    read: (tx, page) =>
      tx.sql<SealedRow>(
        `${rowsOf} AND (:after::${idType} IS NULL OR id > :after::${idType}) ORDER BY id LIMIT :limit`,
        { ...page },
      ),
    lock: (tx, rows) =>
      tx.sql<SealedRow>(`${rowsOf} AND id = ANY (:ids::${idType}[]) ORDER BY id FOR NO KEY UPDATE`, {
        ids: idsOf(rows),
      }),
    write: (tx, rows) =>
      tx.sql(
        `UPDATE ${table} t SET ${column} = n.sealed FROM unnest(:ids::${idType}[], :sealed::bytea[]) AS n (id, sealed)
         WHERE t.id = n.id`,
        { ids: idsOf(rows), sealed: rows.map(({ sealed }) => sealed[0] ?? null) },
      ),
  };
}

export const MAILS = sealedIn('mails', 'content', 'uuid');
export const RETIRED_KEYS = sealedIn('retired_keys', 'sealed', 'text');

export interface Dependents {
  /** Keys in force whose hashes are not known to be of the current key. */
  readonly apiKeys: number;
  readonly sessions: number;
  readonly invitations: number;
  readonly codes: number;
}

/** Counts what was hashed before this time, when all processes had the current key, and is still good. */
export async function countDependents(
  tx: EveryOrganisationSql,
  dependents: { readonly secretKeyId: string; readonly before: string; readonly idleDays: number },
): Promise<Dependents> {
  const [counts] = await tx.sql<Dependents>(
    `SELECT
       (SELECT count(*)::integer FROM api_keys WHERE secret_key_id IS DISTINCT FROM :secretKeyId
          AND revoked_at IS NULL AND coalesce(expires_at > now(), true)) AS "apiKeys",
       (SELECT count(*)::integer FROM person_sessions WHERE created_at < :before::timestamptz
          AND expires_at > now() AND last_seen_at > now() - make_interval(days => :idleDays)) AS sessions,
       (SELECT count(*)::integer FROM invitations WHERE created_at < :before::timestamptz AND expires_at > now()) AS invitations,
       (SELECT count(*)::integer FROM one_time_codes WHERE created_at < :before::timestamptz AND expires_at > now()) AS codes`,
    dependents,
  );
  return counts as Dependents;
}

export interface KeysByMaker {
  readonly ours: number;
  readonly foreign: number;
  /** Keys of version 0.1.0 that were not used since. */
  readonly unknown: number;
}

/** Counts keys in force by whether one of these secret keys has hashed them. */
export async function countKeysByMaker(
  tx: EveryOrganisationSql,
  secretKeyIds: readonly string[],
): Promise<KeysByMaker> {
  const [counts] = await tx.sql<KeysByMaker>(
    `SELECT count(*) FILTER (WHERE secret_key_id = ANY (:secretKeyIds::text[]))::integer AS ours,
       count(*) FILTER (WHERE secret_key_id <> ALL (:secretKeyIds::text[]))::integer AS "foreign",
       count(*) FILTER (WHERE secret_key_id IS NULL)::integer AS "unknown"
     FROM api_keys WHERE revoked_at IS NULL AND coalesce(expires_at > now(), true)`,
    { secretKeyIds },
  );
  return counts as KeysByMaker;
}
