import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Pool } from 'pg';
import { EVENTS_PER_ROW } from '../../src/db/sql/events/log.js';
import {
  CAMPAIGN_STATUSES,
  CONVERSATION_CHANNELS,
  KEYWORDS,
  SENDER_STATUSES,
  SESSION_STATES,
  SMS_PHASES,
  SMS_STATUSES,
  WEBHOOK_DELIVERY_STATUSES,
  WEBHOOK_STATUSES,
} from '../../src/domain/vocabulary.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { type RunningProgram, spawnPostrider } from '../support/programs/program.js';
import { eventually } from '../support/wait.js';
import type { Filled } from './fill-database.js';
import { findContradictions } from './invariants.js';

const PROGRAM = resolve(import.meta.dirname, 'run.ts');
const MESSAGES = 3_000;
const run = promisify(execFile);

let database: TestDatabase;
let superuser: Pool;
let filled: { organisations: Filled[]; person: { email: string; password: string } };
let program: RunningProgram | undefined;

const environment = () => ({
  PATH: process.env.PATH ?? '',
  DATABASE_URL: database.url,
  SECRET_KEY: 'a secret of the fill test that is long enough',
});
const fill = async (...args: string[]) => {
  // Younger than the retention: housekeeping would delete the first events at once.
  const size = ['--messages', String(MESSAGES), '--organisations', '4', '--days', '20'];
  const command = [PROGRAM, ...size, '--json', ...args];
  const { stdout } = await run(process.execPath, command, { env: environment() });
  return JSON.parse(stdout) as typeof filled;
};
const sql = async <Row extends object>(text: string, parameters: unknown[] = []) =>
  (await superuser.query(text, parameters)).rows as Row[];
const valuesOf = async (table: string, column: string) => {
  const rows = await sql<{ value: string }>(`SELECT DISTINCT ${column}::text AS value FROM ${table}`);
  return new Set(rows.map(({ value }) => value));
};

beforeAll(async () => {
  // Without tables: the tool migrates.
  database = await createTestDatabase({ template: 'template0' });
  superuser = new Pool({ connectionString: database.superuserUrl, max: 2 });
  superuser.on('error', () => undefined);
  filled = await fill();
}, 60_000);

afterAll(async () => {
  await program?.term();
  await superuser.end();
  await database.drop();
});

describe('the filled database', () => {
  test('obeys the rules of the program', async () => {
    expect(await findContradictions(sql)).toEqual([]);
  });

  test('has as many messages as were asked for, half of them in one organisation', async () => {
    const rows = await sql<{ messages: number }>(
      'SELECT count(*)::int AS messages FROM sms_messages GROUP BY organisation_id ORDER BY 1 DESC',
    );
    expect(rows).toHaveLength(4);
    expect(rows.reduce((sum, { messages }) => sum + messages, 0)).toBe(MESSAGES);
    expect(rows[0]?.messages).toBeGreaterThanOrEqual(MESSAGES / 2);
  });

  test('has an inbox with conversations as the program keeps them, some of them unread', async () => {
    const wrong = await sql(
      `SELECT c.id FROM conversations c
       FULL JOIN (SELECT conversation_id AS id, count(*) AS messages, max(id::text)::uuid AS last, max(received_at) AS last_at,
                         count(*) FILTER (WHERE id > coalesce(read_up_to, '00000000-0000-0000-0000-000000000000')) AS unread
                  FROM inbound_messages i JOIN (SELECT id AS conversation_id, read_up_to FROM conversations) r USING (conversation_id)
                  GROUP BY conversation_id) i USING (id)
       WHERE (c.revision, c.last_inbound_id, c.last_at, c.unread) IS DISTINCT FROM (i.messages, i.last, i.last_at, i.unread)`,
    );
    expect(wrong).toEqual([]);
    expect(await valuesOf('inbound_messages', 'keyword')).toEqual(new Set([null, ...KEYWORDS]));
    expect(await valuesOf('conversations', 'channel')).toEqual(new Set(CONVERSATION_CHANNELS));
    expect(await valuesOf('conversations', '(unread > 0)')).toEqual(new Set(['true', 'false']));
    const [stops] = await sql(
      `SELECT count(*) FILTER (WHERE s.id IS NULL)::int AS unsuppressed, count(*) FILTER (WHERE n.id IS NULL)::int AS unproved
       FROM inbound_messages i
       LEFT JOIN suppressions s ON s.organisation_id = i.organisation_id AND s.mobile = i.mobile AND s.sender_id = ''
       LEFT JOIN consent_changes n ON n.organisation_id = i.organisation_id AND n.inbound_id = i.id
       WHERE i.keyword = 'stop'`,
    );
    expect(stops).toEqual({ unsuppressed: 0, unproved: 0 });
  });

  test('has rows of events for batches, as the program writes them', async () => {
    const ofBatch = 'organisation_id, campaign_id, type, revision, delivery_code, corrected, created_at';
    const apart = await sql(
      `SELECT campaign_id FROM events WHERE campaign_id IS NOT NULL AND type LIKE 'sms.%'
       GROUP BY ${ofBatch} HAVING count(*) > ceil(sum(size) / ${EVENTS_PER_ROW}.0)`,
    );
    const malformed = await sql(
      `SELECT sequence FROM events
       CROSS JOIN LATERAL (SELECT count(DISTINCT id) AS ids, min(id::text)::uuid AS lowest, max(id::text)::uuid AS highest
                           FROM unnest(subject_ids) AS s (id)) AS s
       WHERE (size = 1) <> (subject_id IS NOT NULL)
         OR (ids, lowest, highest) IS DISTINCT FROM (CASE WHEN size > 1 THEN size ELSE 0 END, lowest_id, highest_id)`,
    );
    expect({ apart, malformed }).toEqual({ apart: [], malformed: [] });
    const [{ rows = 0, events = 0 } = {}] = await sql<{ rows: number; events: number }>(
      `SELECT count(*)::int AS rows, sum(size)::int AS events FROM events WHERE campaign_id IS NOT NULL AND type LIKE 'sms.%'`,
    );
    expect(rows).toBeLessThan(events / 5);
  });

  test('shows every state', async () => {
    const states = {
      statuses: [await valuesOf('sms_messages', 'status'), SMS_STATUSES],
      // A message is being submitted for moments only.
      phases: [await valuesOf('sms_messages', 'phase'), SMS_PHASES.filter((phase) => phase !== 'submitting')],
      codes: [
        await valuesOf('sms_messages', 'coalesce(delivery_code, 0)'),
        [100, 101, 401, 402, 403, 404, 405, 406, 407, 409, 500, 501, 502].map(String),
      ],
      phones: [await valuesOf('chat_sessions', 'state'), SESSION_STATES],
      senders: [await valuesOf('sender_ids', 'status'), SENDER_STATUSES],
      webhooks: [await valuesOf('webhook_endpoints', 'status'), WEBHOOK_STATUSES],
      deliveries: [await valuesOf('webhook_deliveries', 'status'), WEBHOOK_DELIVERY_STATUSES],
    } as const;
    for (const [what, [found, wanted]] of Object.entries(states)) {
      expect({ what, missing: wanted.filter((state) => !found.has(state)) }).toEqual({ what, missing: [] });
    }
  });

  test('has names that are hard to show', async () => {
    for (const [table, column] of [
      ['campaigns', 'name'],
      ['chat_sessions', 'name'],
    ] as const) {
      const names = [...(await valuesOf(table, column))];
      expect([table, names.some((name) => /^[\u0600-\u06ff]/.test(name))]).toEqual([table, true]);
      expect([table, names.some((name) => /\S{150}/.test(name))]).toEqual([table, true]);
    }
  });

  test('is not filled a second time unless that is wanted', async () => {
    await expect(fill()).rejects.toThrow('has 4 organisations already. With --add');
    const more = await fill('--add', '--seed', '2', '--messages', '300', '--organisations', '2');
    expect(more.organisations).toHaveLength(2);
    expect(await findContradictions(sql)).toEqual([]);
  });
});

describe('the program on it', () => {
  test('answers every page, sends what is due, and leaves the rest', async () => {
    program = await spawnPostrider(['serve'], { ...environment(), SANDBOX_DELAY_MS: '60', LOG_LEVEL: 'warn' });
    const { url } = program;
    const [{ id, key, events }] = filled.organisations as [Filled];
    const headers = { authorization: `Bearer ${key}`, 'x-organisation-id': id, 'content-type': 'application/json' };
    const read = async (path: string) => {
      const response = await fetch(url + path, { headers });
      expect({ path, status: response.status }).toEqual({ path, status: 200 });
      return response.json() as Promise<{
        results: Record<string, unknown>[];
        next_cursor: string | null;
        count: number;
      }>;
    };
    const ready = () => sql(`SELECT 1 FROM sms_messages WHERE phase = 'ready' AND organisation_id = '${id}' LIMIT 1`);
    const statuses = new Set((await read('/v1/sms/campaigns/?page_size=100')).results.map(({ status }) => status));
    await eventually('what is ready has left', async () => (await ready()).length === 0 || undefined);

    // The queued ones may have left by now.
    const shown = CAMPAIGN_STATUSES.filter((status) => status !== 'queued');
    expect(shown.filter((status) => !statuses.has(status))).toEqual([]);
    for (const path of ['/v1/suppressions/', '/v1/webhooks/', '/v1/chatapp/phones/', '/v1/audit/']) {
      expect((await read(path)).results.length).toBeGreaterThan(0);
    }
    expect(await pageThrough(read)).toBeGreaterThanOrEqual(events);
    expect(await walkMessages(url, headers)).toBe(filled.organisations[0]?.messages);
    const [waiting] = await sql<{ scheduled: boolean; held: boolean }>(
      `SELECT bool_or(phase = 'scheduled') AS scheduled, bool_or(hold_reason = 'insufficient_credit') AS held
       FROM sms_messages WHERE organisation_id = '${id}'`,
    );
    expect(waiting).toEqual({ scheduled: true, held: true });
    expect(program.output()).toBe('');
  }, 60_000);
});

/** The feed from its start: the sequences have no gaps. */
async function pageThrough(read: (path: string) => Promise<unknown>): Promise<number> {
  for (let after = 0; ; ) {
    const page = (await read(`/v1/events/?after=${after}&page_size=1000`)) as {
      results: { data: { sequence: number } }[];
      has_more: boolean;
    };
    const sequences = page.results.map(({ data }) => data.sequence);
    expect(sequences).toEqual(page.results.map((_, place) => after + place + 1));
    after += sequences.length;
    if (!page.has_more) return after;
  }
}

const WALK = `query ($after: String) { messages(first: 100, after: $after) {
  pageInfo { hasNextPage endCursor }
  nodes { id status error gateway attempts { number outcome } explanation { cause next } history { status } } } }`;

async function walkMessages(url: string, headers: Record<string, string>): Promise<number> {
  let count = 0;
  for (let after: string | null = null; ; ) {
    const body = JSON.stringify({ query: WALK, variables: { after } });
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
    const { data, errors } = (await response.json()) as { data: { messages: Page }; errors?: unknown };
    expect(errors).toBeUndefined();
    const { nodes, pageInfo } = data.messages;
    count += nodes.length;
    if (!pageInfo.hasNextPage) return count;
    after = pageInfo.endCursor;
  }
}

interface Page {
  readonly nodes: readonly object[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}
