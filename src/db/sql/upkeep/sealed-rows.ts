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

/** In the order of ids. */
export type ReadSealed = (tx: EveryOrganisationSql, page: SealedPage) => Promise<SealedRow[]>;

/**
 * Locks those of the rows that there still are, and reads them again: no value may change between reading and writing.
 */
export type LockSealed = (tx: EveryOrganisationTx, rows: readonly SealedRow[]) => Promise<SealedRow[]>;

/** Writes the values of rows that the transaction has locked. */
export type WriteSealed = (tx: EveryOrganisationSql, rows: readonly SealedRow[]) => Promise<void>;

export const readWebhookSecrets: ReadSealed = (tx, page) =>
  tx.sql<SealedRow>(
    `SELECT id, organisation_id, ARRAY[secret, previous_secret] AS sealed FROM webhook_endpoints
     WHERE :after::uuid IS NULL OR id > :after::uuid ORDER BY id LIMIT :limit`,
    { ...page },
  );

/** Organisation after organisation: no statement locks rows of several. */
export const lockWebhookSecrets: LockSealed = async (tx, rows) => {
  const owned = byOrganisation(rows, (row) => row.organisation_id as string);
  const locked = owned.map(([organisationId, own]) =>
    tx.of(organisationId).sql<SealedRow>(
      `SELECT id, organisation_id, ARRAY[secret, previous_secret] AS sealed FROM webhook_endpoints
       WHERE organisation_id = :organisationId AND id = ANY (:ids::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
      { ids: own.map(({ id }) => id) },
    ),
  );
  return (await together(locked)).flat();
};

export const writeWebhookSecrets: WriteSealed = async (tx, rows) => {
  await tx.sql(
    `UPDATE webhook_endpoints e SET secret = n.secret, previous_secret = n.previous_secret
     FROM unnest(:organisationIds::uuid[], :ids::uuid[], :secrets::bytea[], :previousSecrets::bytea[])
       AS n (organisation_id, id, secret, previous_secret)
     WHERE e.organisation_id = n.organisation_id AND e.id = n.id`,
    {
      organisationIds: rows.map((row) => row.organisation_id),
      ids: rows.map(({ id }) => id),
      secrets: rows.map(({ sealed }) => sealed[0] ?? null),
      previousSecrets: rows.map(({ sealed }) => sealed[1] ?? null),
    },
  );
};

export const readMails: ReadSealed = (tx, page) =>
  tx.sql<SealedRow>(
    `SELECT id, NULL AS organisation_id, ARRAY[content] AS sealed FROM mails
     WHERE content IS NOT NULL AND (:after::uuid IS NULL OR id > :after::uuid)
     ORDER BY id LIMIT :limit`,
    { ...page },
  );

export const lockMails: LockSealed = (tx, rows) =>
  tx.sql<SealedRow>(
    `SELECT id, NULL AS organisation_id, ARRAY[content] AS sealed FROM mails
     WHERE id = ANY (:ids::uuid[]) AND content IS NOT NULL ORDER BY id FOR NO KEY UPDATE`,
    { ids: rows.map(({ id }) => id) },
  );

export const writeMails: WriteSealed = async (tx, rows) => {
  await tx.sql(
    `UPDATE mails m SET content = n.content FROM unnest(:ids::uuid[], :contents::bytea[]) AS n (id, content)
     WHERE m.id = n.id`,
    { ids: rows.map(({ id }) => id), contents: rows.map(({ sealed }) => sealed[0] ?? null) },
  );
};

export const readRetired: ReadSealed = (tx, page) =>
  tx.sql<SealedRow>(
    `SELECT id, NULL AS organisation_id, ARRAY[sealed] AS sealed FROM retired_keys
     WHERE :after::text IS NULL OR id > :after::text ORDER BY id LIMIT :limit`,
    { ...page },
  );

export const lockRetired: LockSealed = (tx, rows) =>
  tx.sql<SealedRow>(
    `SELECT id, NULL AS organisation_id, ARRAY[sealed] AS sealed FROM retired_keys
     WHERE id = ANY (:ids::text[]) ORDER BY id FOR NO KEY UPDATE`,
    { ids: rows.map(({ id }) => id) },
  );

export const writeRetired: WriteSealed = async (tx, rows) => {
  await tx.sql(
    `UPDATE retired_keys k SET sealed = n.sealed FROM unnest(:ids::text[], :sealed::bytea[]) AS n (id, sealed)
     WHERE k.id = n.id`,
    { ids: rows.map(({ id }) => id), sealed: rows.map(({ sealed }) => sealed[0] ?? null) },
  );
};

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
