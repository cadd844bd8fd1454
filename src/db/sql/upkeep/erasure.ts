import { CANCELLABLE } from '../../../domain/sms/verdict.js';
import { uuidArray } from '../../postgres/array-parameters.js';
import { quoted } from '../../postgres/statement.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../postgres/transaction.js';
import type { RowOf } from '../../tables.js';
import { ABOUT_MESSAGES } from '../events/log.js';
import type { Inbox } from '../kernel/inbox.js';
import { removeLastDigits } from '../sms/campaigns/campaign-numbers.js';
import { WAITING_COLUMNS, type WaitingMessage } from '../sms/campaigns/campaign-pauses.js';
import type { TakenMessage } from './old-messages.js';

export interface MessageTo extends WaitingMessage {
  /** No worker has claimed it. */
  readonly is_waiting: boolean;
}

/**
 * Locks those messages that still have the number, in the order of their ids: another transaction may have erased some
 * since they were listed.
 */
export function lockMessagesTo(
  tx: OrganisationSql,
  mobile: string,
  messageIds: readonly string[],
): Promise<MessageTo[]> {
  return tx.sql<MessageTo>(
    `SELECT ${WAITING_COLUMNS}, m.phase IN (${quoted(CANCELLABLE)}) AS is_waiting
     FROM sms_messages m
     WHERE m.organisation_id = :organisationId AND m.id = ANY (:messageIds::uuid[]) AND m.mobile = :mobile
     ORDER BY m.id FOR NO KEY UPDATE OF m`,
    { mobile, messageIds: uuidArray(messageIds) },
  );
}

export interface ErasedMessage extends TakenMessage, RowOf<'sms_messages', 'mobile' | 'campaign_id'> {}

/**
 * Erases those of the messages that have ended: what redaction takes, their references, and the words of gateways.
 * Returns the numbers as they were.
 */
export async function eraseMessages(tx: OrganisationSql, messageIds: readonly string[]): Promise<ErasedMessage[]> {
  const messages = await tx.sql<ErasedMessage>(
    `SELECT id, mobile, campaign_id, CASE WHEN phase = 'done' THEN false ELSE true END AS "left" FROM sms_messages
     WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])
     ORDER BY id FOR UPDATE`,
    { messageIds: uuidArray(messageIds) },
  );
  const ended = messages.filter(({ left }) => !left);
  if (ended.length > 0) {
    const ids = ended.map(({ id }) => id);
    const values = { messageIds: uuidArray(ids), mobiles: ended.map(({ mobile }) => mobile) };
    await tx.sql(LOCK_CAMPAIGNS, { campaignIds: ended.flatMap(({ campaign_id: id }) => id ?? []) });
    await removeLastDigits(tx, ids);
    await tx.sql(ERASE, values);
    await eraseResponses(tx, ids);
  }
  return messages;
}

// The transaction changes the campaigns too (`eraseFromCampaigns`), and campaigns are locked before their numbers.
const LOCK_CAMPAIGNS = `
SELECT FROM campaigns WHERE organisation_id = :organisationId AND id = ANY (:campaignIds::uuid[]) ORDER BY id FOR NO KEY UPDATE`;

// A late report finds an attempt by the gateway's id, so an id stays unless it contains the number.
const ERASE = `
WITH erased (id, mobile) AS (SELECT * FROM unnest(:messageIds::uuid[], :mobiles::text[])),
attempts AS (
  UPDATE sms_attempts a
  SET raw_reason = NULL, raw_code = CASE WHEN strpos(a.raw_code, e.mobile) = 0 THEN a.raw_code END,
      provider_id = CASE WHEN strpos(a.provider_id, e.mobile) = 0 THEN a.provider_id END
  FROM erased e WHERE a.organisation_id = :organisationId AND a.message_id = ANY (:messageIds::uuid[]) AND a.message_id = e.id
),
parts AS (
  DELETE FROM sms_attempt_parts a USING erased e
  WHERE a.organisation_id = :organisationId AND a.message_id = ANY (:messageIds::uuid[]) AND a.message_id = e.id
    AND strpos(a.provider_id, e.mobile) > 0
)
UPDATE sms_messages
SET mobile = NULL, body = NULL, metadata = NULL, reference = NULL, redacted_at = coalesce(redacted_at, now())
WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])`;

/** Erases what receivers have answered to the events of messages or campaigns. */
export async function eraseResponses(tx: OrganisationSql, messageIds: readonly string[]): Promise<void> {
  await tx.sql(
    `UPDATE webhook_deliveries SET response_body = NULL
     WHERE organisation_id = :organisationId AND response_body IS NOT NULL
       AND endpoint_id = ANY (ARRAY(SELECT id FROM webhook_endpoints WHERE organisation_id = :organisationId))
       AND sequence = ANY (ARRAY(SELECT sequence FROM ${ABOUT_MESSAGES}))`,
    { messageIds: uuidArray(messageIds) },
  );
}

/**
 * Erases what campaigns say of a number that one of their messages went to: labels that contain it, and the text once
 * no message needs it, if it contains the number or has no other recipient left.
 */
export async function eraseFromCampaigns(
  tx: OrganisationSql,
  campaignIds: readonly string[],
  spellings: string,
): Promise<void> {
  if (campaignIds.length === 0) return;
  await tx.sql(
    `UPDATE campaigns c
     SET name = CASE WHEN c.name ~ :spellings THEN NULL ELSE c.name END,
         reference = CASE WHEN c.reference ~ :spellings THEN NULL ELSE c.reference END,
         metadata = CASE WHEN c.metadata::text ~ :spellings OR over.only THEN NULL ELSE c.metadata END,
         body = CASE WHEN (c.body ~ :spellings OR over.only) AND over.complete THEN NULL ELSE c.body END
     FROM unnest(:campaignIds::uuid[]) AS about (id), LATERAL (
       SELECT EXISTS (SELECT FROM campaign_progress p WHERE p.organisation_id = :organisationId
                        AND p.campaign_id = about.id AND p.completed_at IS NOT NULL) AS complete,
              NOT EXISTS (SELECT FROM sms_messages m WHERE m.organisation_id = :organisationId
                            AND m.campaign_id = about.id AND m.mobile IS NOT NULL) AS only
     ) over
     WHERE c.organisation_id = :organisationId AND c.id = ANY (:campaignIds::uuid[]) AND c.id = about.id`,
    { campaignIds, spellings },
  );
}

/**
 * Erases the next chat messages to a number, but for those whose hand-over is under way: the engine's answer would
 * write the number again. Returns the ids.
 */
export async function eraseChatMessages(tx: OrganisationSql, recipient: string, limit: number): Promise<string[]> {
  const rows = await tx.sql<RowOf<'chat_messages', 'id'>>(
    `WITH own AS (
       SELECT id FROM chat_messages
       WHERE organisation_id = :organisationId AND recipient = :recipient
         AND CASE WHEN phase = 'submitting' THEN false ELSE true END
       ORDER BY id LIMIT :limit FOR UPDATE
     )
     UPDATE chat_messages m
     SET recipient = NULL, body = NULL, url = NULL, filename = NULL, provider_reason = NULL, phase = 'settled',
         redacted_at = coalesce(m.redacted_at, now()),
         message_id = CASE WHEN strpos(m.message_id, :recipient) = 0 THEN m.message_id ELSE 'erased ' || m.id END
     FROM own WHERE m.organisation_id = :organisationId AND m.id = own.id
     RETURNING m.id`,
    { recipient, limit },
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await eraseResponses(tx, ids);
  return ids;
}

/** Counts the chat messages to a number that are left. */
export async function countChatMessagesTo(tx: OrganisationSql, recipient: string): Promise<number> {
  const [row] = await tx.sql<{ readonly count: number }>(
    'SELECT count(*)::int AS count FROM chat_messages WHERE organisation_id = :organisationId AND recipient = :recipient',
    { recipient },
  );
  return row?.count ?? 0;
}

/** The place of an answer among the stored ones. */
export type AnswerPlace = RowOf<'idempotency_keys', 'operation' | 'key'>;

export interface NamingAnswer extends AnswerPlace, RowOf<'idempotency_keys', 'result'> {
  /** The key itself contains the number. */
  readonly in_key: boolean;
}

export interface AnswerPortion {
  readonly naming: readonly NamingAnswer[];
  /** Null: there are no further answers. */
  readonly last: AnswerPlace | null;
}

const BEYOND = 'organisation_id = :organisationId AND (operation, key) > (:operation::text, :key::text)';

/** Locks those of the next stored answers that contain a number. */
export async function lockNamingAnswers(
  tx: OrganisationSql,
  spellings: string,
  { operation, key }: AnswerPlace,
  limit: number,
): Promise<AnswerPortion> {
  const [last = null] = await tx.sql<AnswerPlace>(
    `SELECT operation, key FROM idempotency_keys WHERE ${BEYOND} ORDER BY operation, key OFFSET :limit::int - 1 LIMIT 1`,
    { operation, key, limit },
  );
  const naming = await tx.sql<NamingAnswer>(
    `SELECT operation, key, result, key ~ :spellings AS in_key FROM idempotency_keys
     WHERE ${BEYOND} AND (:toKey::text IS NULL OR (operation, key) <= (:toOperation::text, :toKey::text))
       AND (result::text ~ :spellings OR key ~ :spellings)
     ORDER BY operation, key FOR UPDATE`,
    { operation, key, spellings, toOperation: last?.operation ?? null, toKey: last?.key ?? null },
  );
  return { naming, last };
}

/** Null deletes the answer. */
export async function rewriteAnswer(
  tx: OrganisationSql,
  { operation, key }: AnswerPlace,
  result: object | null,
): Promise<void> {
  const own = 'WHERE organisation_id = :organisationId AND operation = :operation AND key = :key';
  if (result === null) await tx.sql(`DELETE FROM idempotency_keys ${own}`, { operation, key });
  else {
    const values = { operation, key, result: JSON.stringify(result) };
    await tx.sql(`UPDATE idempotency_keys SET result = :result::jsonb ${own}`, values);
  }
}

export interface NamingReports extends RowOf<'sms_reports', 'id' | 'gateway'> {
  readonly reports: readonly Readonly<Record<string, unknown>>[];
}

/** Stored reports that may name a number, of all organisations. */
export function findNamingReports(
  tx: EveryOrganisationSql,
  inbox: Inbox,
  candidates: string,
): Promise<NamingReports[]> {
  return tx.sql<NamingReports>(
    `SELECT id, gateway, reports FROM ${inbox} WHERE reports::text ~ :candidates ORDER BY id`,
    { candidates },
  );
}

/** A message of the organisation, by an id that the gateway gave it or one of its parts. */
export interface ReportedMessage {
  readonly provider_id: string;
  /** It was sent to the number and has ended, so the id is erased with it. */
  readonly is_erased: boolean;
}

export function findReported(
  tx: OrganisationSql,
  of: { readonly gateway: string; readonly providerIds: readonly string[]; readonly mobile: string },
): Promise<ReportedMessage[]> {
  const found = (table: string) =>
    `SELECT message_id, provider_id FROM ${table}
       WHERE organisation_id = :organisationId AND provider_id = ANY (:providerIds::text[]) AND gateway = :gateway`;
  return tx.sql<ReportedMessage>(
    `SELECT a.provider_id, coalesce(m.mobile = :mobile AND m.phase = 'done', false) AS is_erased
     FROM (
       ${found('sms_attempts')} AND found_by_provider_id
       UNION ALL ${found('sms_attempt_parts')}
     ) a JOIN sms_messages m ON m.organisation_id = :organisationId AND m.id = a.message_id`,
    of,
  );
}

export function lockReports(tx: EveryOrganisationSql, inbox: Inbox, ids: readonly string[]): Promise<NamingReports[]> {
  return tx.sql<NamingReports>(
    `SELECT id, gateway, reports FROM ${inbox} WHERE id = ANY (:ids::uuid[]) ORDER BY id FOR UPDATE`,
    { ids: uuidArray(ids) },
  );
}

export async function rewriteReports(
  tx: EveryOrganisationSql,
  inbox: Inbox,
  id: string,
  reports: readonly object[],
): Promise<void> {
  if (reports.length === 0) await tx.sql(`DELETE FROM ${inbox} WHERE id = :id`, { id });
  else {
    const values = { id, reports: JSON.stringify(reports), size: reports.length };
    await tx.sql(`UPDATE ${inbox} SET reports = :reports, size = :size WHERE id = :id`, values);
  }
}

/** The phones of the organisation, deleted ones included. */
export async function listSessionIds(tx: OrganisationSql): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<RowOf<'chat_sessions', 'id'>>(
    `SELECT id FROM chat_sessions WHERE organisation_id = :organisationId
     UNION ALL SELECT id FROM deleted_chat_sessions WHERE organisation_id = :organisationId`,
  );
  return new Set(rows.map(({ id }) => id));
}
