import { idsOf } from '../../../../lib/lists.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import { INDEXED, INDEXED_NUMBERS, lastDigits, NUMBERS_PER_ROW } from '../campaigns/campaign-numbers.js';
import { findMessages, type MessageRow } from './messages.js';

/** Recipients of the newest large campaigns whose last digits are compared: 5 ms for a million. */
const COMPARED = 1_000_000;
/** Campaigns that are looked at, small ones too. */
const CAMPAIGNS = 1_000;

/**
 * The last messages to a number, newest first. Unlike a search it is bounded by rows that indexes lead to: of large
 * campaigns it looks at the newest alone.
 */
export async function listLastMessages(tx: OrganisationSql, mobile: string, count: number): Promise<MessageRow[]> {
  const found = await tx.sql<Pick<MessageRow, 'id'>>(LAST_IDS, { mobile, digits: lastDigits(mobile), count });
  const rows = new Map((await findMessages(tx, idsOf(found))).map((row) => [row.id, row]));
  return found.flatMap(({ id }) => rows.get(id) ?? []);
}

// OFFSET 0 makes PostgreSQL look up the rows of each campaign by their key: it would compare those of all campaigns.
const LAST_IDS = `
SELECT id FROM (
  (SELECT id FROM sms_messages
   WHERE organisation_id = :organisationId AND mobile = :mobile AND ${INDEXED}
   ORDER BY id DESC LIMIT :count::int)
  UNION ALL
  (SELECT message.id
   FROM (SELECT id, total, sum(total) OVER (ORDER BY id DESC) AS together
         FROM (SELECT id, total FROM campaigns WHERE organisation_id = :organisationId
               ORDER BY id DESC LIMIT ${CAMPAIGNS}) newest) campaign
   CROSS JOIN LATERAL (
     SELECT part, last_digits FROM campaign_numbers
     WHERE organisation_id = :organisationId AND campaign_id = campaign.id AND :digits::int = ANY (last_digits) OFFSET 0
   ) numbers
   CROSS JOIN LATERAL unnest(array_positions(numbers.last_digits, :digits::int)) AS slot
   CROSS JOIN LATERAL (
     SELECT id FROM sms_messages
     WHERE organisation_id = :organisationId AND campaign_id = campaign.id
       AND position = ${INDEXED_NUMBERS} + numbers.part * ${NUMBERS_PER_ROW} + slot - 1 AND mobile = :mobile LIMIT 1
   ) message
   WHERE campaign.together - campaign.total < ${COMPARED})
) AS found
ORDER BY id DESC LIMIT :count::int`;
