import { randomUUID } from 'node:crypto';
import { measureText } from '../../src/domain/sms/segments.js';
import { OTHERWISE_TOLD, TOLD_TWICE } from '../chaos/runner/judge-events.js';
import { EVENTS } from '../support/events.js';
import { type Sql, startCountsReader } from '../support/fleet/counts.js';
import { startLogReader } from '../support/fleet/logs.js';

/**
 * Everything in a database that contradicts the rules of the program: those that the chaos runner judges by, and
 * others.
 */
export async function findContradictions(sql: Sql): Promise<string[]> {
  const over = new AbortController().signal;
  const counts = await startCountsReader(sql, over).stop();
  const logs = await startLogReader(sql, over).stop();
  if (counts.readings === 0) throw new Error('The counts could not be read.');
  const found = [...counts.wrong, ...logs.wrong];
  for (const [what, query] of Object.entries(RULES)) {
    const rows = await sql<{ id: string }>(query);
    found.push(...rows.slice(0, 5).map(({ id }) => `${what}: ${id}`));
  }
  return [...found, ...(await findMismeasured(sql))];
}

const RULES: Readonly<Record<string, string>> = {
  'a change is told twice': TOLD_TWICE,
  // That the messages of a campaign are queued is told by the campaign.
  'the last event is another than the state': `
    SELECT m.id FROM (${OTHERWISE_TOLD.replace('$1', `'${randomUUID()}'`)}) o JOIN sms_messages m USING (id)
    WHERE NOT (m.campaign_id IS NOT NULL AND m.status = 'queued')`,
  'the revision of a message is not that of its last event': `
    SELECT m.id FROM sms_messages m
    JOIN (SELECT subject_id, max(revision) AS revision FROM ${EVENTS} AS log GROUP BY subject_id) e ON e.subject_id = m.id
    WHERE e.revision <> m.revision`,
  'the revision of a campaign is not the number of its events': `
    SELECT c.id FROM campaigns c
    WHERE c.revision <> (SELECT count(*) FROM events e WHERE e.subject_id = c.id)`,
  'a campaign has other counts of its intake than rows': `
    SELECT c.id FROM campaigns c
    JOIN (SELECT campaign_id, count(*) FILTER (WHERE status = 'failed' AND revision = 1) AS invalid,
                 count(*) FILTER (WHERE status = 'blocked' AND revision = 1) AS suppressed
          FROM sms_messages GROUP BY campaign_id) m ON m.campaign_id = c.id
    WHERE (c.invalid, c.suppressed, c.accepted) IS DISTINCT FROM (m.invalid, m.suppressed, c.total - m.invalid - m.suppressed)`,
  'a campaign is completed while messages are live, or not when none is': `
    SELECT campaign_id AS id FROM campaign_progress WHERE (queued + held + sent = 0) <> (completed_at IS NOT NULL)`,
  'a campaign is completed before the last of its messages ends': `
    SELECT c.subject_id AS id FROM events c JOIN events m ON m.organisation_id = c.organisation_id AND m.campaign_id = c.subject_id
    WHERE c.type = 'campaign.completed' AND m.type LIKE 'sms.%' AND NOT m.corrected AND m.sequence > c.sequence
    GROUP BY c.subject_id`,
  'a timeline has other changes than the log': `
    SELECT coalesce(t.campaign_id, e.campaign_id) AS id
    FROM (SELECT campaign_id, status, sum(changes) AS changes FROM campaign_timeline GROUP BY 1, 2) t
    FULL JOIN (SELECT campaign_id, substr(type, 5)::sms_status AS status, count(*) AS changes FROM ${EVENTS} AS log
               WHERE type LIKE 'sms.%' AND campaign_id IS NOT NULL AND revision > 1 GROUP BY 1, 2) e
      USING (campaign_id, status)
    WHERE t.changes IS DISTINCT FROM e.changes`,
  'a message waits, and is not on the agenda once, in time and for its phase': `
    SELECT m.id FROM sms_messages m
    LEFT JOIN (SELECT unnest(message_ids) AS id, purpose, due_at, size = cardinality(message_ids) AS sized FROM sms_due) d USING (id)
    WHERE phase <> 'done'
    GROUP BY m.id, m.phase, m.next_action_at
    HAVING count(d.id) <> 1 OR NOT bool_and(d.sized) OR min(d.due_at) < max(m.next_action_at)
      OR min(d.purpose) <> CASE m.phase WHEN 'in_doubt' THEN 'resolve' WHEN 'paused' THEN 'hold' WHEN 'waiting_report' THEN 'report'
                           ELSE 'dispatch' END::due_purpose`,
  'a message that is done is on the agenda': `
    SELECT m.id FROM (SELECT unnest(message_ids) AS id FROM sms_due) d JOIN sms_messages m USING (id) WHERE m.phase = 'done'`,
  'an attempt is missing, or is one too many': `
    SELECT m.id FROM sms_messages m LEFT JOIN sms_attempts a ON a.message_id = m.id
    GROUP BY m.organisation_id, m.id HAVING coalesce(max(a.number), 0) > m.attempt OR count(a.number) < m.attempt - 1
      OR (m.attempt > 0 AND max(a.number) IS DISTINCT FROM m.attempt AND NOT m.handed_over)`,
  'the attempt in parts has another number of parts than segments': `
    SELECT m.id FROM sms_messages m JOIN sms_attempt_parts p ON p.message_id = m.id
    GROUP BY m.organisation_id, m.id HAVING count(*) <> m.segments`,
  'an id does not tell the time at which the row was made': `
    SELECT id FROM (SELECT id, created_at FROM sms_messages UNION ALL SELECT id, created_at FROM campaigns
                    UNION ALL SELECT id, created_at FROM chat_messages) m
    WHERE abs(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint - extract(epoch FROM created_at) * 1000) > 2000`,
  'a time lies ahead': `
    SELECT id FROM sms_messages WHERE greatest(created_at, updated_at, submitted_at) > now()
    UNION ALL SELECT id FROM chat_messages WHERE greatest(updated_at, read_at) > now()
    UNION ALL SELECT subject_id FROM ${EVENTS} AS log WHERE created_at > now()`,
  'a number was blocked by a gateway and is not suppressed': `
    SELECT m.id FROM sms_messages m
    WHERE status = 'blocked' AND handed_over AND NOT EXISTS (
      SELECT FROM suppressions s WHERE s.organisation_id = m.organisation_id AND s.mobile = m.mobile
        AND s.sender_id IN ('', coalesce(m.sender_id, '')))`,
  'a campaign has a number twice': `
    SELECT campaign_id AS id FROM sms_messages WHERE campaign_id IS NOT NULL
    GROUP BY organisation_id, campaign_id HAVING count(*) <> count(DISTINCT mobile)`,
  'the counts of a group message are not those of its receipts': `
    SELECT m.id FROM chat_messages m LEFT JOIN chat_receipts r ON r.message_id = m.id
    GROUP BY m.organisation_id, m.id
    HAVING m.delivered_count <> count(r.message_id) OR m.read_count <> count(*) FILTER (WHERE r.read)`,
  'the last event of a chat message is another than its state': `
    SELECT m.id FROM chat_messages m
    LEFT JOIN LATERAL (SELECT type, revision FROM events e WHERE e.subject_id = m.id ORDER BY revision DESC LIMIT 1) e ON true
    WHERE m.status <> 'pending' AND (e.type, e.revision) IS DISTINCT FROM ('chat_message.' || m.status, m.revision)`,
  'the history of a phone does not end in its state': `
    SELECT s.id FROM chat_sessions s
    LEFT JOIN chat_session_changes c ON (c.session_id, c.revision, c.state) = (s.id, s.revision, s.state)
    WHERE c.session_id IS NULL`,
  'a delivery is of no event': `
    SELECT d.sequence::text AS id FROM webhook_deliveries d LEFT JOIN ${EVENTS} e USING (organisation_id, sequence)
    JOIN webhook_endpoints w ON w.id = d.endpoint_id
    WHERE e.type IS DISTINCT FROM d.type OR d.sequence > w.last_sequence`,
};

/** Texts of some messages, counted as the program counts them at intake. */
async function findMismeasured(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string; text: string; segments: number; encoding: string }>(
    `SELECT m.id, coalesce(m.body, c.body) AS text, m.segments, m.encoding
     FROM sms_messages m LEFT JOIN campaigns c ON c.id = m.campaign_id ORDER BY m.id DESC LIMIT 2000`,
  );
  return rows.flatMap(({ id, text, segments, encoding }) => {
    const measured = measureText(text);
    const fits = measured.segments === segments && measured.encoding === encoding && !text.includes('{{');
    return fits ? [] : [`a text has other segments than the message: ${id}`];
  });
}
