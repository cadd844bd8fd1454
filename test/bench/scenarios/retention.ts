import { setTimeout as sleep } from 'node:timers/promises';
import { FILL_MESSAGES } from '../../support/exports.ts';
import { absolute, atMost, compared, type Finding, median } from '../measure.ts';
import { type Process, startProgram } from '../processes.ts';
import type { Database, Stage } from '../stage.ts';
import { dispatchOurs } from './dispatch.ts';
import { createTenants, type Tenant } from './tenants.ts';

/** `RETENTION_MESSAGES=10000000 npm run bench -- --only retention` for more; ten million take half an hour and 8 GB. */
const MESSAGES = Number(process.env.RETENTION_MESSAGES ?? 1_000_000);
const MESSAGES_A_CAMPAIGN = 10_000;
const DAY_MS = 24 * 3600 * 1000;
/** All messages are older than both retentions: one a second, and the last is of the day before. */
const FIRST_AT = Date.now() - MESSAGES * 1000 - 40 * DAY_MS;
const CAMPAIGNS_BEFORE = 5;
const WARM_UP_CAMPAIGNS = 5;
const CAMPAIGNS_BESIDE_AT_MOST = 60;
const SENDERS = 4;
const LOOK_EVERY_MS = 200;
const MEGABYTE = 1e6;

const PHASES = {
  redaction: { title: 'redact', settings: {} },
  deletion: { title: 'delete', settings: { MESSAGE_RETENTION_DAYS: '31' } },
} as const;

/**
 * What it takes to redact, and then to delete, the old messages of one organisation, and what another one notices of
 * it.
 */
export async function benchRetention(stage: Stage): Promise<Finding[]> {
  const database = await stage.createDatabase('bench_retention');
  const [old, ...busy] = (await createTenants(database, 1 + SENDERS)) as [Tenant, ...Tenant[]];
  await fill(database, old);
  const api = await startProgram(stage, database, 'api');
  const findings: Finding[] = [];
  for (const task of ['redaction', 'deletion'] as const) {
    await postpone(database);
    // A process of its own for each, with other settings; the former one finds nothing to do.
    const worker = await startProgram(stage, database, 'worker', PHASES[task].settings);
    findings.push(...(await benchTask({ database, api, worker, busy, old }, task)));
    process.kill(worker.pid, 'SIGTERM');
  }
  return findings;
}

/** With an attempt each, and campaigns of ten thousand. */
async function fill({ superuser }: Database, { organisationId }: Tenant): Promise<void> {
  const campaigns = Math.ceil(MESSAGES / MESSAGES_A_CAMPAIGN);
  for (let place = 0; place < campaigns; place += 1) {
    const firstAt = FIRST_AT + place * MESSAGES_A_CAMPAIGN * 1000;
    const { rows } = await superuser.query<{ id: string }>(
      `INSERT INTO campaigns (organisation_id, id, test, at_least_once, total, accepted, invalid, duplicates, suppressed)
       VALUES ($1, (lpad(to_hex($2::bigint), 12, '0') || '70008000' || lpad('0', 12, '0'))::uuid, true, false, $3, $3, 0, 0, 0)
       RETURNING id`,
      [organisationId, firstAt, MESSAGES_A_CAMPAIGN],
    );
    const campaignId = rows[0]?.id;
    await superuser.query(
      `INSERT INTO campaign_progress (organisation_id, campaign_id, delivered, completed_at) VALUES ($1, $2, $3, now())`,
      [organisationId, campaignId, MESSAGES_A_CAMPAIGN],
    );
    await superuser.query(FILL_MESSAGES, [organisationId, campaignId, MESSAGES_A_CAMPAIGN, firstAt]);
  }
  await superuser.query(
    `INSERT INTO sms_attempts (organisation_id, message_id, number, gateway, provider_id, found_by_provider_id, outcome,
                               requested_at)
     SELECT organisation_id, id, 1, 'sandbox', id::text, false, 'accepted', created_at FROM sms_messages`,
  );
  await superuser.query('VACUUM (ANALYZE)');
  await superuser.query('CHECKPOINT');
}

interface Scene {
  readonly database: Database;
  readonly api: Process;
  readonly worker: Process;
  /** They send in turn, because of the limits of each. */
  readonly busy: readonly Tenant[];
  readonly old: Tenant;
}

async function benchTask(scene: Scene, task: keyof typeof PHASES): Promise<Finding[]> {
  const { database, api, worker, busy, old } = scene;
  let sent = 0;
  const dispatch = async () => (await dispatchOurs(database, api, worker, busy[sent++ % SENDERS] as Tenant)).ms;
  const alone: number[] = [];
  for (let count = 0; count < WARM_UP_CAMPAIGNS; count += 1) await dispatch();
  for (let count = 0; count < CAMPAIGNS_BEFORE; count += 1) alone.push(await dispatch());

  const before = await measure(database);
  await database.superuser.query(`UPDATE periodic_tasks SET due_at = now() WHERE name = 'housekeeping'`);
  let isOver = false;
  const ended = untilEnded(database, old, task).finally(() => (isOver = true));
  const beside: number[] = [];
  while (!isOver && beside.length < CAMPAIGNS_BESIDE_AT_MOST) beside.push(await dispatch());
  const endedAt = await ended;
  const after = await measure(database);

  const { title } = PHASES[task];
  const what = `${title} ${MESSAGES.toLocaleString('en')} old messages`;
  return [
    absolute(what, { value: (endedAt - before.atMs) / 1000, unit: 's', note: 'from the first to the last' }, null),
    absolute(
      '… written to the log',
      { value: (after.wal - before.wal) / MEGABYTE, unit: 'MB', note: 'campaigns included' },
      null,
    ),
    absolute('… size of the messages and attempts after it', { value: after.size / MEGABYTE, unit: 'MB' }, null, {
      value: before.size / MEGABYTE,
      unit: 'MB',
      note: 'before',
    }),
    compared(
      'dispatch 10,000 beside it',
      { value: median(alone), unit: 'ms', note: 'alone' },
      { value: median(beside), unit: 'ms', note: `${beside.length} campaigns` },
      median(beside) / median(alone),
      atMost(1.1),
    ),
  ];
}

/**
 * Housekeeping begins when the bench says so. A time that is further away than the period would be taken for that of a
 * clock that was wrong.
 */
async function postpone({ superuser }: Database): Promise<void> {
  await superuser.query(
    `INSERT INTO periodic_tasks (name, every_seconds, due_at) VALUES ('housekeeping', 3600, now() + interval '50 minutes')
     ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at, lease_id = NULL`,
  );
}

async function measure({ superuser }: Database) {
  const { rows } = await superuser.query<{ wal: string; size: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS wal,
            pg_total_relation_size('sms_messages') + pg_total_relation_size('sms_attempts') AS size`,
  );
  return { atMs: performance.now(), wal: Number(rows[0]?.wal), size: Number(rows[0]?.size) };
}

/** Returns when the bound of the task stood at the last message. */
async function untilEnded({ superuser }: Database, { organisationId }: Tenant, task: string): Promise<number> {
  const last = FIRST_AT + (MESSAGES - 1) * 1000;
  for (;;) {
    const { rows } = await superuser.query<{ up_to: string }>(
      'SELECT up_to FROM sms_bounds WHERE organisation_id = $1 AND task = $2',
      [organisationId, task],
    );
    const upTo = Number.parseInt(rows[0]?.up_to.replaceAll('-', '').slice(0, 12) ?? '0', 16);
    if (upTo >= last) return performance.now();
    await sleep(LOOK_EVERY_MS);
  }
}
