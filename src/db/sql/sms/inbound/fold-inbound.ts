import { STOP_WINS_SECONDS } from '../../../../domain/sms/inbound/keywords.js';
import type { Keyword } from '../../../../domain/vocabulary.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';

export type NewInboundMessage = Omit<RowOf<'inbound_messages'>, 'organisation_id' | 'redacted_at'>;

/** Returns the ids of new messages: those that the gateway delivers again are left out. */
export async function insertInboundMessages(
  tx: OrganisationSql,
  messages: readonly NewInboundMessage[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<RowOf<'inbound_messages', 'id'>>(
    `INSERT INTO inbound_messages (organisation_id, id, channel, sender, mobile, own_number, session_id, participant,
                                   gateway, gateway_key, kind, text, media_url, media_type, media_name,
                                   reply_to_chat_id, keyword, incomplete, test, sent_at, received_at, conversation_id)
     SELECT :organisationId, id, channel::conversation_channel, sender, mobile, own_number, session_id, participant,
            gateway, gateway_key, kind::inbound_kind, text, media_url, media_type, media_name,
            reply_to_chat_id, keyword::consent_wish, incomplete, test, sent_at, received_at, conversation_id
     FROM json_to_recordset(:messages::json)
       AS n (id uuid, channel text, sender text, mobile text, own_number text, session_id uuid, participant text,
             gateway text, gateway_key text, kind text, text text, media_url text, media_type text, media_name text,
             reply_to_chat_id uuid, keyword text, incomplete boolean, test boolean, sent_at timestamptz,
             received_at timestamptz, conversation_id uuid)
     ON CONFLICT (organisation_id, gateway, gateway_key, sender) DO NOTHING
     RETURNING id`,
    { messages: JSON.stringify(messages) },
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Completes messages that came without text or file: an engine delivers a message again when it can decrypt it. Returns
 * the ids of those that have changed. What is known is not replaced.
 */
export async function completeInboundMessages(
  tx: OrganisationSql,
  messages: readonly NewInboundMessage[],
): Promise<string[]> {
  if (messages.length === 0) return [];
  const rows = await tx.sql<RowOf<'inbound_messages', 'id'>>(
    `UPDATE inbound_messages m
     SET text = coalesce(m.text, n.text), kind = CASE WHEN m.kind = 'data' THEN n.kind ELSE m.kind END,
         media_url = coalesce(m.media_url, n.media_url), media_type = coalesce(m.media_type, n.media_type),
         media_name = coalesce(m.media_name, n.media_name)
     FROM json_to_recordset(:messages::json)
       AS n (sender text, gateway text, gateway_key text, kind inbound_kind, text text, media_url text, media_type text,
             media_name text)
     WHERE m.organisation_id = :organisationId AND m.gateway = n.gateway AND m.gateway_key = n.gateway_key
       AND m.sender = n.sender AND m.redacted_at IS NULL
       AND CASE WHEN m.text IS NULL AND n.text IS NOT NULL THEN true
                ELSE m.media_url IS NULL AND n.media_url IS NOT NULL END
     RETURNING m.id`,
    { messages: JSON.stringify(messages) },
  );
  return rows.map(({ id }) => id);
}

/** A STOP or START of a person, and the message that it is. */
export interface OptRequest extends RowOf<'consent_changes', 'word' | 'own_number'> {
  readonly inbound_id: string;
  readonly mobile: string;
  readonly keyword: Exclude<Keyword, 'help'>;
  readonly test: boolean;
  readonly changed_at: string;
}

/**
 * Lifts the suppressions that a STOP made for these numbers, unless a STOP came later than the START, or shortly before
 * it: workers may fold a START after a later STOP, because it has waited for its number to be configured. Returns the
 * numbers, and whether each was suppressed for promotional messages alone.
 */
export async function liftByKeyword(
  tx: OrganisationSql,
  { starts, test }: { readonly starts: readonly Pick<OptRequest, 'mobile' | 'changed_at'>[]; readonly test: boolean },
): Promise<RowOf<'suppressions', 'mobile' | 'promotional_only'>[]> {
  if (starts.length === 0) return [];
  return tx.sql(
    `DELETE FROM suppressions s USING unnest(:mobiles::text[], :since::timestamptz[]) AS n (mobile, since)
     WHERE s.organisation_id = :organisationId AND s.mobile = n.mobile AND s.test = :test AND s.source = 'keyword'
       AND NOT EXISTS (
         SELECT 1 FROM inbound_messages m
         WHERE m.organisation_id = :organisationId AND m.mobile = n.mobile AND m.keyword = 'stop' AND m.test = :test
           AND m.received_at > n.since)
     RETURNING s.mobile, s.promotional_only`,
    { mobiles: starts.map(({ mobile }) => mobile), since: starts.map(stopWinsSince), test },
  );
}

// Citus subtracts no interval from a column of a statement that deletes.
/** START lifts what was made before this time. */
export const stopWinsSince = (start: Pick<OptRequest, 'changed_at'>) =>
  new Date(Date.parse(start.changed_at) - STOP_WINS_SECONDS * 1000).toISOString();
