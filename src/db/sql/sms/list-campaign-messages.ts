import type { Slice } from '../../../domain/paging.js';
import { NEVER_HANDED_OVER } from '../../../domain/sms/public-status.js';
import type { SmsStatus, SubmissionStatus } from '../../../domain/vocabulary.js';
import { readColumns } from '../../columns.js';
import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';
import { Conditions, sliceOf } from '../conditions.js';
import { quoted } from '../words.js';
import { OUTCOME_UNKNOWN } from './rows.js';

export interface CampaignMessageConditions {
  readonly status?: SubmissionStatus | null | undefined;
  readonly messageStatus?: SmsStatus | null | undefined;
  readonly deliveryCode?: number | null | undefined;
  readonly mobile?: string | null | undefined;
}

/** Only what a line of the listing shows: a page has a thousand of them. */
export interface CampaignMessageRow
  extends Pick<RowOf<'sms_messages'>, 'id' | 'mobile' | 'status' | 'delivery_code' | 'handed_over'> {
  readonly position: number;
  /** See OUTCOME_UNKNOWN. */
  readonly outcome_unknown: boolean;
}

const NEVER = quoted(NEVER_HANDED_OVER);

const SUBMISSION_IS: Readonly<Record<SubmissionStatus, string>> = {
  sent: 'handed_over',
  failed: `NOT handed_over AND status IN (${NEVER})`,
  pending: `NOT handed_over AND status NOT IN (${NEVER})`,
};

/** In the order of the call. `skip` counts lines before the page, for page numbers in a filtered list. */
export async function listCampaignMessageRows(
  tx: OrganisationSql,
  campaignId: string,
  conditions: CampaignMessageConditions,
  slice: Slice,
  skip = 0,
): Promise<CampaignMessageRow[]> {
  const where = whereOf(campaignId, conditions);
  const page = sliceOf(where, ['position'], false, slice, skip);
  const columns = await readColumns(
    tx,
    ['id', 'position', 'status', 'delivery_code', 'handed_over', 'outcome_unknown'],
    `SELECT id, position, mobile, status, delivery_code, handed_over, ${OUTCOME_UNKNOWN} FROM sms_messages
     WHERE ${where.text} ${page.text}`,
    page.values,
    // A malformed number is stored as it was given.
    ['mobile'],
  );
  return columns.id.map((id, index) => ({
    id,
    position: Number(columns.position[index]),
    mobile: columns.mobile[index] ?? null,
    status: columns.status[index] as SmsStatus,
    delivery_code: columns.delivery_code[index] ? Number(columns.delivery_code[index]) : null,
    handed_over: columns.handed_over[index] === 'true',
    outcome_unknown: columns.outcome_unknown[index] === 'true',
  }));
}

export async function countCampaignMessages(
  tx: OrganisationSql,
  campaignId: string,
  conditions: CampaignMessageConditions,
): Promise<number> {
  const where = whereOf(campaignId, conditions);
  const [row] = await tx.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM sms_messages WHERE ${where.text}`,
    where.values,
  );
  return row?.count ?? 0;
}

function whereOf(campaignId: string, conditions: CampaignMessageConditions): Conditions {
  const { status, messageStatus, deliveryCode, mobile } = conditions;
  const where = new Conditions();
  where.add('organisation_id = :organisationId AND campaign_id = :campaignId', { campaignId });
  if (status != null) where.add(SUBMISSION_IS[status]);
  if (messageStatus != null) where.add('status = :messageStatus', { messageStatus });
  if (deliveryCode != null) where.add('delivery_code = :deliveryCode::integer', { deliveryCode });
  if (mobile != null) where.add('mobile = :mobile', { mobile });
  return where;
}
