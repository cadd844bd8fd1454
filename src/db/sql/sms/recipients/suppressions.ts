import { type InferResult, sql } from 'kysely';
import type { SuppressionSource } from '../../../../domain/vocabulary.js';
import { newId } from '../../../../lib/ids.js';
import { equal, type List } from '../../../lists/list.js';
import { type Walk, walkAlong } from '../../../lists/walk.js';
import { numbers } from '../../../postgres/array-parameters.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import { first, type RowOf, run, tables } from '../../../tables.js';

const COLUMNS = [
  'id',
  'mobile',
  'sender_id',
  'delivery_code',
  'source',
  'reason',
  'test',
  'promotional_only',
  'created_at',
] as const;

const suppressions = tables.selectFrom('suppressions').select(COLUMNS);

export type SuppressionRow = InferResult<typeof suppressions>[number];

export interface SuppressionConditions {
  readonly mobile?: string | null | undefined;
  /** Empty: those for every sender. */
  readonly senderId?: string | null | undefined;
  readonly deliveryCode?: number | null | undefined;
  readonly source?: SuppressionSource | null | undefined;
}

/** Newest first. */
export const SUPPRESSIONS: List<SuppressionRow, SuppressionConditions, 'suppressions'> = {
  table: 'suppressions',
  order: ['id'],
  descending: true,
  rows: (from) => from.select(COLUMNS),
  conditions: ({ mobile, senderId, deliveryCode, source }) =>
    equal<'suppressions'>({
      mobile,
      sender_id: senderId,
      delivery_code: deliveryCode == null ? null : sql`${deliveryCode}::integer`,
      source,
    }),
};

/** Along the index of a number, or along the ids. */
export const SUPPRESSION_SEARCH: Walk<SuppressionRow, SuppressionConditions, 'suppressions'> = walkAlong(
  SUPPRESSIONS,
  (_tx, { mobile }) => equal<'suppressions'>({ mobile }),
);

export interface SuppressionKey {
  readonly mobile: string;
  /** Empty: for every sender. */
  readonly senderId: string;
}

/** In the order of the keys. */
export function findSuppressions(tx: OrganisationSql, keys: readonly SuppressionKey[]) {
  return tx.sql<SuppressionRow>(
    `SELECT ${COLUMNS.map((column) => `s.${column}`).join(', ')}
     FROM unnest(:mobiles::text[], :senderIds::text[]) WITH ORDINALITY AS k (mobile, sender_id, place)
     JOIN suppressions s ON s.organisation_id = :organisationId AND s.mobile = k.mobile AND s.sender_id = k.sender_id
     ORDER BY k.place`,
    { mobiles: keys.map((key) => key.mobile), senderIds: keys.map((key) => key.senderId) },
  );
}

/** Locks the row against changes until the transaction ends. */
export function lockSuppression(
  tx: OrganisationSql,
  entry: SuppressionKey | { readonly id: string },
): Promise<SuppressionRow | null> {
  const own = suppressions.where('organisation_id', '=', tx.organisationId).forUpdate();
  return first(
    tx,
    'id' in entry
      ? own.where('id', '=', entry.id)
      : own.where('mobile', '=', entry.mobile).where('sender_id', '=', entry.senderId),
  );
}

export async function deleteSuppression(tx: OrganisationSql, id: string): Promise<void> {
  await run(
    tx,
    tables.deleteFrom('suppressions').where('organisation_id', '=', tx.organisationId).where('id', '=', id),
  );
}

/** Messages that a suppression may block. */
export interface Sending {
  readonly senderId: string | null;
  readonly test: boolean;
  readonly promotional: boolean;
}

/**
 * The suppressions because of which this sender must not write to the numbers: of several for a number, the one whose
 * code a message would get.
 */
export function findBlockingSuppressions(
  tx: OrganisationSql,
  { senderId, test, promotional }: Sending,
  mobiles: readonly string[],
): Promise<SuppressionRow[]> {
  return tx.sql<SuppressionRow>(
    `SELECT DISTINCT ON (mobile) ${COLUMNS.join(', ')} FROM suppressions
     WHERE organisation_id = :organisationId AND mobile = ANY (:mobiles) AND sender_id IN ('', :senderId)
       AND (NOT test OR :test) AND (NOT promotional_only OR :promotional)
     ORDER BY mobile, delivery_code DESC, id`,
    { mobiles: numbers(mobiles), senderId: senderId ?? '', test, promotional },
  );
}

export interface NewSuppression extends SuppressionKey {
  readonly deliveryCode: number;
  readonly reason: string | null;
  /** Only for test messages. */
  readonly test: boolean;
  /** Only for promotional messages. */
  readonly promotionalOnly: boolean;
}

/**
 * Returns those that it has added or replaced. An entry for test messages alone is replaced by one for all, and one
 * that a keyword has made by one that an organisation makes: START does not end that. An entry for promotional messages
 * alone is widened to all messages, and none is narrowed.
 */
export async function suppress(
  tx: OrganisationSql,
  source: SuppressionSource,
  entries: readonly NewSuppression[],
): Promise<RowOf<'suppressions', 'mobile' | 'sender_id'>[]> {
  if (entries.length === 0) return [];
  return tx.sql(
    `INSERT INTO suppressions AS s (organisation_id, id, mobile, sender_id, delivery_code, source, reason, test, promotional_only)
     SELECT DISTINCT ON (mobile, sender_id)
            :organisationId, id, mobile, sender_id, delivery_code, :source::suppression_source, reason, test, promotional_only
     FROM unnest(:newIds::uuid[], :mobiles::text[], :senderIds::text[], :deliveryCodes::smallint[], :reasons::text[],
                 :tests::boolean[], :promotionalOnly::boolean[])
       AS n (id, mobile, sender_id, delivery_code, reason, test, promotional_only)
     ORDER BY mobile, sender_id, test, promotional_only
     ${OVER_NARROWER}
     RETURNING mobile, sender_id`,
    {
      source,
      newIds: entries.map(() => newId()),
      mobiles: entries.map((entry) => entry.mobile),
      senderIds: entries.map((entry) => entry.senderId),
      deliveryCodes: entries.map((entry) => entry.deliveryCode),
      reasons: entries.map((entry) => entry.reason),
      tests: entries.map((entry) => entry.test),
      promotionalOnly: entries.map((entry) => entry.promotionalOnly),
    },
  );
}

/** Suppresses the numbers of messages that a gateway has reported as blocked. */
export async function suppressRecipients(
  tx: OrganisationSql,
  messageIds: readonly string[],
  why: { readonly forSenderOnly: boolean; readonly deliveryCode: number; readonly reason: string | null },
): Promise<void> {
  await tx.sql(
    `INSERT INTO suppressions AS s (organisation_id, id, mobile, sender_id, delivery_code, source, reason, test)
     SELECT DISTINCT ON (3, 4)
            m.organisation_id, n.id, m.mobile,
            CASE WHEN :forSenderOnly THEN coalesce(m.sender_id, '') ELSE '' END AS sender_id,
            :deliveryCode::smallint, 'gateway'::suppression_source, :reason, m.test
     FROM unnest(:messageIds::uuid[], :newIds::uuid[]) AS n (message_id, id)
     JOIN sms_messages m ON m.organisation_id = :organisationId AND m.id = n.message_id
     WHERE m.status = 'blocked' AND m.mobile IS NOT NULL
     ORDER BY 3, 4, m.test
     ${OVER_NARROWER}`,
    {
      messageIds,
      newIds: messageIds.map(() => newId()),
      forSenderOnly: why.forSenderOnly,
      deliveryCode: why.deliveryCode,
      reason: why.reason,
    },
  );
}

// A STOP that widens what an organisation has made does not make it one that START ends.
const OVER_NARROWER = `
ON CONFLICT (organisation_id, mobile, sender_id) DO UPDATE
SET delivery_code = excluded.delivery_code, reason = excluded.reason, test = excluded.test,
    source = CASE WHEN s.test = excluded.test AND s.source = 'manual' AND excluded.source = 'keyword' THEN s.source
                  ELSE excluded.source END,
    promotional_only = excluded.promotional_only AND (s.promotional_only OR s.test <> excluded.test)
WHERE s.test AND NOT excluded.test
   OR s.test = excluded.test AND (s.source = 'keyword' AND excluded.source = 'manual'
                                  OR s.promotional_only AND NOT excluded.promotional_only)`;
