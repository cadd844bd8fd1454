import { CLAIMABLE } from '../../../../domain/sms/verdict.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import { quoted } from '../../../postgres/statement.js';
import type { OrganisationSql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';
import { IS_CAMPAIGN_PAUSED, PAUSED } from '../campaigns/campaign-pauses.js';

/** What a worker submits, looks up or releases some time. The agenda may name messages that have moved on. */
export function listUnfinished(tx: OrganisationSql): Promise<RowOf<'sms_due', 'gateway' | 'message_ids'>[]> {
  return tx.sql(
    `SELECT gateway, message_ids FROM sms_due
     WHERE organisation_id = :organisationId AND purpose IN ('dispatch', 'resolve', 'hold', 'approval')
     ORDER BY id`,
  );
}

/**
 * Claims messages that a worker may have submitted after the backup. Leaves out those that are not due, wait for a
 * paused campaign, or have `at_least_once`.
 */
export function claimUnfinished(tx: OrganisationSql, gateway: string, messageIds: readonly string[]) {
  return tx.sql<RowOf<'sms_messages', 'id' | 'attempt'>>(CLAIM, { gateway, messageIds: uuidArray(messageIds) });
}

const CLAIM = `
UPDATE sms_messages m
SET phase = 'submitting', gateway = :gateway, submitted_at = now(), next_action_at = NULL, updated_at = now(),
    attempt = attempt + CASE WHEN phase IN ('submitting', 'in_doubt') THEN 0 ELSE 1 END
FROM ${PAUSED}
WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[]) AND NOT at_least_once
  AND CASE WHEN phase IN ('submitting', 'in_doubt') THEN true
           WHEN ${IS_CAMPAIGN_PAUSED} THEN false
           WHEN phase = 'paused' THEN true
           WHEN phase NOT IN (${quoted(CLAIMABLE)}) THEN false
           -- A message that is put off goes to another gateway before its time.
           ELSE phase = 'ready' OR coalesce(next_action_at <= now(), true) END
RETURNING id, attempt`;
