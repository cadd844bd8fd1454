import type { Pool } from 'pg';
import { SMS_STATUSES } from '../../../src/domain/vocabulary.js';
import { WRONGLY_DERIVED } from '../../support/database/derived-from-messages.js';
import { EVENTS } from '../../support/events.js';

export interface EndState {
  /** What the database holds, without ids and times. */
  readonly lines: readonly string[];
  /** Kept counts that differ from the messages, and what else is derived from them wrongly. */
  readonly wrong: readonly string[];
  /** Ids of cancelled messages. */
  readonly cancelled: readonly string[];
  /** Ids of paused campaigns. */
  readonly paused: readonly string[];
  /** The account at the gateway has no credit, and messages are held. */
  readonly hasNoCredit: boolean;
  /** Workers have something to do, now or later. Messages that wait for a report or for credit do not count. */
  readonly isWorkLeft: boolean;
}

const COUNTS = SMS_STATUSES.map((status) => `nullif(p.${status}, 0) || ' ${status}'`).join(', ');
const KEPT = SMS_STATUSES.map((status) => `p.${status}`).join(', ');
const REAL = SMS_STATUSES.map((status) => `count(m.id) FILTER (WHERE m.status = '${status}')`).join(', ');

/** A text if the condition holds; for concat_ws, which leaves nulls out. */
const when = (condition: string, text: string) => `CASE WHEN ${condition} THEN '${text}' END`;

/**
 * Messages and campaigns are named in the order of their creation. Which worker starts a campaign first is left out:
 * that may differ.
 */
const STATE = `
WITH campaign AS (SELECT id, 'campaign ' || row_number() OVER (ORDER BY id) AS called FROM campaigns),
message AS (
  SELECT m.id, format('%s message %s', called, m.position + 1) AS called FROM sms_messages m JOIN campaign c ON c.id = m.campaign_id
),
line (what) AS (
  SELECT concat_ws(' ', called, status, phase, 'attempt', attempt, 'claim', claim, 'revision', revision, delivery_code, hold_reason,
                   ${when('handed_over', 'handed over')}, ${when('mobile IS NULL', 'erased')})
  FROM sms_messages JOIN message USING (id)
  UNION ALL
  SELECT concat_ws(' ', called, ${COUNTS}, ${when('completed_at IS NOT NULL', 'completed')}, ${when('cancelled_at IS NOT NULL', 'cancelled')},
                   ${when('paused_at IS NOT NULL', 'paused')}, pause_reason, ${when('body IS NULL', 'erased')})
  FROM campaigns c JOIN campaign USING (id) JOIN campaign_progress p ON p.campaign_id = c.id
  UNION ALL
  SELECT concat_ws(' ', 'due for', purpose, ${when('lease_id IS NOT NULL', 'leased')},
                   (SELECT string_agg(called, ', ' ORDER BY called) FROM message WHERE id = ANY (message_ids)))
  FROM sms_due
  UNION ALL
  SELECT concat_ws(' ', called, string_agg(concat_ws(' ', type, delivery_code, ${when('corrected', 'corrected')}), ', ' ORDER BY sequence))
  FROM ${EVENTS} AS event JOIN message ON message.id = subject_id GROUP BY called
  UNION ALL
  SELECT concat_ws(' ', called, type) FROM ${EVENTS} AS event JOIN campaign ON campaign.id = subject_id WHERE type <> 'campaign.started'
  UNION ALL
  SELECT concat_ws(' ', called, 'attempt', number, outcome, delivery_code) FROM sms_attempts JOIN message ON message.id = message_id
  UNION ALL
  SELECT concat_ws(' ', called, 'is in trouble', status, delivery_code) FROM sms_troubles JOIN message ON message.id = message_id
  UNION ALL
  SELECT concat_ws(' ', old.called, 'is sent again as', new.called)
  FROM sms_retries r JOIN message old ON old.id = r.message_id JOIN message new ON new.id = r.retry_id
  UNION ALL
  SELECT called || ' waits to be erased' FROM sms_deferred JOIN message ON message.id = message_id
  UNION ALL
  SELECT concat_ws(' ', mobile, 'is suppressed', delivery_code) FROM suppressions
  UNION ALL
  SELECT concat_ws(' ', 'a hash is suppressed', delivery_code) FROM erased_suppressions
  UNION ALL
  SELECT concat_ws(' ', 'stored report', one->'outcome'->>'kind', ${when('tries > 0', 'parked')})
  FROM sms_reports, json_array_elements(reports) AS one
  UNION ALL
  SELECT concat_ws(' ', 'audit', action, after) FROM audit_entries
)
SELECT 'line' AS kind, what FROM line
UNION ALL
SELECT 'wrong', 'counts of a campaign differ from its messages'
FROM campaign_progress p LEFT JOIN sms_messages m ON m.campaign_id = p.campaign_id
GROUP BY p.organisation_id, p.campaign_id HAVING (${KEPT}) <> (${REAL})
UNION ALL
SELECT 'wrong', wrong FROM (${WRONGLY_DERIVED}) AS derived
UNION ALL
SELECT 'cancelled', id::text FROM sms_messages WHERE status = 'cancelled'
UNION ALL
SELECT 'paused', id::text FROM campaigns WHERE paused_at IS NOT NULL
UNION ALL
SELECT 'no credit', gateway FROM gateway_accounts
UNION ALL
SELECT 'left', purpose::text FROM sms_due WHERE purpose IN ('dispatch', 'resolve')
UNION ALL
SELECT 'left', 'report' FROM sms_reports`;

export async function readEndState(superuser: Pool): Promise<EndState> {
  const { rows } = await superuser.query<{ kind: string; what: string }>({ name: 'end state', text: STATE });
  const ofKind = (kind: string) => rows.flatMap((row) => (row.kind === kind ? row.what : [])).sort();
  return {
    lines: ofKind('line'),
    wrong: ofKind('wrong'),
    cancelled: ofKind('cancelled'),
    paused: ofKind('paused'),
    hasNoCredit: ofKind('no credit').length > 0,
    isWorkLeft: ofKind('left').length > 0,
  };
}
