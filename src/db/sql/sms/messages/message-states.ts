import { CODE_OF } from '../../../../domain/sms/delivery-codes.js';
import { CLAIMABLE } from '../../../../domain/sms/verdict.js';
import type { SmsPhase } from '../../../../domain/vocabulary.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import { quoted } from '../../../postgres/statement.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import { type RowOf } from '../../../tables.js';
import { IS_SENDER_REJECTED, REJECTED_SENDERS } from '../senders/rejected-senders.js';

/** What the route of a message depends on. The number is null after redaction. */
export interface DestinationRow extends RowOf<'sms_messages', 'id' | 'mobile' | 'sender_id' | 'inbound_gateway'> {}

export function findDestinations(tx: OrganisationSql, messageIds: readonly string[]): Promise<DestinationRow[]> {
  return tx.sql<DestinationRow>(
    `SELECT id, mobile, sender_id, inbound_gateway FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])`,
    { messageIds },
  );
}

type AttemptNumber = RowOf<'sms_messages', 'id' | 'attempt'>;

/** Those of the messages that a worker has claimed for this gateway. */
export function findSubmitting(tx: OrganisationSql, gateway: string, messageIds: readonly string[]) {
  return tx.sql<RowOf<'sms_messages', 'id' | 'attempt' | 'claim'>>(
    `SELECT id, attempt, claim FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
       AND CASE WHEN phase = 'submitting' THEN gateway = :gateway ELSE false END`,
    { gateway, messageIds },
  );
}

/**
 * Gives the messages of a campaign that were never claimed another time; null: now. Returns them in the order of the
 * call.
 */
export async function rescheduleMessages(
  tx: OrganisationSql,
  campaignId: string,
  at: Date | null,
): Promise<RowOf<'sms_messages', 'id' | 'mobile'>[]> {
  return tx.sql(
    `WITH moved AS (
       UPDATE sms_messages
       SET scheduled_at = coalesce(:at, now()), next_action_at = :at, updated_at = now(),
           phase = (CASE WHEN :at::timestamptz IS NULL THEN 'ready' ELSE 'scheduled' END)::sms_phase
       WHERE organisation_id = :organisationId AND campaign_id = :campaignId
         AND CASE WHEN phase IN ('ready', 'scheduled') THEN attempt = 0 ELSE false END
       RETURNING id, mobile, position
     )
     SELECT id, mobile FROM moved ORDER BY position`,
    { campaignId, at },
  );
}

/** The messages of a campaign that no gateway has got. */
export function listCancellable(
  tx: OrganisationSql,
  campaignId: string,
  phases: readonly SmsPhase[],
): Promise<AttemptNumber[]> {
  return tx.sql<AttemptNumber>(`SELECT id, attempt ${CANCELLABLE_OF_CAMPAIGN}`, { campaignId, phases });
}

const CANCELLABLE_OF_CAMPAIGN = `FROM sms_messages
WHERE organisation_id = :organisationId AND campaign_id = :campaignId AND phase = ANY (:phases::sms_phase[]) AND NOT handed_over`;

export async function countCancellable(
  tx: OrganisationSql,
  campaignId: string,
  phases: readonly SmsPhase[],
): Promise<number> {
  const [row] = await tx.sql<{ readonly messages: number }>(
    `SELECT count(*)::int AS messages ${CANCELLABLE_OF_CAMPAIGN}`,
    { campaignId, phases },
  );
  return row?.messages ?? 0;
}

export interface UnclaimedMessage extends RowOf<'sms_messages', 'id'> {
  /** In whole milliseconds, and not before its time. */
  readonly due_at_ms: number;
  /** It must be ended instead. */
  readonly has_expired: boolean;
  /** It is due, and its sender ID is rejected: it must be held instead. */
  readonly is_sender_rejected: boolean;
}

const DUE_AT_MS = 'ceil(extract(epoch FROM greatest(next_action_at, now())) * 1000)::float8 AS due_at_ms';

/**
 * Those of the messages that a worker has to claim, now or later, but for those of paused campaigns; and those that
 * have expired.
 */
export function findUnclaimed(
  tx: OrganisationSql,
  messageIds: readonly string[],
  pausedCampaigns: readonly string[],
): Promise<UnclaimedMessage[]> {
  return tx.sql<UnclaimedMessage>(
    `SELECT id, ${DUE_AT_MS}, coalesce(valid_until <= now(), false) AS has_expired,
            ${IS_SENDER_REJECTED} AND coalesce(next_action_at <= now(), true) AS is_sender_rejected
     FROM sms_messages m, ${REJECTED_SENDERS}
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
       AND CASE WHEN phase NOT IN (${quoted(CLAIMABLE)}) THEN false
                WHEN valid_until <= now() OR next_action_at > now() THEN true
                ELSE coalesce(campaign_id <> ALL (:pausedCampaigns::uuid[]), true) END
     ORDER BY id`,
    { messageIds, pausedCampaigns },
  );
}

export interface MessageForApproval extends RowOf<'sms_messages', 'id' | 'phase' | 'sender_id'> {
  /** In whole milliseconds, and not before its time. */
  readonly due_at_ms: number;
  readonly is_due: boolean;
  readonly has_expired: boolean;
}

/** Locks those of the messages that a worker has to claim, and those that wait for approval of their sender IDs. */
export function lockForApproval(tx: OrganisationSql, messageIds: readonly string[]): Promise<MessageForApproval[]> {
  return tx.sql<MessageForApproval>(
    `SELECT id, phase, sender_id, ${DUE_AT_MS}, coalesce(next_action_at <= now(), true) AS is_due,
            coalesce(valid_until <= now(), false) AS has_expired
     FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
       AND CASE WHEN phase IN (${quoted(CLAIMABLE)}) THEN true
                WHEN phase = 'paused' THEN hold_reason = 'sender_id_rejected'
                ELSE false END
     ORDER BY id FOR NO KEY UPDATE`,
    { messageIds: uuidArray(messageIds) },
  );
}

export interface DoubtfulMessage extends DestinationRow, RowOf<'sms_messages', 'attempt' | 'claim' | 'at_least_once'> {
  /** Since the attempt was first submitted. */
  readonly age_seconds: number;
  /** When the age was read. */
  readonly now_ms: number;
  readonly has_expired: boolean;
}

/** Those of the messages that are in doubt at this gateway and due now. */
export function findInDoubt(
  tx: OrganisationSql,
  gateway: string,
  messageIds: readonly string[],
): Promise<DoubtfulMessage[]> {
  return tx.sql<DoubtfulMessage>(
    `SELECT id, mobile, sender_id, inbound_gateway, attempt, claim, at_least_once,
            extract(epoch FROM now() - submitted_at)::float8 AS age_seconds,
            extract(epoch FROM now())::float8 * 1000 AS now_ms, coalesce(valid_until <= now(), false) AS has_expired
     FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND phase = 'in_doubt'
       AND gateway = :gateway AND next_action_at <= now()`,
    { gateway, messageIds },
  );
}

export interface OverdueMessage extends RowOf<'sms_messages', 'id' | 'attempt' | 'status' | 'phase'> {
  readonly has_expired: boolean;
}

/**
 * Those of the messages that are still in the phase and due now, and those that have expired in one of the `expiring`
 * phases.
 */
export function findOverdue(
  tx: OrganisationSql,
  messageIds: readonly string[],
  phases: { readonly phase: SmsPhase; readonly expiring: readonly SmsPhase[] },
): Promise<OverdueMessage[]> {
  return tx.sql<OverdueMessage>(
    `SELECT id, attempt, status, phase, ${IS_EXPIRING} AS has_expired FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
       AND CASE WHEN phase = :phase AND next_action_at <= now() THEN true ELSE ${IS_EXPIRING} END`,
    { messageIds, ...phases },
  );
}

const IS_EXPIRING = 'coalesce(valid_until <= now() AND phase = ANY (:expiring::sms_phase[]), false)';

/**
 * Locks those of the messages that are ready now. Leaves out those that have expired, and retries and schedules whose
 * time has not come.
 */
export async function lockWaiting(tx: OrganisationSql, messageIds: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<RowOf<'sms_messages', 'id'>>(
    `SELECT id FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
       AND CASE WHEN valid_until <= now() THEN false
                WHEN phase = 'ready' THEN true
                WHEN phase IN ('scheduled', 'waiting_retry') THEN next_action_at <= now()
                ELSE false END
     ORDER BY id FOR UPDATE`,
    { messageIds },
  );
  return rows.map((row) => row.id);
}

/** Those of the messages that were cancelled. */
export async function findCancelled(tx: OrganisationSql, messageIds: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<RowOf<'sms_messages', 'id'>>(
    `SELECT id FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
       AND CASE WHEN status = 'cancelled' THEN true ELSE false END
     ORDER BY id`,
    { messageIds },
  );
  return rows.map((row) => row.id);
}

/** Returns the ids of the messages that are delivered. */
export async function findDelivered(tx: OrganisationSql, messageIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<RowOf<'sms_messages', 'id'>>(
    `SELECT id FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
       AND CASE WHEN status = 'delivered' THEN true ELSE false END`,
    { messageIds },
  );
  return new Set(rows.map((row) => row.id));
}

/**
 * Returns those of the given messages that have failed because the answer to their last attempt was lost, or came too
 * late: the recipients may have them.
 */
export async function findOutcomeUnknown(
  tx: OrganisationSql,
  messageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (messageIds.length === 0) return new Set();
  const rows = await tx.sql<RowOf<'sms_messages', 'id'>>(
    `SELECT m.id FROM sms_messages m
     JOIN sms_attempts a ON a.organisation_id = :organisationId AND a.message_id = m.id AND a.number = m.attempt
     WHERE m.organisation_id = :organisationId AND m.id = ANY (:messageIds::uuid[])
       AND CASE WHEN m.status = 'failed' AND m.delivery_code = ${CODE_OF.InternalServerError}
                THEN a.outcome IN ('unknown', 'accepted', 'queued', 'held') ELSE false END`,
    { messageIds },
  );
  return new Set(rows.map((row) => row.id));
}

/**
 * Locks the messages but those that a worker is submitting, and returns the ids of these. Waiting for that worker could
 * deadlock: it may wait for the counts of a campaign that this transaction has locked.
 */
export async function lockAllButSubmitting(tx: OrganisationSql, messageIds: readonly string[]) {
  const rows = await tx.sql<RowOf<'sms_messages', 'id'>>(
    `WITH locked AS (
       SELECT id FROM sms_messages
       WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
         AND CASE WHEN phase = 'submitting' THEN false ELSE true END
       ORDER BY id FOR NO KEY UPDATE
     )
     SELECT id FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND id NOT IN (SELECT id FROM locked)`,
    { messageIds },
  );
  return new Set(rows.map((row) => row.id));
}

export type ClaimState = RowOf<'sms_messages', 'id' | 'claim' | 'phase' | 'handed_over'>;

/** Locks the messages, and returns which claim was the last of each. */
export function lockClaims(tx: OrganisationSql, messageIds: readonly string[]): Promise<ClaimState[]> {
  return tx.sql<ClaimState>(
    `SELECT id, claim, phase, handed_over FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
     ORDER BY id FOR NO KEY UPDATE`,
    { messageIds },
  );
}

/** Notes of ended messages that a gateway has accepted them. */
export async function noteHandedOver(tx: OrganisationSql, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  await tx.sql(
    `UPDATE sms_messages SET handed_over = true, updated_at = now()
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])`,
    { messageIds },
  );
}
