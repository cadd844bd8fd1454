import type { ConsentChange, ConsentWish } from '../../../../domain/vocabulary.js';
import { newId } from '../../../../lib/ids.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';

export type NewInboundMessage = Omit<RowOf<'inbound_messages'>, 'organisation_id' | 'redacted_at'>;

/** Returns the ids of those that the gateway has not told before. */
export async function insertInboundMessages(
  tx: OrganisationSql,
  messages: readonly NewInboundMessage[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<RowOf<'inbound_messages', 'id'>>(
    `INSERT INTO inbound_messages (organisation_id, id, sender, mobile, own_number, gateway, gateway_key,
                                   text, keyword, incomplete, test, sent_at, received_at)
     SELECT :organisationId, id, sender, mobile, own_number, gateway, gateway_key,
            text, keyword::consent_wish, incomplete, test, sent_at, received_at
     FROM json_to_recordset(:messages::json)
       AS n (id uuid, sender text, mobile text, own_number text, gateway text, gateway_key text,
             text text, keyword text, incomplete boolean, test boolean, sent_at timestamptz, received_at timestamptz)
     ON CONFLICT (organisation_id, gateway, gateway_key) DO NOTHING
     RETURNING id`,
    { messages: JSON.stringify(messages) },
  );
  return new Set(rows.map(({ id }) => id));
}

/** What a person has said, and in which message. */
export interface Wish extends RowOf<'consent_changes', 'word' | 'own_number' | 'inbound_id'> {
  readonly mobile: string;
  readonly wish: Exclude<ConsentWish, 'help'>;
  readonly test: boolean;
}

/** Within this time a START does not undo a STOP: nobody can tell which of them the person has sent last. */
const STOP_WINS = `interval '10 seconds'`;

/** Ends the suppressions that keywords have made for these numbers, unless they are new. Returns the numbers. */
export async function liftByKeyword(
  tx: OrganisationSql,
  { mobiles, test }: { readonly mobiles: readonly string[]; readonly test: boolean },
): Promise<ReadonlySet<string>> {
  if (mobiles.length === 0) return new Set();
  const rows = await tx.sql<RowOf<'suppressions', 'mobile'>>(
    `DELETE FROM suppressions
     WHERE organisation_id = :organisationId AND mobile = ANY (:mobiles::text[]) AND test = :test
       AND CASE WHEN source = 'keyword' THEN created_at END <= now() - ${STOP_WINS}
     RETURNING mobile`,
    { mobiles, test },
  );
  return new Set(rows.map(({ mobile }) => mobile));
}

/** Keeps the proof of what people have said. */
export async function recordConsent(
  tx: OrganisationSql,
  changes: readonly (Pick<Wish, 'mobile' | 'word' | 'own_number' | 'inbound_id'> & {
    readonly change: ConsentChange;
  })[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.sql(
    `INSERT INTO consent_changes (organisation_id, id, mobile, change, word, own_number, inbound_id)
     SELECT :organisationId, id, mobile, change, word, own_number, inbound_id
     FROM unnest(:newIds::uuid[], :mobiles::text[], :changes::consent_change[], :words::text[], :ownNumbers::text[],
                 :inboundIds::uuid[]) AS n (id, mobile, change, word, own_number, inbound_id)`,
    {
      newIds: uuidArray(changes.map(() => newId())),
      mobiles: changes.map(({ mobile }) => mobile),
      changes: changes.map(({ change }) => change),
      words: changes.map(({ word }) => word),
      ownNumbers: changes.map((change) => change.own_number),
      inboundIds: uuidArray(changes.map((change) => change.inbound_id)),
    },
  );
}
