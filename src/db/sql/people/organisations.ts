import type { InferResult } from 'kysely';
import type { OwnCallsPerMinute } from '../../../domain/limits.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../postgres/transaction.js';
import { anyOf, first, type RowOf, run, tables } from '../../tables.js';

const COLUMNS = [
  'organisation_id as id',
  'name',
  'demo',
  'retention_days as retentionDays',
  'message_retention_days as messageRetentionDays',
  'enforce_sender_ids as enforceSenderIds',
  'time_zone as timeZone',
  'pause_on_failures as pauseOnFailures',
  'calls_per_minute as callsPerMinute',
  'smart_encoding as smartEncoding',
  'stop_scope as stopScope',
  'created_at as createdAt',
] as const;

const organisations = tables.selectFrom('organisations').select(COLUMNS);

export type Organisation = InferResult<typeof organisations>[number];

export async function insertOrganisation(
  tx: OrganisationSql,
  organisation: RowOf<'organisations', 'name' | 'demo'>,
): Promise<Organisation> {
  const [inserted] = await run(
    tx,
    tables
      .insertInto('organisations')
      .values({ ...organisation, organisation_id: tx.organisationId })
      .returning(COLUMNS),
  );
  return inserted as Organisation;
}

export async function readOrganisation(tx: OrganisationSql): Promise<Organisation> {
  const organisation = await first(tx, organisations.where('organisation_id', '=', tx.organisationId));
  if (!organisation) throw new Error(`There is no organisation ${tx.organisationId}.`);
  return organisation;
}

/**
 * Serialises calls that check a limit of an organisation, or its members. Without the lock two calls could both take
 * the last free place, or two owners could demote each other. A call locks before it reads. Returns the name, or null
 * if there is no such organisation.
 */
export async function lockOrganisation(tx: OrganisationSql): Promise<string | null> {
  // Not FOR UPDATE, which would block every send: rows that refer to the organisation lock its key.
  const own = tables.selectFrom('organisations').select('name').where('organisation_id', '=', tx.organisationId);
  return (await first(tx, own.forNoKeyUpdate()))?.name ?? null;
}

/** Those of the ids that are organisations. */
export async function listExisting(tx: EveryOrganisationSql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const found = tables.selectFrom('organisations').select('organisation_id').where('organisation_id', '=', anyOf(ids));
  return new Set((await run(tx, found)).map((row) => row.organisation_id));
}

/** Oldest first. */
export function listOrganisations(tx: EveryOrganisationSql): Promise<Organisation[]> {
  return run(tx, organisations.orderBy('organisation_id'));
}

/** Whether PostgreSQL knows the zone, whose list may be older or newer than that of the program. */
export async function hasTimeZone(tx: OrganisationSql, timeZone: string): Promise<boolean> {
  const known = await tx.sql('SELECT FROM pg_timezone_names WHERE lower(name) = lower(:timeZone)', { timeZone });
  return known.length > 0;
}

export type OrganisationSettings = Omit<Organisation, 'id' | 'demo' | 'callsPerMinute' | 'createdAt'>;

export async function updateOrganisationRow(
  tx: OrganisationSql,
  settings: OrganisationSettings,
): Promise<Organisation> {
  const update = tables.updateTable('organisations').set({
    name: settings.name,
    retention_days: settings.retentionDays,
    message_retention_days: settings.messageRetentionDays,
    enforce_sender_ids: settings.enforceSenderIds,
    time_zone: settings.timeZone,
    pause_on_failures: settings.pauseOnFailures,
    smart_encoding: settings.smartEncoding,
    stop_scope: settings.stopScope,
  });
  const [updated] = await run(tx, update.where('organisation_id', '=', tx.organisationId).returning(COLUMNS));
  return updated as Organisation;
}

export async function updateCallsPerMinute(tx: OrganisationSql, own: OwnCallsPerMinute): Promise<Organisation> {
  const update = tables.updateTable('organisations').set({ calls_per_minute: own });
  const [updated] = await run(tx, update.where('organisation_id', '=', tx.organisationId).returning(COLUMNS));
  return updated as Organisation;
}
