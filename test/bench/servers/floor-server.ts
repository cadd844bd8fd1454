/** A bare Fastify with the least that could answer the same: the floor under the API, in a process of its own. */
import { fastify } from 'fastify';
import pg from 'pg';
import { openDatabase } from '../../../src/db/orm.js';
import type { CampaignMessageRow } from '../../../src/db/sql/sms/campaigns/campaign-messages.js';
import { insertMessagesAtOnce } from '../../../src/db/sql/sms/messages/insert-messages.js';
import { errorOf, submissionStatus } from '../../../src/domain/sms/public-status.js';
import { Batcher } from '../../../src/lib/async/batcher.js';
import { createLogger } from '../../../src/lib/log/logger.js';
import { CONNECTION_OPTIONS } from '../stage.ts';
import { newId } from './floor-tables.ts';

/** As many connections as the program has by default. */
const POOL_SIZE = 10;
const common = { max: POOL_SIZE, options: CONNECTION_OPTIONS };
const superuser = new pg.Pool({ ...common, connectionString: process.env.SUPERUSER_URL });
const db = await openDatabase({
  url: String(process.env.DATABASE_URL),
  poolSize: POOL_SIZE,
  logger: createLogger({ level: 'silent', pretty: false }),
});
const app = fastify({ logger: false });

interface Send {
  readonly to: string;
  readonly message: string;
}

const sent = (id: string, to: string) =>
  JSON.stringify({
    success: true,
    message_id: id,
    status: 'queued',
    delivery_code: null,
    to,
    type: 'sms',
    segments: 1,
    encoding: 'gsm7',
  });

app.get('/readyz', async () => 'ready');

app.post<{ Body: Send }>('/insert', async ({ headers, body: { to, message } }, reply) => {
  const id = newId();
  await superuser.query({
    name: 'insert',
    text: `INSERT INTO floor_sms_messages (organisation_id, id, mobile, body, segments, encoding, test, at_least_once,
                                           status, phase)
           VALUES ($1, $2, $3, $4, 1, 'gsm7', true, false, 'queued', 'ready')`,
    values: [headers['x-organisation-id'], id, to, message],
  });
  return reply.code(201).type('application/json; charset=utf-8').send(sent(id, to));
});

interface Row extends Send {
  readonly id: string;
}

const GROUPED = {
  name: 'grouped',
  text: `INSERT INTO floor_sms_messages (organisation_id, id, mobile, body, segments, encoding, test, at_least_once,
                                         status, phase)
         SELECT $1, id, mobile, body, 1, 'gsm7', true, false, 'queued', 'ready'
         FROM unnest($2::uuid[], $3::text[], $4::text[]) AS i (id, mobile, body)`,
};

/** Rows that arrive during an INSERT of their organisation share the next one, as sends of the program do. */
async function insertGroup(organisationId: string, rows: readonly Row[]): Promise<readonly undefined[]> {
  const columns = [rows.map(({ id }) => id), rows.map(({ to }) => to), rows.map(({ message }) => message)];
  await superuser.query({ ...GROUPED, values: [organisationId, ...columns] });
  return rows.map(() => undefined);
}

const LARGEST_GROUP = 100;
const lanes = new Map<string, InstanceType<typeof Batcher<Row, undefined>>>();

function laneOf(organisationId: string) {
  const perform = (rows: readonly Row[]) => insertGroup(organisationId, rows);
  const work = { largestGroup: LARGEST_GROUP, atOnce: 1, keyOf: () => null, perform };
  const lane = lanes.get(organisationId) ?? new Batcher(work, () => undefined);
  lanes.set(organisationId, lane);
  return lane;
}

app.post<{ Body: Send }>('/grouped', async ({ headers, body: { to, message } }, reply) => {
  const id = newId();
  await laneOf(String(headers['x-organisation-id'])).add({ id, to, message });
  return reply.code(201).type('application/json; charset=utf-8').send(sent(id, to));
});

/** The product's own transaction, and nothing else of the product. */
app.post<{ Body: Send }>('/statements', async ({ headers, body: { to, message } }, reply) => {
  const id = newId();
  const row = {
    id,
    mobile: to,
    body: message,
    senderId: null,
    reference: null,
    metadata: null,
    segments: 1,
    encoding: 'gsm7',
    test: true,
    atLeastOnce: false,
    promotional: false,
    scheduledAt: null,
    validUntil: null,
    inboundGateway: null,
    gateway: 'sandbox',
    created_by_kind: 'key',
    created_by_id: id,
    created_by_name: 'floor',
  } as const;
  await insertMessagesAtOnce(db, String(headers['x-organisation-id']), [row]);
  return reply.code(201).type('application/json; charset=utf-8').send(sent(id, to));
});

/** The call to the chat engine that a chat message needs, and nothing of the product. */
app.post<{ Body: Send; Params: { session: string } }>('/chat/:session', async ({ params, body }, reply) => {
  const { to, message } = body;
  const answer = await fetch(`${process.env.ENGINE_URL}/api/sendText`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'x-api-key': 'bench' },
    body: JSON.stringify({ session: params.session, chatId: `${to}@c.us`, text: message }),
  });
  const { id } = (await answer.json()) as { id: string };
  const sentMessage = { success: true, message_id: id, status: 'sent', to, type: 'text' };
  return reply.code(201).type('application/json; charset=utf-8').send(JSON.stringify(sentMessage));
});

interface Listing {
  readonly campaign_id: string;
  readonly page_size: number;
}

app.post<{ Body: Listing }>('/page', async ({ headers, body: { campaign_id, page_size } }, reply) => {
  const { rows } = await superuser.query<CampaignMessageRow>({
    name: 'page',
    text: `SELECT id, position, mobile, status, delivery_code, handed_over FROM sms_messages
           WHERE organisation_id = $1 AND campaign_id = $2 ORDER BY position LIMIT $3`,
    values: [headers['x-organisation-id'], campaign_id, page_size + 1],
  });
  const results = rows.slice(0, page_size).map(({ mobile, status, delivery_code, handed_over }) => ({
    mobile,
    status: submissionStatus(handed_over, status),
    message_status: status,
    delivery_code,
    error: errorOf(status, delivery_code)?.text ?? null,
  }));
  const page = { count: 1_000_000, next: null, previous: null, next_cursor: null, results };
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(page));
});

app.get<{ Params: { id: string } }>('/campaigns/:id', async ({ headers, params }, reply) => {
  const { rows } = await superuser.query({
    name: 'campaign',
    text: 'SELECT * FROM campaign_progress WHERE organisation_id = $1 AND campaign_id = $2',
    values: [headers['x-organisation-id'], params.id],
  });
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows[0]));
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () => process.exit(0));
