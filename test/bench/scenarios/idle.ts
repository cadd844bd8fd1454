import { setTimeout as sleep } from 'node:timers/promises';
import { callOnce, calls, post } from '../calls.ts';
import { cpuSecondsOf, meterBackends } from '../cpu-time.ts';
import { absolute, atMost, type Finding, median, takeTurns } from '../measure.ts';
import { type Process, startApiAndWorker } from '../processes.ts';
import type { Database, Stage } from '../stage.ts';
import { createTenant, type Tenant } from './tenants.ts';

export const IDLE_SECONDS = 10;
export const IDLE_SETTINGS = { ALLOW_PRIVATE_NETWORK_URLS: 'true' };
const ORGANISATIONS = 20_000;
/** Several sweeps: every event is in the log, and the endpoint is at rest. */
const REST_MS = 5_000;
/** Where an organisation has something for an idle worker to look at. */
const TABLES = ['organisations', 'event_logs', 'events', 'webhook_endpoints'];

/** What a worker costs that has nothing to do, in an installation with many organisations. */
export async function benchIdle(stage: Stage, rounds: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const hasEndpoints of [false, true]) {
    const database = await stage.createDatabase(`bench_idle_${hasEndpoints}`);
    const tenant = await createTenant(database);
    const { api, worker } = await startApiAndWorker(stage, database, IDLE_SETTINGS);
    await fillWithIdle(database, api, tenant, hasEndpoints);
    const readPostgres = meterBackends(database);
    const { idle } = await takeTurns(rounds, { idle: () => measureIdle(worker, readPostgres) });
    const msOf = (who: 'worker' | 'postgres') => median(idle.map((sample) => sample[who])) * 1000;
    const note = `a second; worker ${msOf('worker').toFixed(1)} ms`;
    const what = `idle worker, ${ORGANISATIONS} organisations ${hasEndpoints ? 'with a webhook each' : 'without webhooks'}`;
    findings.push(absolute(`${what}, CPU of PostgreSQL`, { value: msOf('postgres'), unit: 'ms', note }, atMost(5)));
  }
  return findings;
}

/** Seconds of processor time for a second of the clock. */
async function measureIdle(worker: Process, readPostgres: () => number) {
  const read = () => ({ worker: cpuSecondsOf(worker.pid), postgres: readPostgres() });
  const before = read();
  await sleep(IDLE_SECONDS * 1000);
  const after = read();
  return {
    worker: (after.worker - before.worker) / IDLE_SECONDS,
    postgres: (after.postgres - before.postgres) / IDLE_SECONDS,
  };
}

/** One organisation sends a message and makes a webhook; a thousand copies of its rows have done the same. */
export async function fillWithIdle(
  { superuser }: Database,
  api: Process,
  tenant: Tenant,
  hasEndpoints: boolean,
): Promise<void> {
  await callOnce(api.url, calls.sendByRest, tenant);
  await sleep(REST_MS);
  // It gets what comes after its making, so nothing is ever posted there.
  if (hasEndpoints) await callOnce(api.url, post('/v1/webhooks/', { url: 'http://127.0.0.1:9/hook' }), tenant);
  await sleep(REST_MS);
  const { rows } = await superuser.query<{ ids: string[] }>(
    'SELECT array_agg(gen_random_uuid()) AS ids FROM generate_series(1, $1)',
    [ORGANISATIONS],
  );
  for (const table of TABLES) {
    await superuser.query(copyTo(table), [tenant.organisationId, rows[0]?.ids]);
  }
  await superuser.query(WAITING, [rows[0]?.ids]);
  await superuser.query('VACUUM (ANALYZE)');
}

/**
 * A message that waits for its report for days, and one that is scheduled: what most organisations have on the agenda.
 */
const WAITING = `
  INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size)
  SELECT organisation, gen_random_uuid(), 'sandbox', purpose, now() + interval '1 day', ARRAY[gen_random_uuid()], 1
  FROM unnest($1::uuid[]) AS organisation, unnest('{report,dispatch}'::due_purpose[]) AS purpose`;

const copyTo = (table: string) => `
  INSERT INTO ${table} OVERRIDING SYSTEM VALUE
  SELECT copy.* FROM ${table} original, unnest($2::uuid[]) AS organisation,
    jsonb_populate_record(original, jsonb_build_object('organisation_id', organisation)) AS copy
  WHERE original.organisation_id = $1`;
