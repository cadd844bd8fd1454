import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { signedHeaders } from '../../../src/gateways/sms/http/wire.js';
import { loadPerSecond, mobile, post } from '../calls.ts';
import { absolute, atLeast, comparedRounds, type Finding, median, takeTurns } from '../measure.ts';
import { startFloorServer, startProgram } from '../processes.ts';
import { createFloorTables } from '../servers/floor-tables.ts';
import { CONNECTION_OPTIONS, type Database, type Stage, writeGatewaysFile } from '../stage.ts';
import { createTenant, type Tenant } from './tenants.ts';

const MESSAGES = 10_000;
/** One of so many people says STOP. */
const STOP_EVERY = 10;
/** As many as a turn of the program takes. */
const TOGETHER = 500;
const CROWD = { connections: 50, amount: 5_000 };
const GATEWAY = 'carrier';
const NUMBER = '20880';
const SECRET = 'a secret of the gateway of a bench';
const POLL_INTERVAL_MS = 5;
const TIMEOUT_MS = 120_000;

/** What people send: from the call of the gateway to the inbox, and from there to rows of the organisation. */
export async function benchInbound(stage: Stage, rounds: number): Promise<Finding[]> {
  return [...(await benchFold(stage, rounds)), await benchReceive(stage, rounds)];
}

/** Messages that gateways delivered one by one, against a loop that moves as many rows from table to table. */
async function benchFold(stage: Stage, rounds: number): Promise<Finding[]> {
  const database = await stage.createDatabase('bench_inbound');
  const tenant = await createTenant(database, 'live');
  await database.superuser.query(
    `CREATE TABLE floor_inbox (LIKE inbound_sms INCLUDING ALL);
     CREATE TABLE floor_inbound (LIKE inbound_messages INCLUDING ALL)`,
  );
  const file = carrierOf(stage, tenant);
  await startProgram(stage, database, 'worker', { GATEWAYS_FILE: file, SWEEP_INTERVAL_MS: '250', LOG_LEVEL: 'error' });
  const client = new pg.Client({ connectionString: database.superuserUrl, options: CONNECTION_OPTIONS });
  await client.connect();
  stage.onLeave(() => client.end());

  const samples = await takeTurns(rounds, {
    floor: async () => {
      await fillInbox(database, 'floor_inbox');
      return moveAll(client, tenant);
    },
    ours: async () => {
      await fillInbox(database, 'inbound_sms');
      return untilFolded(database);
    },
  });
  const note = 'one DELETE and one INSERT for 500 messages';
  const work = 'fold inbound SMS, one worker, every tenth STOP';
  return [
    comparedRounds(work, { unit: '/s', ...samples, note, wanted: atLeast(0.3) }),
    absolute('... a second', { value: median(samples.ours), unit: '/s' }, atLeast(2_000)),
  ];
}

async function fillInbox({ superuser }: Database, inbox: string): Promise<void> {
  const rows = Array.from({ length: MESSAGES }, (_, place) => {
    const key = randomUUID();
    const text = place % STOP_EVERY === 0 ? 'STOP' : 'When are you open?';
    const report = { key, from: mobile(place), to: NUMBER, text, receivedAt: new Date().toISOString() };
    return { id: key, reports: [report] };
  });
  await superuser.query(
    `INSERT INTO ${inbox} (id, gateway, reports, size, due_at)
     SELECT id, '${GATEWAY}', reports, 1, now() FROM json_to_recordset($1) AS n (id uuid, reports json)`,
    [JSON.stringify(rows)],
  );
}

/** How many a second. */
async function moveAll(client: pg.Client, { organisationId }: Tenant): Promise<number> {
  const startedAt = performance.now();
  for (let moved = TOGETHER; moved > 0; ) {
    await client.query('BEGIN');
    const { rows } = await client.query({
      name: 'take',
      text: `DELETE FROM floor_inbox WHERE id = ANY (ARRAY(
               SELECT id FROM floor_inbox WHERE due_at <= now() ORDER BY due_at LIMIT ${TOGETHER} FOR UPDATE SKIP LOCKED))
             RETURNING id, reports`,
    });
    const messages = rows.map(({ id, reports: [report] }) => ({ id, ...report }));
    await client.query({
      name: 'insert',
      text: `INSERT INTO floor_inbound (organisation_id, id, sender, mobile, own_number, gateway, gateway_key, text, test,
                                        received_at)
             SELECT $1, id, "from", "from", "to", '${GATEWAY}', key, text, false, "receivedAt"
             FROM json_to_recordset($2) AS n (id uuid, key text, "from" text, "to" text, text text, "receivedAt" timestamptz)`,
      values: [organisationId, JSON.stringify(messages)],
    });
    await client.query('COMMIT');
    moved = rows.length;
  }
  return perSecond(MESSAGES, startedAt);
}

/** How many a second, from when the worker has begun. */
async function untilFolded({ superuser }: Database): Promise<number> {
  const left = async () =>
    (await superuser.query('SELECT count(*)::int AS left FROM inbound_sms')).rows[0].left as number;
  const deadline = Date.now() + TIMEOUT_MS;
  let first = await left();
  while (first === MESSAGES && Date.now() < deadline) {
    await sleep(POLL_INTERVAL_MS);
    first = await left();
  }
  const startedAt = performance.now();
  for (; Date.now() < deadline; await sleep(POLL_INTERVAL_MS)) {
    if ((await left()) === 0) return perSecond(first, startedAt);
  }
  throw new Error('The worker did not fold every message.');
}

const perSecond = (messages: number, sinceMs: number) => (messages / (performance.now() - sinceMs)) * 1_000;

/** One message a call; nobody folds them meanwhile. */
async function benchReceive(stage: Stage, rounds: number): Promise<Finding> {
  const database = await stage.createDatabase('bench_received');
  await createFloorTables(database.superuser);
  const tenant = await createTenant(database, 'live');
  const floor = await startFloorServer(stage, database);
  const api = await startProgram(stage, database, 'api', { GATEWAYS_FILE: carrierOf(stage, tenant) });
  const call = post(`/callbacks/${GATEWAY}/reports`, {
    messages: [{ id: 'in-17', from: mobile(0), to: NUMBER, text: 'When are you open?' }],
  });
  const samples = await takeTurns(rounds, {
    floor: () =>
      loadPerSecond(floor.url, post('/insert', { to: mobile(0), message: 'When are you open?' }), [tenant], CROWD),
    // A signature holds for five minutes.
    ours: () => loadPerSecond(api.url, call, [{ ...tenant, headers: signed(call.body) }], CROWD),
  });
  return comparedRounds(`receive an inbound SMS, HTTP contract, connections: ${CROWD.connections}`, {
    unit: '/s',
    ...samples,
    note: 'bare Fastify, one INSERT each',
    wanted: atLeast(0.5),
  });
}

const signed = (body = '') => ({ 'content-type': 'application/json', ...signedHeaders(SECRET, body) });

function carrierOf(stage: Stage, { organisationId }: Tenant): string {
  const gateway = { name: GATEWAY, kind: 'http', options: { url: 'http://127.0.0.1:9', secret: SECRET } };
  const own = { number: NUMBER, gateways: [GATEWAY], organisation_id: organisationId };
  return writeGatewaysFile(stage, { gateways: [gateway], routes: [{ gateways: [GATEWAY] }], numbers: [own] });
}
