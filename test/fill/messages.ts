import { CODE_OF, findDeliveryCode } from '../../src/domain/sms/delivery-codes.js';
import { SANDBOX_GATEWAY } from '../../src/domain/sms/routing.js';
import type { Filling } from './filling.js';
import { DRAWN_OUTCOME, OF_SINGLE_MESSAGES } from './mixes.js';
import { momentOf } from './outcome-tables.js';
import { CAMPAIGN_TEXTS, FILLED_IN, FIRST_NAMES, SINGLE_TEXTS } from './texts.js';

/** Contacts of 10,000 that have opted out of all messages, and of those of one sender. */
const OPTED_OUT = 30;
const OPTED_OUT_OF_SENDER = 20;
/** Recipients of 10,000 whose number is malformed. */
const INVALID = 22;

/**
 * Gateways of a real installation. All of their messages have ended. Messages that wait belong to the sandbox, which
 * every installation has: a worker can go on with them, and nothing leaves the machine.
 */
export const GATEWAYS = { direct: 'kenya-direct', partner: 'east-africa', other: 'aggregator' } as const;

/** SQL: the gateway of the last attempt of the message `m` with the outcome `o`. */
export const GATEWAY = `CASE WHEN o.attempt = 0 THEN NULL WHEN m.test OR o.phase <> 'done' THEN '${SANDBOX_GATEWAY}'
  WHEN number.mobile LIKE '254%' THEN '${GATEWAYS.direct}' WHEN number.mobile LIKE '25%' THEN '${GATEWAYS.partner}'
  ELSE '${GATEWAYS.other}' END`;

/** SQL: the number `number.mobile` of the message `m`. */
export const NUMBER = `CROSS JOIN LATERAL (SELECT pg_temp.mobile(:seed::bigint, m.contact, :prefixes::text[]) AS mobile) number`;

/** Plans the recipient, outcome and times of every message. `inCampaigns` of them belong to the planned campaigns. */
export async function planMessages({ tx, own, month }: Filling, inCampaigns: number): Promise<void> {
  const { seed, messages, senders } = own;
  const { from, until, shares } = month;
  const [{ most = 0 } = {}] = await tx.sql<{ most: number }>('SELECT max(size) AS most FROM campaign_plan');
  const contacts = Math.max(most, Math.floor(messages / 10), 100);
  await tx.sql(MESSAGE_PLAN);
  await tx.sql(OF_CAMPAIGNS, { seed, until, contacts });
  await tx.sql(SINGLE, {
    seed,
    from,
    until,
    shares,
    contacts,
    senders,
    messages,
    first: inCampaigns,
    eachOnce: own.place === 0 ? OF_SINGLE_MESSAGES : [],
    firstText: CAMPAIGN_TEXTS.length,
    texts: SINGLE_TEXTS.length,
  });
  await tx.sql('CREATE INDEX ON message_plan (n)');
  await tx.sql(FIRST_REFUSALS);
  await tx.sql('ANALYZE message_plan');
}

export async function insertMessages({ tx, own }: Filling): Promise<void> {
  const { seed, prefixes, place } = own;
  const common = { seed, prefixes };
  await tx.sql(MESSAGES, { ...common, names: FIRST_NAMES, atLeastOnce: place % 7 === 3 });
  await tx.sql(SUPPRESSIONS, {
    ...common,
    blacklisted: findDeliveryCode(CODE_OF.UserInBlacklist)?.meaning ?? null,
    registered: findDeliveryCode(CODE_OF.DoNotDisturbRejection)?.meaning ?? null,
  });
  await tx.sql(MANUAL_SUPPRESSIONS, common);
}

const MESSAGE_PLAN = `
CREATE TEMPORARY TABLE message_plan (
  n bigint, id uuid, campaign_id uuid, position integer, contact bigint, outcome text, text_no integer, test boolean,
  sender_id text, created_at timestamptz, scheduled_at timestamptz, first_at timestamptz, submitted_at timestamptz,
  ended_at timestamptz, next_at timestamptz
) ON COMMIT DROP`;

const COLUMNS = `n, id, campaign_id, position, contact, outcome, text_no, test, sender_id, created_at, scheduled_at, first_at,
  submitted_at, ended_at, next_at`;

/** An outcome that takes three days needs a message that is older. */
const inTime = (outcome: string, begunAt: string) =>
  `CASE WHEN ${outcome} IN ('expired', 'hold_expired', 'review_expired')
          AND ${begunAt} > :until::timestamptz - interval '73 hours' THEN 'delivered' ELSE ${outcome} END`;

/** The intake refuses messages to contacts who have opted out; FIRST_REFUSALS lets the first of them through. */
const unlessOptedOut = (outcome: string) =>
  `CASE WHEN NOT test AND pg_temp.dice(:seed::bigint, contact, 5) < ${OPTED_OUT / 10_000} THEN 'suppressed'
        WHEN NOT test AND pg_temp.dice(:seed::bigint, contact, 6) < ${OPTED_OUT_OF_SENDER / 10_000} THEN 'suppressed_for_sender'
        ELSE ${outcome} END`;

/** Log-logistic delay of delivery reports: median five seconds, 99th percentile two minutes, the last after hours. */
const ENDED = `least(t.submitted_at + interval '1 second' *
          coalesce(o.lasts_seconds, 0.3 + least(4.7 * (d.report_luck / (1.000001 - d.report_luck)) ^ 0.7, 200000)),
        greatest(:until::timestamptz, t.submitted_at))`;

const LAST_ATTEMPT = `CROSS JOIN LATERAL (SELECT d.first_at + interval '1 second' * o.retry_seconds AS submitted_at) t`;

/** Only messages that are ready are due at once. */
const NEXT = `CASE WHEN d.outcome = 'scheduled' THEN d.scheduled_at WHEN o.next_seconds IS NULL THEN NULL
  ELSE greatest(t.submitted_at + interval '1 second' * o.next_seconds, :until::timestamptz + interval '30 seconds') END`;

const OF_CAMPAIGNS = `
INSERT INTO message_plan (${COLUMNS})
SELECT d.n, pg_temp.id_at(d.created_at, d.position, :seed::bigint::text || ' ' || d.campaign_id), d.campaign_id, d.position, d.contact,
       d.outcome, d.text_no, d.test, d.sender_id, d.created_at, d.scheduled_at,
       d.first_at, t.submitted_at, CASE WHEN d.outcome = 'cancelled' THEN d.cancelled_at ELSE ${ENDED} END, ${NEXT}
FROM (
  SELECT d.*, CASE WHEN pg_temp.dice(:seed::bigint, n, 7) < ${INVALID / 10_000} THEN 'invalid'
                   ELSE ${unlessOptedOut(inTime(DRAWN_OUTCOME, 'first_at'))} END AS outcome
  FROM (
    SELECT c.first_n + position AS n, c.id AS campaign_id, position, (c.first_contact + position) % :contacts AS contact,
           CASE WHEN position < c.head THEN c.head_mix ELSE c.tail_mix END AS mix, c.text_no, c.test, c.sender_id,
           c.created_at, c.scheduled_at, c.cancelled_at,
           c.leaves_at + interval '1 second' * (position / c.pace) AS first_at,
           pg_temp.dice(:seed::bigint, c.first_n + position, 8) AS luck,
           pg_temp.dice(:seed::bigint, c.first_n + position, 9) AS report_luck
    FROM campaign_plan c CROSS JOIN generate_series(0, c.size - 1) AS position
  ) d
) d
JOIN outcomes o USING (outcome) ${LAST_ATTEMPT}
ORDER BY d.created_at, d.position`;

/** The first of the largest organisation have each outcome once, so that a small database shows all. */
const SINGLE = `
INSERT INTO message_plan (${COLUMNS})
SELECT d.n, pg_temp.id_at(d.created_at, d.n & 4095, :seed::bigint::text || ' ' || d.n), NULL, NULL, d.contact, d.outcome, d.text_no,
       d.test, d.sender_id, d.created_at, d.scheduled_at, d.first_at, t.submitted_at, ${ENDED}, ${NEXT}
FROM (
  SELECT d.*, CASE WHEN outcome = 'scheduled' THEN :until::timestamptz + interval '1 second' * (300 + age_luck * 600000)
                   WHEN outcome = 'cancelled_single' THEN created_at + interval '1 day' END AS scheduled_at,
         CASE WHEN outcome = 'cancelled_single' THEN created_at + interval '10 minutes'
              ELSE created_at + interval '1 second' * (0.05 + 0.9 * report_luck) END AS first_at
  FROM (
    SELECT d.*, CASE WHEN now_seconds IS NULL THEN sent_at
                     ELSE :until::timestamptz - interval '1 second' * (1 + age_luck * now_seconds) END AS created_at
    FROM (
      SELECT d.*, CASE WHEN n < :first + cardinality(:eachOnce::text[])
                       THEN ${inTime('(:eachOnce::text[])[(n - :first::bigint + 1)::integer]', 'sent_at')}
                       ELSE ${unlessOptedOut(inTime(DRAWN_OUTCOME, 'sent_at'))} END AS outcome
      FROM (
        SELECT n, 'single' AS mix, floor(pg_temp.dice(:seed::bigint, n, 10) * :contacts)::bigint AS contact,
               :firstText::integer + floor(pg_temp.dice(:seed::bigint, n, 11) * :texts::integer)::integer AS text_no,
               pg_temp.dice(:seed::bigint, n, 12) < 0.04 AS test,
               (:senders::text[])[1 + floor(pg_temp.dice(:seed::bigint, n, 13) * (cardinality(:senders::text[]) + 0.3))::integer]
                 AS sender_id,
               CASE WHEN n >= :first + cardinality(:eachOnce::text[])
                    THEN :from::timestamptz + interval '1 hour' * (pg_temp.dice(:seed::bigint, n, 15)
                           + width_bucket(pg_temp.dice(:seed::bigint, n, 14), :shares::double precision[]))
                    ELSE :from::timestamptz + interval '1 hour' * (n - :first::bigint) END AS sent_at,
               pg_temp.dice(:seed::bigint, n, 8) AS luck, pg_temp.dice(:seed::bigint, n, 9) AS report_luck,
               pg_temp.dice(:seed::bigint, n, 16) AS age_luck
        FROM generate_series(:first::bigint, :messages::bigint - 1) AS n
      ) d
    ) d JOIN outcomes USING (outcome)
  ) d
) d
JOIN outcomes o USING (outcome) ${LAST_ATTEMPT}
ORDER BY d.created_at, d.n`;

/** The gateway reports an opt-out for the first message to the contact. The intake refuses only those that follow. */
const FIRST_REFUSALS = `
UPDATE message_plan m SET outcome = CASE outcome WHEN 'suppressed' THEN 'opted_out' ELSE 'opted_out_of_sender' END
WHERE n IN (
  SELECT DISTINCT ON (contact, CASE outcome WHEN 'suppressed' THEN '' ELSE coalesce(sender_id, '') END) n
  FROM message_plan WHERE outcome LIKE 'suppressed%' AND first_at < now() - interval '2 hours'
  ORDER BY contact, CASE outcome WHEN 'suppressed' THEN '' ELSE coalesce(sender_id, '') END, first_at, n)`;

const MESSAGES = `
INSERT INTO sms_messages (organisation_id, id, campaign_id, position, mobile, body, sender_id, reference, metadata, segments,
                          encoding, test, at_least_once, status, previous_status, phase, delivery_code, hold_reason, attempt,
                          gateway, submitted_at, handed_over, revision, scheduled_at, next_action_at, created_at, updated_at)
SELECT :organisationId, m.id, m.campaign_id, m.position, number.mobile,
       CASE WHEN m.campaign_id IS NULL OR t.personal THEN ${FILLED_IN} END, m.sender_id,
       CASE WHEN m.campaign_id IS NULL THEN 'order-' || 100000 + m.n ELSE 'customer-' || m.contact END,
       CASE WHEN m.campaign_id IS NULL AND m.n % 5 = 0 THEN jsonb_build_object('order', 100000 + m.n, 'shop', 'web') END,
       t.segments, t.encoding, m.test, :atLeastOnce, o.status, o.previous_status, o.phase, o.delivery_code, o.hold_reason,
       o.attempt, ${GATEWAY}, CASE WHEN o.attempt > 0 THEN m.submitted_at END, o.handed_over, o.revision, m.scheduled_at,
       CASE WHEN o.phase <> 'done' THEN m.next_at END, m.created_at, ${momentOf('o.last_step')}
FROM message_plan m JOIN outcomes o USING (outcome) JOIN texts t USING (text_no)
${NUMBER}
ORDER BY m.created_at, m.n`;

const SUPPRESSIONS = `
INSERT INTO suppressions (organisation_id, id, mobile, sender_id, delivery_code, source, reason, created_at)
SELECT :organisationId, pg_temp.id_at(m.ended_at, m.n & 4095, :seed::bigint::text || ' opted out ' || m.n),
       pg_temp.mobile(:seed::bigint, m.contact, :prefixes::text[]),
       CASE m.outcome WHEN 'opted_out' THEN '' ELSE coalesce(m.sender_id, '') END, o.delivery_code, 'gateway',
       CASE m.outcome WHEN 'opted_out' THEN :registered ELSE :blacklisted END, m.ended_at
FROM message_plan m JOIN outcomes o USING (outcome)
WHERE m.outcome LIKE 'opted_out%'
ON CONFLICT (organisation_id, mobile, sender_id) DO NOTHING`;

/** The organisation itself has added the numbers that the intake refuses and no gateway has reported. */
const MANUAL_SUPPRESSIONS = `
INSERT INTO suppressions (organisation_id, id, mobile, sender_id, delivery_code, source, reason, created_at)
SELECT :organisationId, pg_temp.id_at(listed_at, n & 4095, :seed::bigint::text || ' listed ' || n), mobile, sender_id, delivery_code,
       'manual', 'Asked by telephone', listed_at
FROM (
  SELECT m.n, m.created_at - interval '3 hours' AS listed_at, o.delivery_code,
         pg_temp.mobile(:seed::bigint, m.contact, :prefixes::text[]) AS mobile,
         CASE m.outcome WHEN 'suppressed' THEN '' ELSE coalesce(m.sender_id, '') END AS sender_id
  FROM message_plan m JOIN outcomes o USING (outcome) WHERE m.outcome LIKE 'suppressed%'
) m
ON CONFLICT (organisation_id, mobile, sender_id) DO NOTHING`;
