import type { PlannedRecipient } from '../../../domain/sms/bulk-plan.js';
import { numbers, uuidArray } from '../../array-parameters.js';
import type { OrganisationTx } from '../../transaction.js';
import { appendEvents } from '../events/append-events.js';
import { CREATED_BY, type CreatedBy } from '../people/created-by.js';
import { type DueRow, dueColumns, INSERT_DUE } from './agenda.js';
import { type CountedMove, countMoves, newMove } from './statistics.js';
import { TROUBLES } from './troubles.js';

export interface NewCampaign extends CreatedBy {
  readonly id: string;
  readonly name: string | null;
  readonly body: string;
  readonly senderId: string | null;
  readonly reference: string | null;
  readonly metadata: Record<string, unknown> | null;
  readonly test: boolean;
  readonly atLeastOnce: boolean;
  /** Null: as the organisation is set. */
  readonly pauseOnFailures: boolean | null;
  readonly retryOf: string | null;
  readonly scheduledAt: Date | null;
  readonly duplicates: number;
  /** The rows of the listing, in the order of the call. */
  readonly rows: readonly PlannedRecipient[];
  readonly due: readonly DueRow[];
}

/** A campaign with all its messages, all or nothing, in one statement whatever its size, and its events. */
export async function insertCampaign(tx: OrganisationTx, campaign: NewCampaign): Promise<void> {
  const { id: campaignId, rows, due, ...own } = campaign;
  const count = (status: PlannedRecipient['status']) => rows.filter((row) => row.status === status).length;
  await tx.sql(STATEMENT, {
    campaignId,
    ...own,
    ids: uuidArray(rows.map((row) => row.id)),
    mobiles: numbers(rows.map((row) => row.mobile)),
    ...column('Body', rows, (row) => row.body),
    ...column('Reference', rows, (row) => row.reference),
    ...column('Segments', rows, (row) => row.segments),
    ...column('Encoding', rows, (row) => row.encoding),
    ...column('Status', rows, (row) => row.status),
    ...column('DeliveryCode', rows, (row) => row.deliveryCode),
    total: rows.length,
    queued: count('queued'),
    failed: count('failed'),
    blocked: count('blocked'),
    ...dueColumns(due),
  });
  countMoves(tx, newMoves(campaign));
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

function newMoves({ rows, senderId, test }: NewCampaign): CountedMove[] {
  const alike = Map.groupBy(rows, ({ status, deliveryCode }) => `${status} ${deliveryCode}`);
  return [...alike.values()].map((some) => {
    const [{ status, deliveryCode }] = some as [PlannedRecipient, ...PlannedRecipient[]];
    return newMove({ test, sender_id: senderId, status, delivery_code: deliveryCode }, some.length);
  });
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

const STATEMENT = `
WITH recipients AS (
  SELECT id, mobile, place - 1 AS position,
         coalesce(body, :allBody) AS body,
         coalesce(reference, :allReference) AS reference,
         coalesce(segments, :allSegments::smallint) AS segments,
         coalesce(encoding, :allEncoding::sms_encoding) AS encoding,
         coalesce(status, :allStatus::sms_status) AS status,
         coalesce(delivery_code, :allDeliveryCode::smallint) AS delivery_code
  FROM unnest(:ids::uuid[], :mobiles::text[], :eachBody::text[], :eachReference::text[], :eachSegments::smallint[],
              :eachEncoding::sms_encoding[], :eachStatus::sms_status[], :eachDeliveryCode::smallint[]) WITH ORDINALITY
    AS r (id, mobile, body, reference, segments, encoding, status, delivery_code, place)
),
counted (total, queued, failed, blocked) AS (
  VALUES (:total::integer, :queued::integer, :failed::integer, :blocked::integer)
),
campaign AS (
  INSERT INTO campaigns (organisation_id, id, name, body, sender_id, reference, metadata, test, at_least_once, total,
                         accepted, invalid, duplicates, suppressed, pause_on_failures, retry_of, scheduled_at, revision,
                         ${CREATED_BY.join(', ')})
  SELECT :organisationId, :campaignId, :name, :body, :senderId, :reference, :metadata, :test, :atLeastOnce, total,
         queued, failed, :duplicates, blocked,
         coalesce(:pauseOnFailures::boolean, (SELECT pause_on_failures FROM organisations WHERE organisation_id = :organisationId)),
         :retryOf, :scheduledAt, CASE WHEN queued = 0 THEN 2 ELSE 1 END,
         :createdByKind, :createdById, :createdByName
  FROM counted
),
progress AS (
  INSERT INTO campaign_progress (organisation_id, campaign_id, queued, failed, blocked, completed_at)
  SELECT :organisationId, :campaignId, queued, failed, blocked, CASE WHEN queued = 0 THEN now() END FROM counted
),
due AS (${INSERT_DUE}),
troubled AS (
  INSERT INTO sms_troubles (organisation_id, message_id, status, delivery_code)
  SELECT :organisationId, id, status::text, delivery_code FROM recipients WHERE status IN (${TROUBLES})
)
INSERT INTO sms_messages (organisation_id, id, campaign_id, position, mobile, body, sender_id, reference, segments,
                          encoding, test, at_least_once, status, phase, delivery_code, scheduled_at, next_action_at)
SELECT :organisationId, id, :campaignId, position, mobile, body, :senderId, reference, segments,
       encoding, :test, :atLeastOnce, status,
       CASE WHEN status <> 'queued' THEN 'done'::sms_phase WHEN :scheduledAt::timestamptz IS NULL THEN 'ready'::sms_phase
            ELSE 'scheduled'::sms_phase END,
       delivery_code, :scheduledAt, CASE WHEN status = 'queued' THEN :scheduledAt::timestamptz END
FROM recipients`;
