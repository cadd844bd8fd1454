import { sql } from 'kysely';
import type { Slice } from '../../../../domain/paging.js';
import { NEVER_HANDED_OVER } from '../../../../domain/sms/public-status.js';
import type { SmsStatus, SubmissionStatus } from '../../../../domain/vocabulary.js';
import { equal, type From, given, type List, rowsOf } from '../../../lists/list.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import { type RowOf, run } from '../../../tables.js';
import { hasExpired, outcomeIs, outcomeUnknown } from '../messages/messages.js';

/** Only what a line of the listing shows: a page has a thousand of them. */
export interface CampaignMessageRow
  extends RowOf<'sms_messages', 'id' | 'mobile' | 'status' | 'delivery_code' | 'handed_over'> {
  readonly position: number;
  /** See outcomeUnknown. */
  readonly outcome_unknown: boolean;
  /** See hasExpired. */
  readonly expired: boolean;
}

export interface CampaignMessageConditions {
  readonly status?: SubmissionStatus | null | undefined;
  readonly statuses?: readonly SubmissionStatus[] | null | undefined;
  readonly messageStatus?: SmsStatus | null | undefined;
  /** One of them; an empty list matches nothing. */
  readonly messageStatuses?: readonly SmsStatus[] | null | undefined;
  readonly deliveryCode?: number | null | undefined;
  readonly deliveryCodes?: readonly number[] | null | undefined;
  readonly mobile?: string | null | undefined;
  /** The last digits of the number. */
  readonly mobileEndsWith?: string | null | undefined;
  readonly reference?: string | null | undefined;
}

const NEVER = sql.join(NEVER_HANDED_OVER.map((status) => sql.lit(status)));

/** See submissionStatus. */
const SUBMISSION = sql<SubmissionStatus>`
  (CASE WHEN handed_over THEN 'sent' WHEN status IN (${NEVER}) THEN 'failed' ELSE 'pending' END)`;

type Conditions = CampaignMessageConditions & { readonly campaignId: string };

const lines = (from: From<'sms_messages'>, organisationId: string) =>
  from
    .select(['id', 'position', 'mobile', 'status', 'delivery_code', 'handed_over'])
    .select([outcomeUnknown(organisationId), hasExpired])
    .$narrowType<{ position: number }>();

/** In the order of the call. */
export const CAMPAIGN_MESSAGES: List<CampaignMessageRow, Conditions, 'sms_messages'> = {
  table: 'sms_messages',
  order: ['position'],
  descending: false,
  rows: lines,
  conditions: ({ campaignId, status, statuses, mobile, mobileEndsWith, reference, ...outcome }) => [
    ...equal<'sms_messages'>({ campaign_id: campaignId, mobile, reference }),
    ...outcomeIs({ ...outcome, status: outcome.messageStatus, statuses: outcome.messageStatuses }),
    ...given(status, (one) => sql`${SUBMISSION} = ${one}`),
    ...given(statuses, (some) => sql`${SUBMISSION} = ANY (${some}::text[])`),
    // Not LIKE, whose wildcards would have to be escaped.
    ...given(mobileEndsWith, (digits) => sql`right(mobile, length(${digits})) = ${digits}`),
  ],
};

const EXPORTED_BESIDES = [
  'reference',
  'segments',
  'gateway',
  'attempt',
  'sent_at',
  'delivered_at',
  'updated_at',
] as const;

export interface ExportedCampaignMessageRow
  extends CampaignMessageRow,
    RowOf<'sms_messages', (typeof EXPORTED_BESIDES)[number]> {}

/** The same with what an export shows besides. */
export const EXPORTED_CAMPAIGN_MESSAGES: List<ExportedCampaignMessageRow, Conditions, 'sms_messages'> = {
  ...CAMPAIGN_MESSAGES,
  rows: (from, organisationId) => lines(from, organisationId).select(EXPORTED_BESIDES),
};

/** `skip` counts lines before the page, for page numbers in a filtered list. */
export function listCampaignMessageRows(
  tx: OrganisationSql,
  campaignId: string,
  conditions: CampaignMessageConditions,
  slice: Slice,
  skip = 0,
): Promise<CampaignMessageRow[]> {
  const page = rowsOf(tx, CAMPAIGN_MESSAGES, { ...conditions, campaignId }, slice);
  return run(tx, skip === 0 ? page : page.offset(skip));
}

export interface CampaignSums {
  readonly id: string;
  /** Of the messages that were accepted. */
  readonly segments: number;
  /** Of the last attempts. */
  readonly gateways: readonly string[];
}

/** One pass over the messages of these campaigns. A message that was refused at once has never changed since. */
export function sumCampaigns(tx: OrganisationSql, campaignIds: readonly string[]): Promise<CampaignSums[]> {
  return tx.sql<CampaignSums>(
    `SELECT campaign_id AS id,
       coalesce(sum(segments) FILTER (WHERE revision > 1 OR status NOT IN ('failed', 'blocked')), 0)::int AS segments,
       coalesce(array_agg(DISTINCT gateway) FILTER (WHERE gateway IS NOT NULL), '{}') AS gateways
     FROM sms_messages
     WHERE organisation_id = :organisationId AND campaign_id = ANY (:campaignIds::uuid[])
     GROUP BY campaign_id`,
    { campaignIds },
  );
}

export interface OutcomeRow extends RowOf<'sms_messages', 'status'> {
  readonly delivery_code: number;
  readonly count: number;
}

/** One pass over the messages of one campaign. */
export function countOutcomes(tx: OrganisationSql, campaignId: string): Promise<OutcomeRow[]> {
  return tx.sql<OutcomeRow>(
    `SELECT status, delivery_code, count(*)::int AS count FROM sms_messages
     WHERE organisation_id = :organisationId AND campaign_id = :campaignId AND delivery_code IS NOT NULL
     GROUP BY status, delivery_code ORDER BY count(*) DESC, delivery_code, status`,
    { campaignId },
  );
}
