import type { PlannedRecipient } from '../../../../domain/sms/bulk-plan.js';
import { idsOf } from '../../../../lib/lists.js';
import type { CamelCase } from '../../../../lib/snake-case.js';
import type { GIVEN } from '../../../entities/sms/campaigns.js';
import { numbers, uuidArray } from '../../../postgres/array-parameters.js';
import { type OrganisationTx, together } from '../../../postgres/transaction.js';
import { type RowOf, run, tables } from '../../../tables.js';
import { appendEvents } from '../../events/append-events.js';
import type { CreatedBy } from '../../people/created-by.js';
import { type DueRow, scheduleDue } from '../dispatch/agenda.js';
import { insertNumbers } from './campaign-numbers.js';
import { countMoves, newMove } from './statistics.js';
import { insertTroubles } from './troubles.js';

type Row = RowOf<'campaigns'>;

export type Given = {
  readonly [Column in keyof Row as CamelCase<Column> extends keyof typeof GIVEN ? Column : never]: Row[Column];
};

export interface NewCampaign extends Given, CreatedBy, RowOf<'campaigns', 'id' | 'body' | 'duplicates' | 'retry_of'> {
  /** The rows of the listing, in the order of the call. */
  readonly rows: readonly PlannedRecipient[];
  readonly due: readonly DueRow[];
}

/** A campaign with all its messages, in a few statements whatever its size, and its events. */
export async function insertCampaign(tx: OrganisationTx, campaign: NewCampaign): Promise<void> {
  const { rows, due, ...own } = campaign;
  const { id: campaignId, sender_id: senderId, test, at_least_once: atLeastOnce } = own;
  const { scheduled_at: scheduledAt, valid_until: validUntil } = own;
  const promotional = own.category === 'promotional';
  const count = (status: PlannedRecipient['status']) => rows.filter((row) => row.status === status).length;
  const counts = { queued: count('queued'), failed: count('failed'), blocked: count('blocked') };
  const states = alike(rows);
  const insert = tables.insertInto('campaigns').values({
    organisation_id: tx.organisationId,
    ...own,
    total: rows.length,
    accepted: counts.queued,
    invalid: counts.failed,
    suppressed: counts.blocked,
    revision: counts.queued === 0 ? 2 : 1,
  });
  await together([
    run(tx, insert),
    tx.sql(PROGRESS, { campaignId, ...counts }),
    scheduleDue(tx, due),
    insertNumbers(tx, campaignId, rows),
    tx.sql(MESSAGES, {
      campaignId,
      ...{ senderId, test, atLeastOnce, scheduledAt, validUntil, promotional },
      ids: uuidArray(idsOf(rows)),
      mobiles: numbers(rows.map((row) => row.mobile)),
      ...column('Body', rows, (row) => row.body),
      ...column('Reference', rows, (row) => row.reference),
      ...column('Segments', rows, (row) => row.segments),
      ...column('Encoding', rows, (row) => row.encoding),
      ...column('Status', rows, (row) => row.status),
      ...column('DeliveryCode', rows, (row) => row.deliveryCode),
    }),
    ...states.filter(([{ status }]) => status !== 'queued').map((some) => insertTroubles(tx, idsOf(some), some[0])),
  ]);
  countMoves(
    tx,
    states.map((some) => {
      const [{ status, deliveryCode }] = some;
      return newMove({ test, sender_id: senderId, status, delivery_code: deliveryCode }, some.length);
    }),
  );
  const about = { campaignId, subjectIds: [campaignId] };
  // Nothing else will tell of these; that the others are queued is told by the campaign.
  const ended = rows.filter(({ status }) => status !== 'queued');
  appendEvents(tx, [
    { type: 'campaign.accepted', ...about, revision: 1 },
    ...ended.map(({ id, status, deliveryCode }) => {
      const type = `sms.${status as 'failed' | 'blocked'}` as const;
      return { type, subjectIds: [id], campaignId, revision: 1, deliveryCode };
    }),
    ...(ended.length === rows.length ? [{ type: 'campaign.completed', ...about, revision: 2 } as const] : []),
  ]);
}

/** Groups of rows that are in the same state. */
function alike(rows: readonly PlannedRecipient[]): [PlannedRecipient, ...PlannedRecipient[]][] {
  const groups = Map.groupBy(rows, ({ status, deliveryCode }) => `${status} ${deliveryCode}`);
  return [...groups.values()] as [PlannedRecipient, ...PlannedRecipient[]][];
}

/**
 * The value that all rows share (`:allBody`), or an array of their values (`:eachBody`). Most columns of most campaigns
 * are the same throughout, and PostgreSQL need not read ten thousand words to learn that.
 */
function column<T>(name: string, rows: readonly PlannedRecipient[], pick: (row: PlannedRecipient) => T) {
  const first = rows[0] && pick(rows[0]);
  const isShared = rows.every((row) => pick(row) === first);
  return { [`each${name}`]: isShared ? null : rows.map(pick), [`all${name}`]: isShared ? (first ?? null) : null };
}

const PROGRESS = `
INSERT INTO campaign_progress (organisation_id, campaign_id, queued, failed, blocked, completed_at)
VALUES (:organisationId, :campaignId, :queued, :failed, :blocked, CASE WHEN :queued::integer = 0 THEN now() END)`;

const MESSAGES = `
INSERT INTO sms_messages (organisation_id, id, campaign_id, position, mobile, body, sender_id, reference, segments,
                          encoding, test, at_least_once, status, phase, delivery_code, scheduled_at, next_action_at,
                          valid_until, promotional)
SELECT :organisationId, id, :campaignId, place - 1, mobile, coalesce(body, :allBody), :senderId,
       coalesce(reference, :allReference), coalesce(segments, :allSegments::smallint),
       coalesce(encoding, :allEncoding::sms_encoding), :test, :atLeastOnce, status,
       CASE WHEN status <> 'queued' THEN 'done'::sms_phase WHEN :scheduledAt::timestamptz IS NULL THEN 'ready'::sms_phase
            ELSE 'scheduled'::sms_phase END,
       coalesce(delivery_code, :allDeliveryCode::smallint), :scheduledAt,
       CASE WHEN status = 'queued' THEN :scheduledAt::timestamptz END, :validUntil::timestamptz, :promotional
FROM (
  SELECT id, mobile, body, reference, segments, encoding, coalesce(status, :allStatus::sms_status) AS status, delivery_code, place
  FROM unnest(:ids::uuid[], :mobiles::text[], :eachBody::text[], :eachReference::text[], :eachSegments::smallint[],
              :eachEncoding::sms_encoding[], :eachStatus::sms_status[], :eachDeliveryCode::smallint[]) WITH ORDINALITY
    AS r (id, mobile, body, reference, segments, encoding, status, delivery_code, place)
) AS r`;
