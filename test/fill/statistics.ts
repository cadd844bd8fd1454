import { QUARTER, stepUntil } from '../../src/db/sql/sms/campaigns/statistics.js';
import { FILL_CAMPAIGN_NUMBERS } from '../support/database/derived-from-messages.js';
import type { Filling } from './filling.js';

/**
 * What the program keeps beside messages: sums, times until delivery, the messages that are held or did not arrive, and
 * numbers of campaigns.
 */
export async function insertDerivedRows({ tx }: Filling): Promise<void> {
  for (const statement of [SUMS, DELIVERY_TIMES, TROUBLES, FILL_CAMPAIGN_NUMBERS]) await tx.sql(statement);
}

const OWN = 'FROM sms_messages WHERE organisation_id = :organisationId';

const SUMS = `
INSERT INTO sms_statistics (organisation_id, quarter, test, sender_id, status, delivery_code, messages)
SELECT organisation_id, ${QUARTER}, test, coalesce(sender_id, ''), status, coalesce(delivery_code, 0), count(*)
${OWN} GROUP BY 1, 2, 3, 4, 5, 6`;

const DELIVERY_TIMES = `
INSERT INTO sms_delivery_times (organisation_id, quarter, test, sender_id, step, messages)
SELECT organisation_id, ${QUARTER}, test, coalesce(sender_id, ''),
       ${stepUntil('updated_at')}, count(*)
${OWN} AND status = 'delivered' GROUP BY 1, 2, 3, 4, 5`;

const TROUBLES = `
INSERT INTO sms_troubles (organisation_id, message_id, status, delivery_code)
SELECT organisation_id, id, status, delivery_code ${OWN} AND status IN ('held', 'failed', 'undelivered', 'blocked') ORDER BY id`;
