/** For FROM: the log with a row for every event, whatever rows the program has written them in. */
export const EVENTS = `(
  SELECT organisation_id, sequence - size + place AS sequence, type, subject.id AS subject_id,
         campaign_id, revision, delivery_code, corrected, created_at
  FROM events CROSS JOIN LATERAL unnest(coalesce(subject_ids, ARRAY[subject_id])) WITH ORDINALITY AS subject (id, place)
)`;
