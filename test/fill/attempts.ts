import type { Filling } from './filling.js';
import { GATEWAY, GATEWAYS, NUMBER } from './messages.js';

/**
 * The attempts that the program keeps: refusals, doubts, failures, and all that the partner has accepted, because its
 * reports name ids of its own.
 */
export async function insertAttempts({ tx, own }: Filling): Promise<void> {
  const { seed, prefixes } = own;
  for (const statement of [ATTEMPTS, TAKEN_BY_PARTNER, PARTS]) await tx.sql(statement, { seed, prefixes });
}

const PROVIDER_ID = `'ea-' || md5(:seed::bigint || ' ' || m.n || ' ' || number)`;
const REQUESTED_AT = 'CASE WHEN number = o.attempt THEN m.submitted_at ELSE m.first_at END';

const PLANNED = `(SELECT m.*, ${GATEWAY} AS gateway FROM message_plan m JOIN outcomes o USING (outcome) ${NUMBER}) m
  JOIN outcomes o USING (outcome)`;

const ATTEMPTS = `
INSERT INTO sms_attempts (organisation_id, message_id, number, gateway, provider_id, found_by_provider_id, outcome, delivery_code,
                          raw_code, raw_reason, requested_at, finished_at)
SELECT :organisationId, m.id, number, gateway,
       CASE WHEN gateway = '${GATEWAYS.partner}' AND attempt_outcome <> 'unknown' THEN ${PROVIDER_ID} END,
       gateway = '${GATEWAYS.partner}' AND attempt_outcome IN ('accepted', 'queued', 'held'), attempt_outcome, a.delivery_code,
       a.delivery_code::text, CASE WHEN attempt_outcome = 'rejected' THEN 'refused by the network' END,
       ${REQUESTED_AT}, ${REQUESTED_AT} + interval '200 milliseconds'
FROM ${PLANNED} JOIN outcome_attempts a USING (outcome)
ORDER BY m.id`;

const TAKEN = `
FROM (SELECT m.*, o.attempt AS number, o.status, o.delivery_code, t.segments
      FROM ${PLANNED} JOIN texts t USING (text_no)
      WHERE gateway = '${GATEWAYS.partner}' AND o.handed_over
        AND NOT EXISTS (SELECT FROM outcome_attempts a WHERE a.outcome = m.outcome AND a.number = o.attempt)) m`;

/** A text in parts is found by the ids of its parts. */
const TAKEN_BY_PARTNER = `
INSERT INTO sms_attempts (organisation_id, message_id, number, gateway, provider_id, found_by_provider_id, outcome, delivery_code,
                          requested_at, finished_at)
SELECT :organisationId, m.id, number, gateway, CASE WHEN segments = 1 THEN ${PROVIDER_ID} END, segments = 1, 'accepted', 101,
       m.submitted_at, m.submitted_at + interval '200 milliseconds'
${TAKEN} ORDER BY m.id`;

const PARTS = `
INSERT INTO sms_attempt_parts (organisation_id, message_id, number, part, gateway, provider_id, delivery_code)
SELECT :organisationId, m.id, number, part, gateway, ${PROVIDER_ID} || '-' || part,
       CASE WHEN status = 'delivered' THEN 100 WHEN delivery_code <> 101 THEN delivery_code END
${TAKEN} CROSS JOIN LATERAL generate_series(1, segments) AS part
WHERE segments > 1 ORDER BY m.id, part`;
