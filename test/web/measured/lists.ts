import type { Page } from 'playwright-core';
import type { Environment, Filled } from './environment.js';
import { answersOf, paintedAt, probe } from './probes.js';
import { atMost, format, type Measurement, median, none } from './report.js';

/** A list and one of its filters, as an address. */
interface Listing {
  readonly name: string;
  readonly path: string;
}

const SERVER_MS = 300;

/** Each list with each filter that it offers, in organisations with many messages. */
export async function measureLists(environment: Environment): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const filled of environment.filled) measurements.push(...(await measureOrganisation(environment, filled)));
  return measurements;
}

async function measureOrganisation(environment: Environment, filled: Filled): Promise<Measurement[]> {
  const listings = await listingsOf(environment, filled.organisationId);
  const page = await environment.open('/account');
  await probe(page);
  const base = `${environment.stage.server.url}/app/${filled.organisationId}`;
  const measurements: Measurement[] = [];
  for (const { name, path } of listings) {
    const what = `${filled.messages.toLocaleString('en')} messages, ${name}`;
    const rounds = Math.min(environment.options.rounds, 3);
    const measured = await measureListing(page, what, `${base}${path}`, rounds).catch((error) =>
      none(what, [`${error}`]),
    );
    console.error(`  ${measured.met ? ' ' : '!'} ${what}: ${measured.measured}`);
    measurements.push(measured);
  }
  await page.close();
  return measurements;
}

async function measureListing(page: Page, what: string, url: string, rounds: number): Promise<Measurement> {
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round++) loads.push(await load(page, url));
  const next = await nextPage(page);
  const server = loads.map(({ serverMs }) => serverMs);
  const first = loads[0] as Load;
  return {
    ...atMost(what, Math.max(...server, next ?? 0), SERVER_MS, 'ms'),
    measured: [
      `server ${format(Math.round(median(server)), 'ms')}, at most ${Math.round(Math.max(...server))}`,
      ...(next === null ? [] : [`next page ${Math.round(next)}`]),
      `painted ${format(Math.round(median(loads.map(({ paintedMs }) => paintedMs))), 'ms')}`,
      `${first.rows} rows in ${(first.bytes / 1_000).toFixed(1)} kB`,
    ].join('; '),
  };
}

interface Load {
  readonly serverMs: number;
  readonly paintedMs: number;
  readonly rows: number;
  readonly bytes: number;
}

/** What is under the filters has come, if only a note that there is nothing. */
const SETTLED = `document.querySelector('main :is(.panel, .empty, .note)') && !document.querySelector('main :is([aria-busy=true], .skeleton)')`;

async function load(page: Page, url: string): Promise<Load> {
  await page.goto(url, { waitUntil: 'commit' });
  const paintedMs = await paintedAt(page, SETTLED);
  await page.waitForTimeout(200);
  const failure = page.locator('main .note.failed[role=alert]');
  if ((await failure.count()) > 0) throw new Error(`${await failure.first().textContent()}`);
  const answers = await answersOf(page);
  return {
    serverMs: Math.max(...answers.map(({ serverMs }) => serverMs)),
    paintedMs,
    rows: await page.locator('main table').last().locator('tbody tr').count(),
    bytes: Math.max(...answers.map(({ compressedBytes }) => compressedBytes)),
  };
}

async function nextPage(page: Page): Promise<number | null> {
  const next = page.locator('.pager').getByRole('button', { name: /^(Next|Older)$/ });
  if ((await next.count()) === 0 || (await next.isDisabled())) return null;
  await page.evaluate('performance.clearResourceTimings()');
  const answered = page.waitForResponse((response) => response.url().endsWith('/graphql'));
  await next.click();
  await (await answered).finished();
  await page.waitForTimeout(300);
  return Math.max(...(await answersOf(page)).map(({ serverMs }) => serverMs));
}

async function listingsOf({ stage }: Environment, organisationId: string): Promise<Listing[]> {
  const one = async (sql: string): Promise<string> => {
    const [row] = await stage.server.sql<{ value: unknown }>(sql, [organisationId]);
    if (row === undefined) throw new Error(`Nothing to look for: ${sql}`);
    return encodeURIComponent(String(row.value));
  };
  const message = (column: string, more = '') =>
    one(
      `SELECT ${column} AS value FROM sms_messages WHERE organisation_id = $1 AND ${column} IS NOT NULL ${more} LIMIT 1`,
    );
  const campaign = await one(
    `SELECT id AS value FROM campaigns WHERE organisation_id = $1 AND started_at IS NOT NULL AND cancelled_at IS NULL ORDER BY total DESC, id LIMIT 1`,
  );
  const mobile = await message('mobile', 'ORDER BY id DESC');
  const sender = await message('sender_id');
  const codes = await stage.server.sql<{ code: number }>(
    'SELECT DISTINCT delivery_code AS code FROM sms_troubles WHERE organisation_id = $1 AND delivery_code IS NOT NULL ORDER BY 1',
    [organisationId],
  );
  const webhook = await one(
    `SELECT endpoint_id AS value FROM webhook_deliveries WHERE organisation_id = $1 GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
  );
  const phone = await one(`SELECT session_id AS value FROM chat_messages WHERE organisation_id = $1 LIMIT 1`);
  const chatTo = await one(
    `SELECT recipient AS value FROM chat_messages WHERE organisation_id = $1 AND recipient IS NOT NULL ORDER BY id DESC LIMIT 1`,
  );
  const suppressed = await one(`SELECT mobile AS value FROM suppressions WHERE organisation_id = $1 LIMIT 1`);
  const sequence = Number(await one('SELECT last_sequence AS value FROM event_logs WHERE organisation_id = $1'));
  const [from, until] = [20, 13].map((days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10));
  const always = `from=${new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)}`;
  const list = (page: string, path: string, filters: Readonly<Record<string, string>>): Listing[] =>
    Object.entries(filters).map(([name, query]) => ({
      name: `${page}: ${name}`,
      path: query ? `${path}?${query}` : path,
    }));
  const states = (names: readonly string[], prefix = '') =>
    Object.fromEntries(names.map((name) => [`state ${name}`, `${prefix}state=${name}`]));
  const SMS_STATES = ['queued', 'sent', 'delivered', 'failed', 'undelivered', 'blocked', 'held', 'cancelled'];
  return [
    ...list('overview', '', { '24 hours': '', '7 days': 'span=7d', '30 days': 'span=30d' }),
    ...list('campaigns', '/campaigns', {
      'all, live': '',
      'a name': 'name=a',
      'a name that none has': 'name=zzzzzz',
      ...states(['scheduled', 'running', 'paused', 'held', 'completed', 'cancelled']),
      reference: 'reference=none',
      live: 'kind=live',
      sandbox: 'kind=sandbox',
      'a week': `from=${from}&to=${until}`,
      largest: 'order=largest',
    }),
    ...list('messages', '/messages', {
      'last 24 hours': '',
      'all times': always,
      'a number': `to=${mobile}`,
      'a number that is not there': 'to=12025559999',
      ...states(SMS_STATES, `${always}&`),
      ...Object.fromEntries(codes.map(({ code }) => [`code ${code}`, `${always}&code=${code}`])),
      'a code that none has': `${always}&code=505`,
      'a sender': `${always}&sender=${sender}`,
      'a sender that none has': `${always}&sender=NOBODY`,
      'failed, of a sender that none has': `${always}&state=failed&sender=NOBODY`,
      single: `${always}&sent=single`,
      'of campaigns': `${always}&sent=campaign`,
      'a reference that none has': 'reference=none',
      'a campaign': `campaign=${campaign}`,
      'a campaign and a code that it does not have': `campaign=${campaign}&code=505`,
      live: `${always}&mode=live`,
      sandbox: `${always}&mode=sandbox`,
      'sandbox, single, of a sender that none has': `${always}&mode=sandbox&sent=single&sender=NOBODY`,
      'a week': `from=${from}&until=${until}`,
      'a week and a state': `from=${from}&until=${until}&state=undelivered`,
    }),
    ...list('recipients', `/campaigns/${campaign}`, {
      all: '',
      ...Object.fromEntries(SMS_STATES.map((name) => [`state ${name}`, `status=${name}`])),
      'a code': 'code=403',
      'last digits': 'number=77',
      'last digits that none has': 'number=0000000',
      'a number that is not there': 'number=12025559999',
    }),
    ...list('chat messages', '/messages/chat', {
      'last 24 hours': '',
      'all times': always,
      'a recipient': `to=${chatTo}`,
      ...states(['pending', 'sent', 'delivered', 'read', 'failed'], `${always}&`),
      'a phone': `${always}&phone=${phone}`,
      'a type': `${always}&type=image`,
    }),
    ...list('suppressions', '/suppressions', {
      all: '',
      'a number': `number=${suppressed}`,
      'a number that is not there': 'number=12025559999',
      'a sender': `sender=${sender}`,
      'a sender that none has': 'sender=NOBODY',
      'a code': 'code=409',
      'added by hand': 'source=manual',
    }),
    ...list('events', '/events', {
      newest: '',
      'in the middle': `before=${Math.round(sequence / 2)}`,
      oldest: 'from=0',
      'SMS delivered': 'type=sms_delivered',
      'SMS failed': 'type=sms_failed',
      'campaign completed': 'type=campaign_completed',
      'a rare type from the beginning': 'type=session_disconnected&from=0',
    }),
    ...list('deliveries', `/webhooks/${webhook}`, {
      all: '',
      ...states(['waiting', 'delivered', 'dead']),
      'a type': 'type=campaign_completed',
      'answers with 5xx': 'answer=5',
    }),
    ...list('audit', '/audit', { all: '', 'an action': 'what=api_key_created', 'a week': `from=${from}&to=${until}` }),
  ];
}
