import type { Values } from '../../statement.js';
import type { EveryOrganisationSql } from '../../transaction.js';

/**
 * Ends waits that no clock of today can have set: the clock of the database was ahead when they began, and has been set
 * back. Returns how many there were. A wait until a time that a caller has named, or for a retry that may be far away, stays
 * as it is.
 */
export async function bringForward(tx: EveryOrganisationSql, leaseSeconds: number): Promise<number> {
  let brought = 0;
  for (const { text, also, values } of statementsFor(leaseSeconds)) {
    const [row] = await tx.sql<{ rows: number }>(
      `WITH brought AS (${text})${also ? `, also AS (${also})` : ''} SELECT count(*)::int AS rows FROM brought`,
      values,
    );
    brought += row?.rows ?? 0;
  }
  return brought;
}

/** Nothing that is ready to leave waits for longer: no back-off takes more than a minute. */
const LONGEST_BACK_OFF = `interval '2 minutes'`;
/** Of an endpoint that fails, unless it has asked for more. */
const LONGEST_PAUSE = `interval '10 minutes'`;
/** A little ahead is nothing to worry about. */
const A_MOMENT = `interval '5 seconds'`;

/** For a column that holds a time that has been. */
const notAhead = (column: string) => `${column} = CASE WHEN ${column} > now() THEN now() ELSE ${column} END`;

/** What a phone is judged by. Its engine's last report has the engine's own time, and is none of it. */
const PAST_OF_PHONES = ['confirmed_at', 'state_since', 'unacked_since', 'groups_claimed_at'];

interface Statement {
  readonly text: string;
  /** Goes by what the text has `brought`. */
  readonly also?: string;
  readonly values?: Values;
}

const statementsFor = (leaseSeconds: number): readonly Statement[] => [
  // Rows are worked off in order, so the last message usually tells; others may be cancelled.
  {
    text: `UPDATE sms_due d SET due_at = n.at, tries = 0
       FROM (SELECT d.organisation_id, d.id, min(greatest(now(), CASE WHEN m.phase <> 'ready' THEN m.next_action_at END)) AS at
             FROM sms_due d JOIN sms_messages m ON m.organisation_id = d.organisation_id
               AND m.id IN (d.message_ids[1], d.message_ids[(size + 1) / 2], d.message_ids[size])
             WHERE d.purpose = 'dispatch' AND d.lease_id IS NULL AND d.due_at > now() + ${LONGEST_BACK_OFF}
               AND m.phase IN ('ready', 'scheduled', 'waiting_retry')
             GROUP BY d.organisation_id, d.id) n
       WHERE d.organisation_id = n.organisation_id AND d.id = n.id AND d.lease_id IS NULL
         AND d.due_at > n.at + ${LONGEST_BACK_OFF}
       RETURNING d.organisation_id, d.message_ids`,
    // Their rows alone: all that is due may be millions, and this is done at each start of a worker.
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
  ...['sms_reports', 'chat_reports'].map((inbox) => ({
    text: `UPDATE ${inbox} SET due_at = now() + (due_at - received_at), received_at = now()
       WHERE received_at > now() + ${A_MOMENT} RETURNING id`,
  })),
  // Phones would be neither asked after nor missed.
  {
    text: `UPDATE chat_sessions SET ${PAST_OF_PHONES.map(notAhead).join(', ')}
       WHERE greatest(${PAST_OF_PHONES.join(', ')}) > now() + ${A_MOMENT} RETURNING id`,
  },
  {
    text: `UPDATE chat_messages SET created_at = now()
       WHERE phase <> 'settled' AND created_at > now() + ${A_MOMENT} RETURNING id`,
  },
  {
    text: `UPDATE webhook_deliveries SET next_attempt_at = now() + (next_attempt_at - attempted_at), attempted_at = now()
       WHERE status = 'waiting' AND attempted_at > now() + ${A_MOMENT} RETURNING 1`,
  },
  // Who looks after an endpoint for which there is nothing to do finds that out. One that has asked to be left alone for
  // longer is known by what it refused then, which waits until the same moment, unless the statement before has moved it.
  {
    text: `UPDATE webhook_endpoints e SET due_at = least(due_at, now()), not_before = least(not_before, now())
       WHERE status = 'active'
         AND ((due_at > now() + ${LONGEST_PAUSE} AND due_at < 'infinity') OR not_before > now() + ${LONGEST_PAUSE})
         AND NOT EXISTS (SELECT FROM webhook_deliveries d
                         WHERE d.organisation_id = e.organisation_id AND d.endpoint_id = e.id AND d.status = 'waiting'
                           AND d.next_attempt_at = e.not_before)
       RETURNING id`,
  },
  {
    text: `UPDATE mails SET due_at = now() WHERE created_at > now() + ${A_MOMENT} AND due_at > now() RETURNING id`,
  },
];
