import type { ConversationChannel, Keyword } from '../../../../domain/vocabulary.js';
import { lowestIdAt } from '../../../../lib/ids.js';
import { InboundMessage } from '../../../entities/sms/inbound.js';
import { equal, type List } from '../../../lists/list.js';
import { type Walk, walkAlong } from '../../../lists/walk.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../../postgres/transaction.js';
import { anyOf, columnsBut, type RowOf, run, tables } from '../../../tables.js';

const COLUMNS = columnsBut(InboundMessage, 'organisation_id', 'gateway_key');

export interface InboundMessageRow extends RowOf<'inbound_messages', (typeof COLUMNS)[number]> {}

export interface InboundConditions {
  readonly channel?: ConversationChannel | null | undefined;
  readonly mobile?: string | null | undefined;
  readonly conversationId?: string | null | undefined;
  readonly keyword?: Keyword | null | undefined;
}

/** Newest first. */
export const INBOUND_MESSAGES: List<InboundMessageRow, InboundConditions, 'inbound_messages'> = {
  table: 'inbound_messages',
  order: ['id'],
  descending: true,
  rows: (from) => from.select(COLUMNS),
  conditions: ({ channel, mobile, conversationId, keyword }) =>
    equal<'inbound_messages'>({ channel, mobile, conversation_id: conversationId, keyword }),
};

/** Along the index of a number, or along the ids. */
export const INBOUND_SEARCH: Walk<InboundMessageRow, InboundConditions, 'inbound_messages'> = walkAlong(
  INBOUND_MESSAGES,
  (_tx, { mobile }) => equal<'inbound_messages'>({ mobile }),
);

export function findInboundMessages(tx: OrganisationSql, ids: readonly string[]): Promise<InboundMessageRow[]> {
  return run(
    tx,
    tables
      .selectFrom('inbound_messages')
      .select(COLUMNS)
      .where('organisation_id', '=', tx.organisationId)
      .where('id', '=', anyOf(ids)),
  );
}

export interface UnheardStops {
  readonly gateway: string;
  /** How the number of one of them begins. */
  readonly sender: string;
  readonly messages: number;
}

const LOOKED_BACK_MS = 30 * 24 * 3_600_000;

/**
 * By gateway, how many messages of the last 30 days said STOP and came from a number that lacks its country code: it
 * suppresses nothing. Short codes and names are left out: the organisation does not write to them.
 */
export function listUnheardStops(tx: EveryOrganisationSql): Promise<UnheardStops[]> {
  return tx.sql<UnheardStops>(
    `SELECT gateway, left(max(sender), 4) AS sender, count(*)::int AS messages FROM inbound_messages
     WHERE mobile IS NULL AND keyword = 'stop' AND id > :since AND sender ~ '^[0-9]{7,15}$'
     GROUP BY gateway ORDER BY gateway`,
    { since: lowestIdAt(Date.now() - LOOKED_BACK_MS) },
  );
}
