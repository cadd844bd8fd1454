import { type InferResult, sql } from 'kysely';
import type { SuppressionSource } from '../../../../domain/vocabulary.js';
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

const BLOCKING = `organisation_id = :organisationId AND mobile = ANY (:mobiles) AND sender_id IN ('', :senderId)
       AND (NOT test OR :test) AND (NOT promotional_only OR :promotional)`;

const blockingValues = ({ senderId, test, promotional }: Sending, mobiles: readonly string[]) => {
  return { mobiles: numbers(mobiles), senderId: senderId ?? '', test, promotional };
};

/**
 * The numbers that this sender must not write to, and the code that a message to each would get. For campaigns: whole
 * suppressions of 10,000 numbers would take a quarter of a preview.
 */
export async function findSuppressionCodes(
  tx: OrganisationSql,
  sending: Sending,
  mobiles: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.sql<RowOf<'suppressions', 'mobile' | 'delivery_code'>>(
    `SELECT mobile, max(delivery_code) AS delivery_code FROM suppressions WHERE ${BLOCKING} GROUP BY mobile`,
    blockingValues(sending, mobiles),
  );
  return new Map(rows.map((row) => [row.mobile, row.delivery_code]));
}

/**
 * The suppressions because of which this sender must not write to the numbers: of several for a number, the one whose
 * code a message would get.
 */
export function findBlockingSuppressions(
  tx: OrganisationSql,
  sending: Sending,
  mobiles: readonly string[],
): Promise<SuppressionRow[]> {
  return tx.sql<SuppressionRow>(
    `SELECT DISTINCT ON (mobile) ${COLUMNS.join(', ')} FROM suppressions
     WHERE ${BLOCKING}
     ORDER BY mobile, delivery_code DESC, id`,
    blockingValues(sending, mobiles),
  );
}
