import { type SqlBool, sql } from 'kysely';
import { CAMPAIGN_STATUSES, type CampaignStatus, SMS_STATUSES, type SmsStatus } from '../../../../domain/vocabulary.js';
import { Campaign } from '../../../entities/sms/campaigns.js';
import {
  acceptedWithin,
  all,
  beyond,
  type Condition,
  equal,
  type From,
  given,
  type List,
  type orderOf,
} from '../../../lists/list.js';
import { LONGEST_WALK, upTo, type Walk, walkAlong } from '../../../lists/walk.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import { anyOf, columnsBut, first, type RowOf, run, tables } from '../../../tables.js';

export type StatusCounts = Readonly<Record<SmsStatus, number>>;

const COLUMNS = columnsBut(Campaign, 'organisation_id', 'redacted_at', 'sort_name');

export interface CampaignRow
  extends RowOf<'campaigns', (typeof COLUMNS)[number]>,
    RowOf<'campaign_progress', SmsStatus | 'completed_at'> {}

const rowsOf = (from: From<'campaigns'>, organisationId: string) =>
  from
    // The limit keeps PostgreSQL from joining in another order, in which it would read the progress of all campaigns.
    .innerJoinLateral(
      (progress) =>
        progress
          .selectFrom('campaign_progress')
          .where('campaign_progress.organisation_id', '=', organisationId)
          .whereRef('campaign_progress.campaign_id', '=', 'campaigns.id')
          .select([...SMS_STATUSES, 'completed_at'])
          .limit(sql.lit(1))
          .as('campaign_progress'),
      (join) => join.onTrue(),
    )
    .select([...COLUMNS, ...SMS_STATUSES, 'completed_at']);

const campaigns = ({ organisationId }: OrganisationSql) =>
  rowsOf(tables.selectFrom('campaigns'), organisationId).where('campaigns.organisation_id', '=', organisationId);

export function findCampaign(tx: OrganisationSql, id: string): Promise<CampaignRow | null> {
  return first(tx, campaigns(tx).where('id', '=', id));
}

/** Several at once, in any order. */
export function findCampaigns(tx: OrganisationSql, ids: readonly string[]): Promise<CampaignRow[]> {
  return run(tx, campaigns(tx).where('id', '=', anyOf(ids)));
}

export interface CampaignConditions {
  readonly status?: CampaignStatus | null | undefined;
  /** One of them; an empty list matches nothing. */
  readonly statuses?: readonly CampaignStatus[] | null | undefined;
  readonly senderId?: string | null | undefined;
  /** Part of the name, whatever the case. */
  readonly name?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly test?: boolean | null | undefined;
  /** The key or the person that sent it. */
  readonly createdById?: string | null | undefined;
  readonly createdAfter?: Date | null | undefined;
  readonly createdBefore?: Date | null | undefined;
}

export interface CampaignSorting {
  readonly by: 'created_at' | 'total' | 'name' | 'completed_at';
  readonly descending: boolean;
}

/** A row with the columns that order it. */
interface SortedRow extends CampaignRow {
  readonly sort_name?: string;
  readonly completion?: string;
}

const ID = sql.ref('campaigns.id');

const IS_HELD = sql<SqlBool>`(held > 0 AND queued = 0)`;
const IS_OPEN = sql<SqlBool>`cancelled_at IS NULL AND completed_at IS NULL`;
const IS_UNDER_WAY = sql<SqlBool>`${IS_OPEN} AND paused_at IS NULL AND NOT ${IS_HELD}`;
const HAS_NOT_STARTED = sql<SqlBool>`${IS_UNDER_WAY} AND started_at IS NULL`;

/** In SQL what domain/sms/public-status decides for one campaign; a test holds both to the same answers. */
const STATUS_IS: Readonly<Record<CampaignStatus, Condition>> = {
  cancelled: sql`cancelled_at IS NOT NULL`,
  completed: sql`cancelled_at IS NULL AND completed_at IS NOT NULL`,
  paused: sql`${IS_OPEN} AND paused_at IS NOT NULL`,
  held: sql`${IS_OPEN} AND paused_at IS NULL AND ${IS_HELD}`,
  running: sql`${IS_UNDER_WAY} AND started_at IS NOT NULL`,
  scheduled: sql`${HAS_NOT_STARTED} AND coalesce(scheduled_at > now(), false)`,
  queued: sql`${HAS_NOT_STARTED} AND NOT coalesce(scheduled_at > now(), false)`,
};

/** In the order of the vocabulary, so that the same statuses always make the same text. */
const isOneOf = (statuses: readonly CampaignStatus[]) =>
  sql<SqlBool>`(${sql.join([sql`false`, ...CAMPAIGN_STATUSES.filter((one) => statuses.includes(one)).map((one) => sql`(${STATUS_IS[one]})`)], sql` OR `)})`;

/** Ids are made in the order of time, so the newest campaign has the greatest id. */
const ORDERS: Readonly<Record<CampaignSorting['by'], List<SortedRow, never>['order']>> = {
  created_at: ['id'],
  total: ['total', 'id'],
  name: ['sort_name', 'id'],
  completed_at: ['completion', 'id'],
};

const campaignsSortedBy = ({ by, descending }: CampaignSorting): List<SortedRow, CampaignConditions, 'campaigns'> => ({
  table: 'campaigns',
  order: ORDERS[by],
  descending,
  rows: (from, organisationId) => {
    const rows = rowsOf(from, organisationId);
    if (by === 'name') return rows.select('sort_name');
    return by === 'completed_at' ? rows.select(sql<string>`campaigns.completion`.as('completion')) : rows;
  },
  conditions: ({ senderId, name, reference, test, createdById, status, statuses, ...times }) => [
    ...equal<'campaigns'>({ sender_id: senderId, reference, test, created_by_id: createdById }),
    // Not LIKE, whose wildcards would have to be escaped.
    ...given(name, (part) => sql`strpos(lower(name), lower(${part})) > 0`),
    ...given(status, (one) => STATUS_IS[one]),
    ...given(statuses, isOneOf),
    ...acceptedWithin(times, ID),
  ],
});

/** Along the order of the list, or along the index of campaigns that are not complete. */
export function campaignSearch(sorting: CampaignSorting): Walk<SortedRow, CampaignConditions> {
  const list = campaignsSortedBy(sorting);
  if (sorting.by === 'completed_at') return { ...list, lengthFor: () => LONGEST_WALK, scan: scanCompletions(list) };
  return walkAlong(list, (tx, filter) => [
    ...(isOpen(filter) ? [sql<SqlBool>`${ID} = ANY (${openCampaigns(tx)})`] : []),
    ...acceptedWithin(filter, ID),
  ]);
}

/** As the index has it. A campaign that is not complete counts as later than all that are. */
const COMPLETION = sql`CASE WHEN completed_at IS NULL THEN 'infinity'::timestamptz ELSE completed_at END`;
const CAMPAIGN_ID = sql.ref('campaign_id');

/** Along the times of completion, which are not in the table of campaigns. */
const scanCompletions =
  (list: Parameters<typeof orderOf>[0]): Walk<SortedRow, CampaignConditions>['scan'] =>
  ({ organisationId }, filter, place) => {
    const order = [COMPLETION, CAMPAIGN_ID];
    const own = sql<SqlBool>`organisation_id = ${organisationId}`;
    const bounds = [
      ...(isOpen(filter) ? [sql<SqlBool>`completed_at IS NULL`] : []),
      ...acceptedWithin(filter, CAMPAIGN_ID),
    ];
    return sql`SELECT c.*, p.completion
      FROM (SELECT campaign_id, ${COMPLETION} AS completion FROM campaign_progress
            WHERE ${all([own, ...bounds, ...beyond(list, order, place)])} ${upTo(list, order, place)}) AS p
      CROSS JOIN LATERAL (SELECT * FROM campaigns WHERE ${own} AND id = p.campaign_id LIMIT 1) AS c`;
  };

const CLOSED: readonly CampaignStatus[] = ['completed', 'cancelled'];

const isOpen = ({ status, statuses }: CampaignConditions) =>
  (status != null ? [status] : statuses)?.every((one) => !CLOSED.includes(one)) ?? false;

const openCampaigns = ({ organisationId }: OrganisationSql) => sql`ARRAY(
  SELECT campaign_id FROM campaign_progress WHERE organisation_id = ${organisationId} AND completed_at IS NULL)`;
