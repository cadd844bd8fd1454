import { sql } from 'kysely';
import { CODE_OF } from '../../../../domain/sms/delivery-codes.js';
import type { SmsStatus } from '../../../../domain/vocabulary.js';
import { SmsMessage } from '../../../entities/sms/messages.js';
import { acceptedWithin, type Condition, equal, type From, given, type List } from '../../../lists/list.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import { anyOf, columnsBut, first, type RowOf, run, tables } from '../../../tables.js';
import { ABOUT_MESSAGES } from '../../events/log.js';

export const MESSAGE_COLUMN_NAMES = columnsBut(
  SmsMessage,
  ...([
    'organisation_id',
    'previous_status',
    'previous_delivery_code',
    'claim',
    'redacted_at',
    'inbound_gateway',
  ] as const),
);

export interface MessageRow extends RowOf<'sms_messages', (typeof MESSAGE_COLUMN_NAMES)[number]> {
  /** See outcomeUnknown. Missing where the message has only just been accepted. */
  readonly outcome_unknown?: boolean;
  /** See hasExpired. Missing where the message has only just been accepted. */
  readonly expired?: boolean;
}

export const MESSAGE_COLUMNS = MESSAGE_COLUMN_NAMES.join(', ');

/**
 * The message has failed because the answer to its last attempt was lost; a gateway that refuses it leaves the same
 * status and code. For a query of sms_messages without an alias. The CASE keeps other rows from being looked up; EXISTS
 * would be planned as a hash of all attempts.
 */
export const outcomeUnknown = (organisationId: string) =>
  sql<boolean>`coalesce(CASE WHEN status = 'failed' AND delivery_code = ${sql.lit(CODE_OF.InternalServerError)} THEN (
    SELECT a.outcome = 'unknown' FROM sms_attempts a
    WHERE a.organisation_id = ${organisationId} AND a.message_id = sms_messages.id
      AND a.number = sms_messages.attempt) END, false)`.as('outcome_unknown');

/**
 * The message was cancelled when it had expired; nothing changes it later but the proof that a gateway has taken it
 * after all. For a query of sms_messages without an alias.
 */
export const hasExpired =
  sql<boolean>`coalesce(status = 'cancelled' AND NOT handed_over AND valid_until <= updated_at, false)`.as('expired');

const rowsOf = (from: From<'sms_messages'>, organisationId: string) =>
  from.select([...MESSAGE_COLUMN_NAMES, outcomeUnknown(organisationId), hasExpired]);

const messages = ({ organisationId }: OrganisationSql) =>
  rowsOf(tables.selectFrom('sms_messages'), organisationId).where('organisation_id', '=', organisationId);

export interface MessageConditions {
  readonly status?: SmsStatus | null | undefined;
  readonly deliveryCode?: number | null | undefined;
  readonly to?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly createdAfter?: Date | null | undefined;
  readonly createdBefore?: Date | null | undefined;
  /** One of them; an empty list matches nothing. */
  readonly statuses?: readonly SmsStatus[] | null | undefined;
  readonly deliveryCodes?: readonly number[] | null | undefined;
  readonly campaignId?: string | null | undefined;
  /** True: only messages that belong to no campaign. False: only those that do. */
  readonly single?: boolean | null | undefined;
  readonly senderId?: string | null | undefined;
  readonly test?: boolean | null | undefined;
  /** Messages from none of these numbers, with or without a plus. */
  readonly exceptFrom?: readonly string[] | null | undefined;
}

export type OutcomeConditions = Pick<MessageConditions, 'status' | 'statuses' | 'deliveryCode' | 'deliveryCodes'>;

export const outcomeIs = ({ status, statuses, deliveryCode, deliveryCodes }: OutcomeConditions): Condition[] => [
  ...equal<'sms_messages'>({ status }),
  ...given(statuses, (some) => sql`status = ANY (${some}::sms_status[])`),
  ...given(deliveryCode, (code) => sql`delivery_code = ${code}::integer`),
  ...given(deliveryCodes, (some) => sql`delivery_code = ANY (${some}::integer[])`),
];

/** Newest first: ids are made in the order of time. */
export const SMS_MESSAGES: List<Required<MessageRow>, MessageConditions, 'sms_messages'> = {
  table: 'sms_messages',
  order: ['id'],
  descending: true,
  rows: rowsOf,
  conditions: ({ to, reference, campaignId, single, senderId, test, exceptFrom, ...others }) => [
    ...outcomeIs(others),
    ...equal<'sms_messages'>({ mobile: to, reference, campaign_id: campaignId, sender_id: senderId, test }),
    ...given(single, (isSingle) => (isSingle ? sql`campaign_id IS NULL` : sql`campaign_id IS NOT NULL`)),
    ...given(exceptFrom, (some) => sql`coalesce(ltrim(sender_id, '+') <> ALL (${some}::text[]), true)`),
    ...acceptedWithin(others, sql.ref('id')),
  ],
};

export function findMessage(tx: OrganisationSql, id: string): Promise<MessageRow | null> {
  return first(tx, messages(tx).where('id', '=', id));
}

/** Several at once, in any order. */
export function findMessages(tx: OrganisationSql, ids: readonly string[]): Promise<MessageRow[]> {
  return run(tx, messages(tx).where('id', '=', anyOf(ids)));
}

export interface ChangeRow extends RowOf<'events', 'delivery_code' | 'revision' | 'corrected' | 'created_at'> {
  readonly subject_id: string;
  readonly status: SmsStatus;
}

/** The changes of status of several messages, from the event log. */
export function listChangeRows(tx: OrganisationSql, messageIds: readonly string[]): Promise<ChangeRow[]> {
  return tx.sql<ChangeRow>(
    `SELECT subject_id, substr(type, 5) AS status, delivery_code, revision, corrected, created_at
     FROM ${ABOUT_MESSAGES} WHERE type LIKE 'sms.%' ORDER BY subject_id, revision`,
    { messageIds: uuidArray(messageIds) },
  );
}
