import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import { openDatabase } from '../../../src/db/orm.js';
import { decodeReference } from '../../../src/domain/sms/reference.js';
import { SCOPES } from '../../../src/domain/vocabulary.js';
import { createLogger } from '../../../src/lib/log/logger.js';
import { createApiKey } from '../../../src/operations/people/api-keys.js';
import { createOrganisation } from '../../../src/operations/people/organisations.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.js';
import { type Client, createClient } from '../../support/fleet/client.js';
import { type JournalGateway, startJournalGateway } from '../../support/gateways/start-journal-gateway.js';
import { GATEWAY_SECRET, IMPATIENCE } from '../../support/programs/impatience.js';
import { type RunningProgram, spawnPostrider } from '../../support/programs/program.js';
import { mobiles } from '../../support/services.js';
import { eventually } from '../../support/wait.js';

// Real processes, which a busy machine makes slow.
jest.setTimeout(90_000);

const SECRET_KEY = 'a secret of this test that is long enough';
const folder = mkdtempSync(join(tmpdir(), 'postrider-reload-gateways-'));
const GATEWAYS_FILE = join(folder, 'gateways.json');
let database: TestDatabase;
let pool: Pool;
let client: Client;
let journals: Record<'north' | 'south', JournalGateway>;
let processes: RunningProgram[] = [];

type Name = keyof typeof journals;

/** The first one is the route of everybody. */
function writeGateways(names: readonly Name[], pace: object = {}): void {
  const gateways = names.map((name) => ({
    name,
    kind: 'http',
    batch_size: 50,
    ...pace,
    options: { url: journals[name].url, secret: GATEWAY_SECRET, capabilities: { reports_carry_reference: true } },
  }));
  writeFileSync(GATEWAYS_FILE, JSON.stringify({ gateways, routes: [{ gateways: names.slice(0, 1) }] }));
}

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.superuserUrl, max: 2 });
  const db = await openDatabase({
    url: database.url,
    poolSize: 2,
    logger: createLogger({ level: 'silent', pretty: false }),
  });
  const { id: organisationId } = await createOrganisation({ db }, { name: 'A customer' });
  const wanted = { organisationId, name: 'A key', mode: 'live', scopes: SCOPES } as const;
  const { key } = await createApiKey({ db, secretKey: SECRET_KEY }, wanted);
  await db.close();
  client = createClient(organisationId, key);
  const behaviour = { idempotent: false, secret: GATEWAY_SECRET, stallMs: 500 };
  journals = { north: await startJournalGateway(behaviour), south: await startJournalGateway(behaviour) };
  writeGateways(['north']);
  const env = { ...IMPATIENCE, LOG_LEVEL: 'info', SECRET_KEY, DATABASE_URL: database.url, GATEWAYS_FILE };
  processes = await Promise.all(['api', 'worker'].map((role) => spawnPostrider(['serve', '--role', role], env)));
});

afterAll(async () => {
  await Promise.all(processes.map((program) => program.kill()));
  await Promise.all(Object.values(journals).map((journal) => journal.stop()));
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Sends SIGHUP to all processes, and waits until each has logged this once more. */
async function hangUp(line: RegExp): Promise<void> {
  const all = new RegExp(line, 'g');
  const counts = processes.map((program) => program.output().match(all)?.length ?? 0);
  for (const { pid } of processes) process.kill(pid, 'SIGHUP');
  await eventually(`each process logs ${line}`, async () => {
    const again = processes.map((program) => program.output().match(all)?.length ?? 0);
    return again.every((count, place) => count > (counts[place] ?? 0)) || undefined;
  });
}

async function send(count: number, first: number): Promise<void> {
  const body = { message: 'Hello', recipients: mobiles(count, first) };
  const { status } = await client.post(`${processes[0]?.url}/v1/sms/send-bulk/`, body);
  expect(status).toBe(202);
}

async function takenBy(name: Name): Promise<string[]> {
  const { acceptances } = await journals[name].journal();
  return acceptances.map(({ reference }) => decodeReference(reference)?.messageId ?? reference);
}

async function allSent(): Promise<void> {
  await eventually('all is sent', async () => {
    const { rows } = await pool.query(`SELECT count(*)::int AS waiting FROM sms_messages WHERE status = 'queued'`);
    return rows[0].waiting === 0 || undefined;
  });
  const taken = [...(await takenBy('north')), ...(await takenBy('south'))];
  const { rows } = await pool.query('SELECT id FROM sms_messages');
  expect(taken.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
}

describe('SIGHUP', () => {
  it('adds and changes gateways amid a campaign: new messages take the new route, each is sent once', async () => {
    await journals.north.control({ stallRate: 1 });
    await send(1_000, 0);
    await eventually('it is under way', async () => (await takenBy('north')).length > 0 || undefined);
    writeGateways(['south', 'north'], { batch_size: 40 });
    await hangUp(/"added":\["south"\],"changed":\["north"\],"removed":\[\],"msg":"GATEWAYS_FILE was reloaded"/);
    expect((await takenBy('north')).length).toBeLessThan(1_000);
    await journals.north.control({ stallRate: 0 });
    await send(10, 1_000);
    await allSent();
    expect(await takenBy('south')).toHaveLength(10);
  });

  it('refuses a file that is wrong, says why, and the gateways go on', async () => {
    const file = { gateways: [], routes: [{ gateways: ['operater'] }] };
    writeFileSync(GATEWAYS_FILE, JSON.stringify(file));
    await hangUp(/"level":"error".*there is no gateway with this name.*GATEWAYS_FILE is refused/);
    writeFileSync(GATEWAYS_FILE, '{ "gateways": [');
    await hangUp(/is not JSON: see line 1, column \d+.*GATEWAYS_FILE is refused/);
    writeFileSync(GATEWAYS_FILE, JSON.stringify({ engines: [{ name: 'phones', kind: 'sandbox' }] }));
    await hangUp(/engines: they cannot be changed while the process runs.*GATEWAYS_FILE is refused/);
    const before = (await takenBy('south')).length;
    await send(10, 2_000);
    await allSent();
    expect(await takenBy('south')).toHaveLength(before + 10);
  });

  it('removes a gateway: what is under way ends, the rest waits, and is sent when the gateway is back', async () => {
    await journals.south.control({ stallRate: 1 });
    await send(1_000, 3_000);
    const before = (await takenBy('south')).length;
    await eventually('it is under way', async () => (await takenBy('south')).length > before || undefined);
    writeGateways(['north'], { batch_size: 40 });
    await hangUp(/"removed":\["south"\],"msg":"GATEWAYS_FILE was reloaded"/);
    const after = (await takenBy('south')).length;
    const { rows } = await pool.query(
      `SELECT count(*)::int AS submitting FROM sms_messages WHERE phase = 'submitting'`,
    );
    expect(rows[0].submitting).toBe(0);
    const north = (await takenBy('north')).length;
    await send(10, 5_000);
    await eventually('the other one is used', async () => (await takenBy('north')).length === north + 10 || undefined);
    expect(await takenBy('south')).toHaveLength(after);
    await journals.south.control({ stallRate: 0 });
    writeGateways(['north', 'south'], { batch_size: 40 });
    await hangUp(/"added":\["south"\],"changed":\[\],"removed":\[\],"msg":"GATEWAYS_FILE was reloaded"/);
    await allSent();
  });

  it('does not keep a process from stopping', async () => {
    writeGateways(['north']);
    for (const { pid } of processes) process.kill(pid, 'SIGHUP');
    const exits = await Promise.all(processes.map((program) => program.term()));
    expect(exits.map(({ code }) => code)).toEqual([0, 0]);
  });
});
