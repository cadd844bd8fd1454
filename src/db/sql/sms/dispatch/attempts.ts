import { CODE_OF } from '../../../../domain/sms/delivery-codes.js';
import type { AttemptOutcome } from '../../../../domain/vocabulary.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';

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
 * Stores why accepted attempts have failed. An attempt without a row gets one now, because the message may soon tell of
 * the next attempt only.
 */
export async function recordReportedFailures(tx: OrganisationSql, failures: readonly ReportedFailure[]): Promise<void> {
  if (failures.length === 0) return;
  await tx.sql(
    `INSERT INTO sms_attempts AS a (organisation_id, message_id, number, gateway, found_by_provider_id, outcome,
                                    delivery_code, raw_code, requested_at, finished_at)
     SELECT m.organisation_id, m.id, m.attempt, m.gateway, false, 'accepted', f.delivery_code, f.raw_code,
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

/** Stores what the gateway answered. An answer replaces an earlier "unknown" of the same attempt. */
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
         raw_code = excluded.raw_code, raw_reason = excluded.raw_reason, finished_at = excluded.finished_at
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

export type AttemptRow = Omit<RowOf<'sms_attempts'>, 'organisation_id' | 'message_id' | 'found_by_provider_id'>;

/**
 * The attempts of several messages, in order: the stored ones, and the current one if only the message itself tells of
 * it.
 */
export function listAttemptRows(
  tx: OrganisationSql,
  messageIds: readonly string[],
): Promise<(AttemptRow & { readonly message_id: string })[]> {
  return tx.sql<AttemptRow & { readonly message_id: string }>(
    `SELECT message_id, number, gateway, provider_id, outcome, delivery_code, raw_code, raw_reason, requested_at,
            finished_at
     FROM sms_attempts WHERE organisation_id = :organisationId AND message_id = ANY (:messageIds::uuid[])
     UNION ALL
     SELECT id, attempt, gateway, NULL, 'accepted', ${CODE_OF.Sent}, NULL, NULL, submitted_at, submitted_at
     FROM sms_messages m
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND attempt > 0 AND phase <> 'submitting'
       AND NOT EXISTS (SELECT 1 FROM sms_attempts a
                       WHERE a.organisation_id = :organisationId AND a.message_id = m.id AND a.number = m.attempt)
     ORDER BY message_id, number`,
    { messageIds },
  );
}

/**
 * How many earlier attempts of each message do not count for the retry rules, because the gateway had no credit or its
 * answer was lost. Messages without such attempts are missing.
 */
export async function countUncountedAttempts(
  tx: OrganisationSql,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (messageIds.length === 0) return new Map();
  const rows = await tx.sql<{ message_id: string; uncounted: number }>(
    `SELECT a.message_id, count(*)::integer AS uncounted
     FROM sms_messages m
     JOIN sms_attempts a ON a.organisation_id = :organisationId AND a.message_id = m.id AND a.number < m.attempt
     WHERE m.organisation_id = :organisationId AND m.id = ANY (:messageIds::uuid[])
       AND (a.outcome = 'unknown' OR a.delivery_code = ${CODE_OF.InsufficientBalance})
     GROUP BY a.message_id`,
    { messageIds },
  );
  return new Map(rows.map((row) => [row.message_id, row.uncounted]));
}

/** The gateways' own ids of all attempts at these messages, and of their parts, if reports name them. */
export function listProviderIds(tx: OrganisationSql, messageIds: readonly string[]) {
  return tx.sql<RowOf<'sms_attempt_parts', 'message_id' | 'gateway' | 'provider_id'>>(
    `SELECT message_id, gateway, provider_id FROM sms_attempts
     WHERE organisation_id = :organisationId AND message_id = ANY (:messageIds::uuid[]) AND found_by_provider_id
     UNION ALL
     SELECT message_id, gateway, provider_id FROM sms_attempt_parts
     WHERE organisation_id = :organisationId AND message_id = ANY (:messageIds::uuid[])`,
    { messageIds },
  );
}

export interface AttemptOwner extends RowOf<'sms_attempts', 'organisation_id' | 'message_id' | 'number'> {
  readonly provider_id: string;
}

/** Finds attempts by the ids that the gateway gave them. */
export function findAttemptsByProviderId(tx: EveryOrganisationSql, gateway: string, providerIds: readonly string[]) {
  return tx.sql<AttemptOwner>(ATTEMPTS_BY_PROVIDER_ID, { gateway, providerIds });
}

export const ATTEMPTS_BY_PROVIDER_ID = `
SELECT organisation_id, message_id, number, provider_id FROM sms_attempts
WHERE provider_id = ANY (:providerIds) AND gateway = :gateway AND found_by_provider_id`;

/** Stores attempts of which a worker left no answer: the messages may have reached the gateway. */
export function recordUnknownAttempts(
  tx: OrganisationSql,
  gateway: string,
  messages: readonly RowOf<'sms_messages', 'id' | 'attempt'>[],
  rawReason: string | null,
): Promise<void> {
  const unknown = { outcome: 'unknown', deliveryCode: null, providerId: null, rawCode: null, rawReason } as const;
  return recordAttempts(
    tx,
    { gateway, foundByProviderId: false, requestedAt: new Date() },
    messages.map(({ id, attempt }) => ({ messageId: id, number: attempt, ...unknown })),
  );
}
