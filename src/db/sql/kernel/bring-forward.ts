import type { Values } from '../../postgres/statement.js';
import type { EveryOrganisationSql } from '../../postgres/transaction.js';

/**
 * Ends waits that are longer than any that the program sets: the clock of the database was ahead when they began, and
 * was set back since. Returns their number. Schedules of callers and long retries stay as they are.
 */
export async function bringForward(tx: EveryOrganisationSql, leaseSeconds: number): Promise<number> {
  let brought = 0;
  for (const { early, text, also, values } of statementsFor(leaseSeconds)) {
    const [row] = await tx.sql<{ rows: number }>(
      `WITH ${early ? `early AS MATERIALIZED (${early}), ` : ''}brought AS (${text})${also ? `, also AS (${also})` : ''}
       SELECT count(*)::int AS rows FROM brought`,
      values,
    );
    brought += row?.rows ?? 0;
  }
  return brought;
}

/** A message that is ready never waits longer: back-off ends after a minute. */
const LONGEST_BACK_OFF = `interval '2 minutes'`;
/** Longest pause of a failing endpoint, unless it has asked for a longer one. */
const LONGEST_PAUSE = `interval '10 minutes'`;
/** Of a run of a periodic task. */
const LONGEST_LEASE_OF_TASKS = `interval '1 minute'`;
/** Tolerated difference. */
const A_MOMENT = `interval '5 seconds'`;

/** Sets a time in the past that lies ahead now to the present. */
const notAhead = (column: string) => `${column} = CASE WHEN ${column} > now() THEN now() ELSE ${column} END`;

/** The times by which a phone is judged. The time of its engine's last report is the engine's own, so it stays. */
const PAST_OF_PHONES = ['confirmed_at', 'state_since', 'unacked_since', 'groups_claimed_at'];

interface Statement {
  /** Reads rows and their new times for the text, if these are calculated from an interval and a column. */
  readonly early?: string;
  readonly text: string;
  /** A statement that uses the rows of the text, `brought`. */
  readonly also?: string;
  readonly values?: Values;
}

const statementsFor = (leaseSeconds: number): readonly Statement[] => [
  // A row's messages leave in order, so the last one usually decides; others may be cancelled. Their ids are rows here,
  // since PostgreSQL would look for one of three ids in all messages of the organisation, once a row.
  {
    early: `SELECT organisation_id, id, at
       FROM (SELECT d.organisation_id, d.id, d.due_at,
                    min(greatest(now(), CASE WHEN m.phase <> 'ready' THEN m.next_action_at END)) AS at
             FROM sms_due d CROSS JOIN unnest(ARRAY[d.message_ids[1], d.message_ids[(size + 1) / 2], d.message_ids[size]]) AS i (id)
             JOIN sms_messages m ON m.organisation_id = d.organisation_id AND m.id = i.id
             WHERE d.purpose = 'dispatch' AND d.lease_id IS NULL AND d.due_at > now() + ${LONGEST_BACK_OFF}
               AND m.phase IN ('ready', 'scheduled', 'waiting_retry')
             GROUP BY d.organisation_id, d.id) n
       WHERE due_at > at + ${LONGEST_BACK_OFF}`,
    // A row that a worker puts off at this moment may lose that one back-off.
    text: `UPDATE sms_due d SET due_at = early.at, tries = 0 FROM early
       WHERE d.organisation_id = early.organisation_id AND d.id = early.id AND d.lease_id IS NULL AND d.due_at > early.at
       RETURNING d.organisation_id, d.message_ids`,
    // Only these rows: millions may be due, and every worker does this when it starts.
    also: `UPDATE sms_messages m SET next_action_at = NULL
       FROM (SELECT organisation_id, unnest(message_ids) AS id FROM brought) b
       WHERE m.organisation_id = b.organisation_id AND m.id = b.id
         AND CASE WHEN m.phase = 'ready' THEN m.next_action_at > now() + ${LONGEST_BACK_OFF} ELSE false END`,
  },
  {
    text: `UPDATE sms_due SET due_at = now() + make_interval(secs => :leaseSeconds)
       WHERE lease_id IS NOT NULL AND due_at > now() + 2 * make_interval(secs => :leaseSeconds) RETURNING id`,
    values: { leaseSeconds },
  },
  ...['sms_reports', 'inbound_sms', 'chat_reports'].map((inbox) => ({
    text: `UPDATE ${inbox} SET due_at = now() + (due_at - received_at), received_at = now()
       WHERE received_at > now() + ${A_MOMENT} RETURNING id`,
  })),
  // Otherwise phones would not be probed, nor reported as lost.
  {
    text: `UPDATE chat_sessions SET ${PAST_OF_PHONES.map(notAhead).join(', ')}
       WHERE greatest(${PAST_OF_PHONES.join(', ')}) > now() + ${A_MOMENT} RETURNING id`,
  },
  {
    text: `UPDATE chat_messages SET created_at = now()
       WHERE phase <> 'settled' AND created_at > now() + ${A_MOMENT} RETURNING id`,
  },
  {
    early: `SELECT organisation_id, endpoint_id, sequence, now() + (next_attempt_at - attempted_at) AS at
       FROM webhook_deliveries WHERE status = 'waiting' AND attempted_at > now() + ${A_MOMENT}`,
    text: `UPDATE webhook_deliveries d SET next_attempt_at = early.at, attempted_at = now() FROM early
       WHERE d.organisation_id = early.organisation_id AND d.endpoint_id = early.endpoint_id AND d.sequence = early.sequence
         AND d.status = 'waiting' AND d.attempted_at > now() + ${A_MOMENT}
       RETURNING 1`,
  },
  // An endpoint that waits for a retry, or as long as it has asked for, waits until the time of one of its deliveries,
  // unless the statement before has moved that. An endpoint that is brought forward in vain costs a worker one look.
  {
    text: `UPDATE webhook_endpoints e SET due_at = least(due_at, now()), not_before = least(not_before, now())
       WHERE status = 'active'
         AND ((due_at > now() + ${LONGEST_PAUSE} AND due_at < 'infinity') OR not_before > now() + ${LONGEST_PAUSE})
         AND NOT EXISTS (SELECT FROM webhook_deliveries d
                         WHERE d.organisation_id = e.organisation_id AND d.endpoint_id = e.id AND d.status = 'waiting'
                           AND d.next_attempt_at IN (e.due_at, e.not_before))
       RETURNING id`,
  },
  {
    text: `UPDATE periodic_tasks SET due_at = now()
       WHERE due_at > now() + greatest(make_interval(secs => every_seconds), ${LONGEST_LEASE_OF_TASKS}) + ${A_MOMENT}
       RETURNING name`,
  },
  {
    text: `UPDATE mails SET due_at = now() WHERE created_at > now() + ${A_MOMENT} AND due_at > now() RETURNING id`,
  },
];
