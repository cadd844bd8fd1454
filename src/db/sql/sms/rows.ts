import { sql } from 'kysely';
import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import type { SmsStatus } from '../../../domain/vocabulary.js';
import type { RowOf } from '../../tables.js';

export const MESSAGE_COLUMN_NAMES = [
  'id',
  'campaign_id',
  'position',
  'mobile',
  'body',
  'sender_id',
  'reference',
  'metadata',
  'segments',
  'encoding',
  'test',
  'at_least_once',
  'status',
  'phase',
  'delivery_code',
  'hold_reason',
  'attempt',
  'gateway',
  'submitted_at',
  'handed_over',
  'revision',
  'scheduled_at',
  'next_action_at',
  'created_at',
  'updated_at',
] as const;

export interface MessageRow extends RowOf<'sms_messages', (typeof MESSAGE_COLUMN_NAMES)[number]> {
  /** See OUTCOME_UNKNOWN. Missing where the message has only just been accepted. */
  readonly outcome_unknown?: boolean;
}

export const MESSAGE_COLUMNS = MESSAGE_COLUMN_NAMES.join(', ');

/**
 * The message has failed because the answer to its last attempt was lost; a gateway that refuses it leaves the same status
 * and code. For a query of sms_messages without an alias. The CASE keeps other rows from being looked up; EXISTS would be
 * planned as a hash of all attempts.
 */
export const OUTCOME_UNKNOWN =
  sql<boolean>`coalesce(CASE WHEN status = 'failed' AND delivery_code = ${sql.lit(CODE_OF.InternalServerError)} THEN (
    SELECT a.outcome = 'unknown' FROM sms_attempts a
    WHERE a.organisation_id = sms_messages.organisation_id AND a.message_id = sms_messages.id
      AND a.number = sms_messages.attempt) END, false)`.as('outcome_unknown');

export type StatusCounts = Readonly<Record<SmsStatus, number>>;

export type CampaignRow = Omit<RowOf<'campaigns'>, 'organisation_id' | 'redacted_at' | 'revision'> &
  Omit<RowOf<'campaign_progress'>, 'organisation_id' | 'campaign_id'>;

export type AttemptRow = Omit<RowOf<'sms_attempts'>, 'organisation_id' | 'message_id' | 'found_by_provider_id'>;
