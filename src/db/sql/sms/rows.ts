import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import type { SmsStatus } from '../../../domain/vocabulary.js';
import type { RowOf } from '../../tables.js';

export interface MessageRow extends Omit<RowOf<'sms_messages'>, 'organisation_id' | 'previous_status' | 'redacted_at'> {
  /** See OUTCOME_UNKNOWN. Missing where the message has only just been accepted. */
  readonly outcome_unknown?: boolean;
}

export const MESSAGE_COLUMNS = `id, campaign_id, position, mobile, body, sender_id, reference, metadata, segments,
  encoding, test, at_least_once, status, phase, delivery_code, hold_reason, attempt, gateway, submitted_at, handed_over,
  revision, scheduled_at, next_action_at, created_at, updated_at`;

/**
 * The message has failed because the answer to its last attempt was lost; a gateway that refuses it leaves the same status
 * and code. For a query of sms_messages without an alias. The CASE keeps other rows from being looked up; EXISTS would be
 * planned as a hash of all attempts.
 */
export const OUTCOME_UNKNOWN = `coalesce(CASE WHEN status = 'failed' AND delivery_code = ${CODE_OF.InternalServerError} THEN (
    SELECT a.outcome = 'unknown' FROM sms_attempts a
    WHERE a.organisation_id = sms_messages.organisation_id AND a.message_id = sms_messages.id
      AND a.number = sms_messages.attempt) END, false) AS outcome_unknown`;

export type StatusCounts = Readonly<Record<SmsStatus, number>>;

export type CampaignRow = Omit<RowOf<'campaigns'>, 'organisation_id' | 'redacted_at' | 'revision'> &
  Omit<RowOf<'campaign_progress'>, 'organisation_id' | 'campaign_id'>;

/** For `campaigns c` joined with `campaign_progress p`. */
export const CAMPAIGN_COLUMNS = `c.id, c.name, c.body, c.sender_id, c.reference, c.metadata, c.test, c.at_least_once,
  c.total, c.accepted, c.invalid, c.duplicates, c.suppressed, c.scheduled_at, c.started_at, c.cancelled_at, c.created_at,
  p.queued, p.sent, p.delivered, p.failed, p.undelivered, p.blocked, p.held, p.cancelled, p.completed_at`;

export type AttemptRow = Omit<RowOf<'sms_attempts'>, 'organisation_id' | 'message_id' | 'found_by_provider_id'>;
