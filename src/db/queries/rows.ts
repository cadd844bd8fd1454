import type { AttemptOutcome, HoldReason, SmsEncoding, SmsPhase, SmsStatus } from '../../domain/vocabulary.js';

/** Rows as the queries answer them. Timestamps are text, as the driver gives them and as stored answers keep them. */
export interface MessageRow {
  readonly id: string;
  readonly campaign_id: string | null;
  readonly position: number | null;
  readonly mobile: string | null;
  readonly body: string | null;
  readonly sender_id: string | null;
  readonly reference: string | null;
  readonly metadata: Record<string, unknown> | null;
  readonly segments: number;
  readonly encoding: SmsEncoding;
  readonly test: boolean;
  readonly at_least_once: boolean;
  readonly status: SmsStatus;
  readonly phase: SmsPhase;
  readonly delivery_code: number | null;
  readonly hold_reason: HoldReason | null;
  readonly attempt: number;
  readonly gateway: string | null;
  readonly submitted_at: string | null;
  readonly handed_over: boolean;
  readonly revision: number;
  readonly scheduled_at: string | null;
  readonly next_action_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** See OUTCOME_UNKNOWN. Missing where the message has only just been accepted. */
  readonly outcome_unknown?: boolean;
}

export const MESSAGE_COLUMNS = `id, campaign_id, position, mobile, body, sender_id, reference, metadata, segments,
  encoding, test, at_least_once, status, phase, delivery_code, hold_reason, attempt, gateway, submitted_at, handed_over,
  revision, scheduled_at, next_action_at, created_at, updated_at`;

/**
 * The message has failed because the answer to its last attempt was lost; a gateway that refuses it leaves the same status and
 * code. For a query of sms_messages without an alias. The CASE keeps other rows from being looked up; EXISTS would be planned as
 * a hash of all attempts.
 */
export const OUTCOME_UNKNOWN = `coalesce(CASE WHEN status = 'failed' AND delivery_code = 500 THEN (
    SELECT a.outcome = 'unknown' FROM sms_attempts a
    WHERE a.organisation_id = sms_messages.organisation_id AND a.message_id = sms_messages.id
      AND a.number = sms_messages.attempt) END, false) AS outcome_unknown`;

export type StatusCounts = Readonly<Record<SmsStatus, number>>;

export interface CampaignRow extends StatusCounts {
  readonly id: string;
  readonly name: string | null;
  readonly body: string | null;
  readonly sender_id: string | null;
  readonly reference: string | null;
  readonly metadata: Record<string, unknown> | null;
  readonly test: boolean;
  readonly at_least_once: boolean;
  readonly total: number;
  readonly accepted: number;
  readonly invalid: number;
  readonly duplicates: number;
  readonly suppressed: number;
  readonly scheduled_at: string | null;
  readonly cancelled_at: string | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly completed_at: string | null;
}

/** For `campaigns c` joined with `campaign_progress p`. */
export const CAMPAIGN_COLUMNS = `c.id, c.name, c.body, c.sender_id, c.reference, c.metadata, c.test, c.at_least_once,
  c.total, c.accepted, c.invalid, c.duplicates, c.suppressed, c.scheduled_at, c.started_at, c.cancelled_at, c.created_at,
  p.queued, p.sent, p.delivered, p.failed, p.undelivered, p.blocked, p.held, p.cancelled, p.completed_at`;

export interface AttemptRow {
  readonly number: number;
  readonly gateway: string;
  readonly provider_id: string | null;
  readonly outcome: AttemptOutcome;
  readonly delivery_code: number | null;
  readonly raw_code: string | null;
  readonly raw_reason: string | null;
  readonly requested_at: string;
  readonly finished_at: string;
}
