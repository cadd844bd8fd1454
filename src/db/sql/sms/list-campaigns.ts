import type { Slice } from '../../../domain/paging.js';
import type { CampaignStatus } from '../../../domain/vocabulary.js';
import type { OrganisationSql } from '../../transaction.js';
import { Conditions, sliceOf } from '../conditions.js';
import { CAMPAIGN_COLUMNS, type CampaignRow } from './rows.js';

export interface CampaignConditions {
  readonly status?: CampaignStatus | null | undefined;
  /** Part of the name, whatever the case. */
  readonly name?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly test?: boolean | null | undefined;
  readonly createdAfter?: Date | null | undefined;
  readonly createdBefore?: Date | null | undefined;
}

export interface CampaignSorting {
  readonly by: 'created_at' | 'total';
  readonly descending: boolean;
}

/** In SQL what domain/campaign-status decides for one campaign; a test holds both to the same answers. */
const STATUS_IS: Readonly<Record<CampaignStatus, string>> = {
  cancelled: 'c.cancelled_at IS NOT NULL',
  completed: 'c.cancelled_at IS NULL AND p.completed_at IS NOT NULL',
  held: 'c.cancelled_at IS NULL AND p.completed_at IS NULL AND p.held > 0 AND p.queued = 0',
  running: `c.cancelled_at IS NULL AND p.completed_at IS NULL AND NOT (p.held > 0 AND p.queued = 0)
            AND c.started_at IS NOT NULL`,
  scheduled: `c.cancelled_at IS NULL AND p.completed_at IS NULL AND NOT (p.held > 0 AND p.queued = 0)
              AND c.started_at IS NULL AND coalesce(c.scheduled_at > now(), false)`,
  queued: `c.cancelled_at IS NULL AND p.completed_at IS NULL AND NOT (p.held > 0 AND p.queued = 0)
           AND c.started_at IS NULL AND NOT coalesce(c.scheduled_at > now(), false)`,
};

const TABLES = `campaigns c
  JOIN campaign_progress p ON p.organisation_id = c.organisation_id AND p.campaign_id = c.id`;

export function listCampaignRows(
  tx: OrganisationSql,
  conditions: CampaignConditions,
  sorting: CampaignSorting,
  slice: Slice,
): Promise<CampaignRow[]> {
  const where = whereOf(conditions);
  // Ids are made in the order of time, so the newest campaign has the greatest id.
  const columns = sorting.by === 'total' ? ['c.total', 'c.id'] : ['c.id'];
  const page = sliceOf(where, columns, sorting.descending, slice);
  return tx.sql<CampaignRow>(`SELECT ${CAMPAIGN_COLUMNS} FROM ${TABLES} WHERE ${where.text} ${page.text}`, page.values);
}

export async function countCampaigns(tx: OrganisationSql, conditions: CampaignConditions): Promise<number> {
  const where = whereOf(conditions);
  const [row] = await tx.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${TABLES} WHERE ${where.text}`,
    where.values,
  );
  return row?.count ?? 0;
}

function whereOf(conditions: CampaignConditions): Conditions {
  const { status, name, reference, test, createdAfter, createdBefore } = conditions;
  const where = new Conditions();
  where.add('c.organisation_id = :organisationId');
  if (status != null) where.add(STATUS_IS[status]);
  if (name != null) where.add('position(lower(:name) IN lower(c.name)) > 0', { name });
  if (reference != null) where.add('c.reference = :reference', { reference });
  if (test != null) where.add('c.test = :test', { test });
  if (createdAfter != null) where.add('c.created_at > :createdAfter', { createdAfter });
  if (createdBefore != null) where.add('c.created_at < :createdBefore', { createdBefore });
  return where;
}
