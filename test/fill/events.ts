import { EVENTS_PER_ROW } from '../../src/db/sql/events/log.js';
import type { Filling } from './filling.js';
import { momentOf } from './outcome-tables.js';

/** The table `happenings`: events without their numbers. `place` orders events of the same time. */
export async function createHappenings({ tx }: Filling): Promise<void> {
  await tx.sql(`
    CREATE TEMPORARY TABLE happenings (
      at timestamptz, place smallint, type text, subject_id uuid, campaign_id uuid, revision integer, delivery_code smallint,
      corrected boolean DEFAULT false, test boolean
    ) ON COMMIT DROP`);
}

/** The happenings of messages and campaigns, and the timelines of the campaigns. */
export async function insertTimelines({ tx }: Filling): Promise<void> {
  await tx.sql(QUEUED);
  await tx.sql(STEPS);
  await tx.sql(TIMELINES);
  await tx.sql(CAMPAIGN_EVENTS);
}

/** Writes the log, and returns how many events it has. The table `log` has each of them with its number. */
export async function insertLog({ tx }: Filling): Promise<number> {
  await tx.sql(LOG);
  await tx.sql(EVENTS);
  const [row] = await tx.sql<{ events: number }>('SELECT count(*)::integer AS events FROM log');
  return row?.events ?? 0;
}

/** Messages of a campaign have no such event: `campaign.accepted` stands for them. */
const QUEUED = `
INSERT INTO happenings (at, place, type, subject_id, revision, test)
SELECT m.created_at, 2, 'sms.queued', m.id, 1, m.test FROM message_plan m
WHERE m.campaign_id IS NULL AND m.outcome NOT LIKE 'suppressed%'`;

const STEPS = `
INSERT INTO happenings (at, place, type, subject_id, campaign_id, revision, delivery_code, corrected, test)
SELECT ${momentOf('s.moment')}, 3, 'sms.' || s.status, m.id, m.campaign_id, s.revision, s.delivery_code, s.corrected, m.test
FROM message_plan m JOIN outcome_steps s USING (outcome)`;

const TIMELINES = `
INSERT INTO campaign_timeline (organisation_id, campaign_id, bucket, status, changes)
SELECT :organisationId, campaign_id, date_bin('10 seconds', at, 'epoch') AS bucket, substr(type, 5)::sms_status AS status, count(*)
FROM happenings WHERE campaign_id IS NOT NULL AND revision > 1
GROUP BY campaign_id, bucket, status ORDER BY campaign_id, bucket, status`;

const CAMPAIGN_EVENTS = `
INSERT INTO happenings (at, place, type, subject_id, campaign_id, revision, test)
SELECT at, place, 'campaign.' || word, c.id, c.id, row_number() OVER (PARTITION BY c.id ORDER BY at, place), c.test
FROM campaign_plan c JOIN campaign_summary s ON s.campaign_id = c.id
CROSS JOIN LATERAL (VALUES (c.created_at, 0, 'accepted'), (s.started_at, 1, 'started'), (s.completed_at, 8, 'completed'),
                           (c.paused_at, 7, 'paused'), (c.cancelled_at, 9, 'cancelled')) AS e (at, place, word)
WHERE at IS NOT NULL`;

/**
 * A worker settles or folds the messages of a campaign in batches, about one a second. Events of a batch that differ
 * only in the message share its time and, as the program writes them, rows of at most EVENTS_PER_ROW events. What
 * ends a campaign happens after the batch with its last message.
 */
const LOG = `
CREATE TEMPORARY TABLE log ON COMMIT DROP AS
SELECT row_number() OVER (ORDER BY at, place, revision, campaign_id, type, delivery_code, corrected, subject_id) AS sequence,
       CASE WHEN is_shared THEN
         (row_number() OVER (PARTITION BY at, place, revision, campaign_id, type, delivery_code, corrected ORDER BY subject_id) - 1)
           / ${EVENTS_PER_ROW}
       END AS batch, h.*
FROM (
  SELECT CASE WHEN campaign_id IS NOT NULL AND place >= 3 THEN date_bin('1 second', at, 'epoch') + interval '1 second' ELSE at END AS at,
         campaign_id IS NOT NULL AND place = 3 AS is_shared, place, type, subject_id, campaign_id, revision, delivery_code, corrected,
         test
  FROM happenings
) h`;

const EVENTS = `
INSERT INTO events (organisation_id, sequence, type, subject_id, campaign_id, revision, delivery_code, corrected, created_at, size,
                    lowest_id, highest_id, subject_ids)
SELECT :organisationId, sequence, type, CASE WHEN size = 1 THEN ids[1] END, campaign_id, revision, delivery_code, corrected, at, size,
       CASE WHEN size > 1 THEN ids[1] END, CASE WHEN size > 1 THEN ids[size] END, CASE WHEN size > 1 THEN ids END
FROM (
  SELECT max(sequence) AS sequence, type, campaign_id, revision, delivery_code, corrected, at, count(*)::integer AS size,
         array_agg(subject_id ORDER BY subject_id) AS ids
  FROM log
  GROUP BY at, place, revision, campaign_id, type, delivery_code, corrected, batch, CASE WHEN batch IS NULL THEN sequence END
) r
ORDER BY sequence`;
