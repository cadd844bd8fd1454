import type { OrganisationSql } from '../../../postgres/transaction.js';

/** A minute of the log has fewer rows, unless the organisation sends thousands of messages a second. */
const NEWEST_ROWS = 2_000;
const WINDOW_SECONDS = 60;

export interface GatewayRateRow {
  readonly gateway: string;
  /** Over the last minute, or over the time that the newest rows of the log tell of. */
  readonly sent_per_second: number;
}

/**
 * How many messages of the organisation its gateways have taken a second. The log knows it: an index on the times of
 * messages or attempts would cost every submission. The messages of a row went to one gateway, but for some that are
 * known from reports.
 */
export function readGatewayRates(tx: OrganisationSql): Promise<GatewayRateRow[]> {
  return tx.sql<GatewayRateRow>(GATEWAY_RATES);
}

// OFFSET 0 makes PostgreSQL look up each message by its key.
const GATEWAY_RATES = `
WITH newest AS (
  SELECT type, size, created_at, coalesce(subject_id, lowest_id) AS message_id FROM events
  WHERE organisation_id = :organisationId AND sequence > 0 ORDER BY sequence DESC LIMIT ${NEWEST_ROWS}
),
span AS (
  SELECT CASE WHEN count(*) < ${NEWEST_ROWS} THEN ${WINDOW_SECONDS}
              ELSE least(${WINDOW_SECONDS}, greatest(1, extract(epoch FROM now() - min(created_at)))) END AS seconds
  FROM newest
)
SELECT m.gateway, round(sum(n.size) / s.seconds, 2)::float8 AS sent_per_second
FROM newest n CROSS JOIN span s,
     LATERAL (SELECT gateway FROM sms_messages WHERE organisation_id = :organisationId AND id = n.message_id OFFSET 0) m
WHERE n.type = 'sms.sent' AND n.created_at > now() - make_interval(secs => s.seconds) AND m.gateway IS NOT NULL
GROUP BY m.gateway, s.seconds`;
