import { EVENTS } from '../../support/events.js';
import { readLog } from '../../support/fleet/read-log.js';
import type { Hook } from './hooks.js';
import type { Evidence, Verdict } from './judge.js';
import type { Stage } from './stage.js';

export const TOLD_TWICE = `
SELECT DISTINCT subject_id AS id FROM ${EVENTS} AS e WHERE type LIKE 'sms.%'
GROUP BY subject_id, revision HAVING count(*) > 1`;

/** Of a campaign's messages the log does not tell that they were queued; the naive customer writes behind its back. */
export const OTHERWISE_TOLD = `
SELECT m.id FROM sms_messages m
LEFT JOIN (
  SELECT DISTINCT ON (organisation_id, subject_id) organisation_id, subject_id, type FROM ${EVENTS} AS e
  WHERE type LIKE 'sms.%' ORDER BY organisation_id, subject_id, revision DESC
) last ON last.organisation_id = m.organisation_id AND last.subject_id = m.id
WHERE m.organisation_id <> $1 AND last.type IS DISTINCT FROM 'sms.' || m.status`;

/**
 * R8, R17: one event for each change, and each where it is wanted. That logs have no gaps is looked at all the time.
 */
export async function judgeEvents({ stage, hooks }: Evidence): Promise<Verdict[]> {
  const { sql } = stage.fleet;
  const twice = await sql<{ id: string }>(TOLD_TWICE);
  const otherwise = await sql<{ id: string }>(OTHERWISE_TOLD, [stage.customers.naive.organisationId]);
  const undelivered = await Promise.all(hooks.map((hook) => findUndelivered(stage, hook)));
  return [
    { promise: 'R8', what: 'messages of which one change was told twice', against: twice.map(({ id }) => id) },
    {
      promise: 'R8',
      what: 'messages whose last event is another than their state',
      against: otherwise.map(({ id }) => id),
    },
    { promise: 'R17', what: 'events that were neither taken nor given up', against: undelivered.flat() },
    { promise: 'R17', what: 'calls of webhooks that were wrong', against: hooks.flatMap(({ wrong }) => wrong) },
  ];
}

async function findUndelivered({ fleet, apis }: Stage, { client, endpointId, taken }: Hook): Promise<string[]> {
  const dead = await fleet.sql<{ sequence: string }>(
    `SELECT sequence FROM webhook_deliveries WHERE organisation_id = $1 AND endpoint_id = $2 AND status = 'dead'`,
    [client.organisationId, endpointId],
  );
  const givenUp = new Set(dead.map(({ sequence }) => Number(sequence)));
  const log = await readLog(client, apis[0]?.url ?? '');
  // The endpoint was there before the first message.
  return log
    .filter(({ id, data: { sequence } }, index) => sequence !== index + 1 || !(taken.has(id) || givenUp.has(sequence)))
    .map(({ id }) => id);
}
