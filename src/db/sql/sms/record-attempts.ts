import type { AttemptOutcome } from '../../../domain/vocabulary.js';
import type { OrganisationSql } from '../../transaction.js';

export interface AttemptRecord {
  readonly messageId: string;
  readonly number: number;
  readonly outcome: AttemptOutcome;
  readonly deliveryCode: number | null;
  readonly providerId: string | null;
  readonly rawCode: string | null;
  readonly rawReason: string | null;
}

export interface AttemptsOf {
  readonly gateway: string;
  /** The gateway's reports name only its own id. */
  readonly foundByProviderId: boolean;
  readonly requestedAt: Date;
}

/** A report on the current attempt of a message. */
export interface ReportedFailure {
  readonly messageId: string;
  readonly deliveryCode: number;
  readonly rawCode: string | null;
}

/**
 * Why attempts have failed that the gateway had taken. Those that only the message told of get a row of their own, also
 * because it may go on to the next one.
 */
export async function recordReportedFailures(tx: OrganisationSql, failures: readonly ReportedFailure[]): Promise<void> {
  if (failures.length === 0) return;
  await tx.sql(
    `INSERT INTO sms_attempts AS a (organisation_id, message_id, number, gateway, found_by_provider_id, outcome,
                                    delivery_code, raw_code, requested_at, finished_at)
     SELECT :organisationId, m.id, m.attempt, m.gateway, false, 'accepted', f.delivery_code, f.raw_code,
            m.submitted_at, m.submitted_at
     FROM unnest(:messageIds::uuid[], :deliveryCodes::smallint[], :rawCodes::text[]) AS f (message_id, delivery_code, raw_code)
     JOIN sms_messages m ON m.organisation_id = :organisationId AND m.id = f.message_id
     ON CONFLICT (organisation_id, message_id, number) DO UPDATE
     SET delivery_code = excluded.delivery_code, raw_code = coalesce(excluded.raw_code, a.raw_code)`,
    {
      messageIds: failures.map((failure) => failure.messageId),
      deliveryCodes: failures.map((failure) => failure.deliveryCode),
      rawCodes: failures.map((failure) => failure.rawCode),
    },
  );
}

/** What the gateway answered, kept for support. An answer replaces an earlier "unknown" for the same attempt. */
export async function recordAttempts(
  tx: OrganisationSql,
  of: AttemptsOf,
  attempts: readonly AttemptRecord[],
): Promise<void> {
  if (attempts.length === 0) return;
  await tx.sql(
    `INSERT INTO sms_attempts AS a (organisation_id, message_id, number, gateway, provider_id, found_by_provider_id,
                                    outcome, delivery_code, raw_code, raw_reason, requested_at)
     SELECT :organisationId, message_id, number, :gateway, provider_id, :foundByProviderId AND provider_id IS NOT NULL,
            outcome, delivery_code, raw_code, raw_reason, :requestedAt
     FROM unnest(:messageIds::uuid[], :numbers::smallint[], :providerIds::text[], :outcomes::attempt_outcome[],
       :deliveryCodes::smallint[], :rawCodes::text[], :rawReasons::text[])
       AS i (message_id, number, provider_id, outcome, delivery_code, raw_code, raw_reason)
     ON CONFLICT (organisation_id, message_id, number) DO UPDATE
     SET provider_id = coalesce(excluded.provider_id, a.provider_id),
         found_by_provider_id = excluded.found_by_provider_id OR a.found_by_provider_id,
         outcome = excluded.outcome, delivery_code = excluded.delivery_code,
         raw_code = excluded.raw_code, raw_reason = excluded.raw_reason, finished_at = now()
     WHERE a.outcome = 'unknown'`,
    {
      gateway: of.gateway,
      foundByProviderId: of.foundByProviderId,
      requestedAt: of.requestedAt,
      messageIds: attempts.map((attempt) => attempt.messageId),
      numbers: attempts.map((attempt) => attempt.number),
      providerIds: attempts.map((attempt) => attempt.providerId),
      outcomes: attempts.map((attempt) => attempt.outcome),
      deliveryCodes: attempts.map((attempt) => attempt.deliveryCode),
      rawCodes: attempts.map((attempt) => attempt.rawCode),
      rawReasons: attempts.map((attempt) => attempt.rawReason),
    },
  );
}
