/**
 * For FROM of INSERT … SELECT: the organisation, from the one row of its event log. Citus runs the statement on the
 * organisation's node if it selects `home.organisation_id` from a table there. Parameters alone it would copy into the
 * table, which row level security forbids. An organisation has its log from its beginning: without one the statement
 * would insert nothing.
 */
export const HOME = '(SELECT organisation_id FROM event_logs WHERE organisation_id = :organisationId) AS home';
