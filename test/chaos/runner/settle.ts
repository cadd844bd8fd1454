import type { Fleet } from '../../support/fleet/fleet.js';
import { eventually } from '../../support/wait.js';
import type { Hook } from './hooks.js';
import { everybodyUp, type Stage } from './stage.js';
import { calmDown } from './strike.js';

const SETTLE_WITHIN_MS = 60_000;

const LEFT = `SELECT
  (SELECT count(*) FROM sms_messages WHERE phase <> 'done')::int AS live,
  (SELECT count(*) FROM sms_reports)::int AS reports`;

interface Left {
  readonly live: number;
  readonly reports: number;
}

export interface Settled {
  readonly messagesS: number;
  readonly webhooksS: number;
}

/** The faults end; then every message must have its outcome soon, and every event be where it is wanted. */
export async function letSettle(stage: Stage, hooks: readonly Hook[], load: Promise<void>): Promise<Settled> {
  await calmDown(stage);
  // Whoever was told to die at a fault point has not necessarily come there: this restart is the last fault.
  await Promise.all(stage.members.map((member) => member.restart()));
  await everybodyUp(stage.members);
  const lastFaultAt = Date.now();
  await load;
  let left: Left | undefined;
  const isDone = async () => {
    await hurryRetries(stage.fleet);
    left = await look(stage);
    return left ? undefined : true;
  };
  try {
    await eventually('every message has settled', isDone, SETTLE_WITHIN_MS);
  } catch (error) {
    throw new Error(`${(error as Error).message}: ${JSON.stringify(left)}, of which ${await describeLive(stage)}`);
  }
  const messagesS = secondsSince(lastFaultAt);
  const before = await describeHooks(stage, hooks);
  try {
    await eventually('every event was taken, or given up', () => everythingTaken(stage, hooks), SETTLE_WITHIN_MS);
  } catch (error) {
    const after = await describeHooks(stage, hooks);
    throw new Error(`${(error as Error).message}: at first ${before}, at last ${after}`);
  }
  return { messagesS, webhooksS: secondsSince(lastFaultAt) };
}

async function look({ fleet, gateways }: Stage): Promise<Left | undefined> {
  const [left] = await fleet.sql<Left>(LEFT);
  if (!left || left.live + left.reports > 0) return left;
  const pending = await Promise.all(gateways.map(async (gateway) => (await gateway.journal()).reports.pending));
  const reports = pending.reduce((sum, count) => sum + count, 0);
  return reports > 0 ? { ...left, reports } : undefined;
}

async function describeLive({ fleet, gateways }: Stage): Promise<string> {
  const reports = await Promise.all(gateways.map(async (gateway) => (await gateway.journal()).reports));
  const rows = await fleet.sql(
    `SELECT phase, status, gateway, count(*)::int AS messages, min(id::text) AS one
     FROM sms_messages WHERE phase <> 'done' GROUP BY 1, 2, 3`,
  );
  return `${JSON.stringify(rows)}; reports of the gateways: ${JSON.stringify(reports)}`;
}

/** Nobody wants to wait for automatic retries, of which the first comes after five minutes. */
export async function hurryRetries({ sql }: Fleet): Promise<void> {
  const hurried = await sql<{ ids: string[] }>(
    `UPDATE sms_due SET due_at = now()
     WHERE purpose = 'dispatch' AND lease_id IS NULL AND due_at > now() + interval '1 minute' RETURNING message_ids AS ids`,
  );
  if (hurried.length === 0) return;
  await sql(`UPDATE sms_messages SET next_action_at = now() WHERE phase = 'waiting_retry' AND id = ANY ($1)`, [
    hurried.flatMap(({ ids }) => ids),
  ]);
}

async function everythingTaken({ fleet }: Stage, hooks: readonly Hook[]): Promise<true | undefined> {
  // Nobody wants to wait for retries of hours, nor for the pause of an endpoint that answered too late while the
  // machine was busy.
  await fleet.sql(`UPDATE webhook_deliveries SET next_attempt_at = now() WHERE status = 'waiting'`);
  await fleet.sql(
    `UPDATE webhook_endpoints SET due_at = now(), not_before = now() WHERE status = 'active' AND lease_id IS NULL`,
  );
  const open = await Promise.all(
    hooks.map(async ({ client, endpointId }) => {
      const [state] = await fleet.sql<{ open: boolean }>(
        // The log is empty if no call of the customer was answered, as on a slow machine.
        `SELECT e.last_sequence < (SELECT coalesce(max(sequence), 0) FROM events l WHERE l.organisation_id = e.organisation_id) OR EXISTS (SELECT FROM webhook_deliveries d
           WHERE d.organisation_id = e.organisation_id AND d.endpoint_id = e.id AND d.status = 'waiting') AS open
         FROM webhook_endpoints e
         WHERE e.organisation_id = $1 AND e.id = $2`,
        [client.organisationId, endpointId],
      );
      return state?.open !== false;
    }),
  );
  return open.some(Boolean) ? undefined : true;
}

/** `triedIn`: seconds until the endpoint is due; before the runner moves it there, what the program has decided. */
const HOOKS = `SELECT e.id, e.status, e.lease_id IS NOT NULL AS leased, e.failures, e.last_sequence::int AS last,
    (SELECT max(sequence) FROM events l WHERE l.organisation_id = e.organisation_id)::int AS newest,
    CASE WHEN greatest(e.due_at, e.not_before) < 'infinity'
      THEN round(extract(epoch FROM greatest(e.due_at, e.not_before) - now())::numeric, 1)::float8 END AS "triedIn",
    (SELECT count(*)::int FROM webhook_deliveries d
     WHERE d.organisation_id = e.organisation_id AND d.endpoint_id = e.id AND d.status = 'waiting') AS waiting,
    (SELECT json_agg(DISTINCT coalesce(d.error::text, d.response_status::text)) FROM webhook_deliveries d
     WHERE d.organisation_id = e.organisation_id AND d.endpoint_id = e.id AND d.status = 'waiting') AS why
  FROM webhook_endpoints e WHERE e.id = ANY ($1)`;

async function describeHooks({ fleet }: Stage, hooks: readonly Hook[]): Promise<string> {
  const rows = await fleet.sql<{ readonly id: string }>(HOOKS, [hooks.map(({ endpointId }) => endpointId)]);
  const taken = new Map(hooks.map((hook) => [hook.endpointId, hook.receiver.received.length]));
  return JSON.stringify(rows.map((row) => ({ ...row, calls: taken.get(row.id) })));
}

function secondsSince(since: number): number {
  return Math.round((Date.now() - since) / 100) / 10;
}
