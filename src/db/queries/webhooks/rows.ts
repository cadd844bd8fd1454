import type { EventType } from '../../../domain/events/event.js';
import type { WebhookDeliveryStatus, WebhookDisabledReason, WebhookStatus } from '../../../domain/vocabulary.js';

/** Timestamps are text, as in ../rows.ts. */
export interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** Null: every type. */
  readonly types: readonly EventType[] | null;
  readonly test: boolean;
  readonly status: WebhookStatus;
  readonly disabled_reason: WebhookDisabledReason | null;
  /** Up to here the log has been taken up for it. */
  readonly last_sequence: number;
  readonly failing_since: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export const WEBHOOK_COLUMNS = `id, url, description, types, test, status, disabled_reason,
  last_sequence::float8 AS last_sequence, failing_since, created_at, updated_at`;

export interface WebhookDeliveryRow {
  readonly endpoint_id: string;
  readonly sequence: number;
  readonly type: EventType;
  readonly status: WebhookDeliveryStatus;
  readonly attempts: number;
  readonly next_attempt_at: string | null;
  readonly response_status: number | null;
  readonly response_body: string | null;
  /** Why there was no answer. */
  readonly error: string | null;
  readonly duration_ms: number;
  readonly attempted_at: string;
  readonly created_at: string;
}

export const WEBHOOK_DELIVERY_COLUMNS = `endpoint_id, sequence::float8 AS sequence, type, status, attempts,
  next_attempt_at, response_status, response_body, error, duration_ms, attempted_at, created_at`;

/** What an endpoint's posts are signed with, the newest first. */
export const SECRETS_IN_FORCE = `CASE WHEN previous_secret_until > now() THEN ARRAY[secret, previous_secret]
  ELSE ARRAY[secret] END`;

/** What is no longer in the log cannot be posted, although its delivery may still be listed for a while. */
export const KEPT = 'sequence >= (SELECT oldest_sequence FROM event_logs WHERE organisation_id = :organisationId)';
