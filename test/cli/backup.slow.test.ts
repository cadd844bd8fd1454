import { spawnSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client as PgClient } from 'pg';
import { backup as takeBackup } from '../../src/cli/upkeep/run-backup.js';
import { restore } from '../../src/cli/upkeep/run-restore.js';
import { stopServer } from '../../src/db/embedded/server.js';
import { findRunningEmbedded } from '../../src/db/embedded.js';
import { openDatabase } from '../../src/db/orm.js';
import { decodeReference } from '../../src/domain/sms/reference.js';
import { SCOPES } from '../../src/domain/vocabulary.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { createApiKey } from '../../src/operations/people/api-keys.js';
import { createOrganisation } from '../../src/operations/people/organisations.js';
import { type Client, createClient } from '../support/fleet/client.js';
import { type JournalGateway, startJournalGateway } from '../support/gateways/start-journal-gateway.js';
import { GATEWAY_SECRET, IMPATIENCE } from '../support/programs/impatience.js';
import { type RunningProgram, runPostrider, spawnPostrider } from '../support/programs/program.js';
import { mobiles } from '../support/services.js';
import { eventually } from '../support/wait.js';
import { startCommand } from './running-command.js';

// Real starts, stops and recoveries, which a busy machine makes slow.
jest.setTimeout(120_000);

/** More than the gateway takes before the backup is complete. */
const RECIPIENTS = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'postrider-backup-'));
const backup = join(folder, 'monday');
const original = join(folder, 'original');
const restored = join(folder, 'restored');
const env = { ...IMPATIENCE, GATEWAYS_FILE: join(folder, 'gateways.json') };
/** A folder without a database, into which a restore has been tried. */
const UNTOUCHED = ['restore.lock', 'secret.key'];
/** Gives a process pids of its own, as a container does. */
const CONTAINER = [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--map-current-user']),
  '--pid',
  '--mount-proc',
  '--fork',
  '--kill-child',
];
const canContain = spawnSync(CONTAINER[0] as string, [...CONTAINER.slice(1), 'true']).status === 0;
const childOf = (pid: number) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
let journal: JournalGateway;
let server: RunningProgram;
let client: Client;

beforeAll(async () => {
  journal = await startJournalGateway({ idempotent: false, secret: GATEWAY_SECRET });
  const options = { url: journal.url, secret: GATEWAY_SECRET, capabilities: { reports_carry_reference: true } };
  writeFileSync(
    env.GATEWAYS_FILE,
    JSON.stringify({
      gateways: [{ name: 'journal', kind: 'http', batch_size: 20, options }],
      routes: [{ gateways: ['journal'] }],
    }),
  );
  server = await spawnPostrider(['serve'], { ...env, DATA_DIR: original });
  const logger = createLogger({ level: 'silent', pretty: false });
  const db = await openDatabase({ url: findRunningEmbedded(original)?.url ?? '', poolSize: 1, logger });
  const { id: organisationId } = await createOrganisation({ db }, { name: 'A customer' });
  const secretKey = readFileSync(join(original, 'secret.key'), 'utf8');
  const wanted = { organisationId, name: 'A key', mode: 'live', scopes: SCOPES } as const;
  const { key } = await createApiKey({ db, secretKey }, wanted);
  await db.close();
  client = createClient(organisationId, key);
});

afterAll(async () => {
  await server.kill();
  for (const dataDir of [original, restored]) await stopServer(join(dataDir, 'postgres/data'));
  await journal.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends single messages, one after the other, until it is stopped; returns the ids of those that were accepted. */
function sendMeanwhile() {
  const accepted: string[] = [];
  let stopped = false;
  const sending = (async () => {
    for (const { to } of mobiles(10_000, 500_000)) {
      if (stopped) return;
      const { body } = await client.post(`${server.url}/v1/sms/send/`, { to, message: 'Hello' });
      if (body.message_id) accepted.push(body.message_id);
      await sleep(20);
    }
  })();
  return {
    accepted,
    async stop() {
      stopped = true;
      await sending;
    },
  };
}

/** In this process, because each start of a command takes a second of the processor. */
function restoreHere(dataDir: string, from: string): Promise<void> {
  process.env.DATA_DIR = dataDir;
  return restore({ json: true }, from);
}

/** As the program of another version would have sealed them. */
function resealFacts(of: string, others: object): void {
  const path = join(of, 'backup.json');
  const facts = { ...JSON.parse(readFileSync(path, 'utf8')).facts, ...others };
  const secretKey = readFileSync(join(original, 'secret.key'), 'utf8');
  const seal = createHmac('sha256', secretKey)
    .update(`backup ${JSON.stringify(facts)}`)
    .digest('hex');
  writeFileSync(path, JSON.stringify({ facts, seal }));
}

async function query(dataDir: string, sql: string) {
  const url = new URL(findRunningEmbedded(dataDir)?.superuserUrl ?? '');
  url.pathname = '/postrider';
  const pg = new PgClient({ connectionString: url.href });
  await pg.connect();
  try {
    return (await pg.query(sql)).rows;
  } finally {
    await pg.end();
  }
}

describe('backup', () => {
  it('that is killed leaves nothing that restore takes for a backup', async () => {
    const killed = startCommand(['backup', join(folder, 'killed')], { ...env, DATA_DIR: original });
    const unfinished = () => readdirSync(folder).find((name) => name.startsWith('killed'));
    await killed.until(() => unfinished() !== undefined);
    killed.kill();
    expect(await killed.exited).toBeNull();
    expect(unfinished()).toMatch(/^killed\.unfinished-\w+$/);
    mkdirSync(restored);
    cpSync(join(original, 'secret.key'), join(restored, 'secret.key'));
    await expect(restoreHere(restored, join(folder, unfinished() ?? ''))).rejects.toThrow(
      /is not a complete backup: it has no backup\.json\.$/,
    );
    expect(readdirSync(restored)).toEqual(UNTOUCHED);
  });

  it('is not sealed with a key that the database does not know', async () => {
    process.env.DATA_DIR = original;
    process.env.SECRET_KEY = 'the secret key of another database, which somebody has set';
    const sunday = join(folder, 'sunday');
    try {
      await expect(takeBackup({ json: true }, sunday)).rejects.toThrow(
        /^SECRET_KEY is not a secret key of this database/,
      );
    } finally {
      delete process.env.SECRET_KEY;
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('sunday'))).toEqual([]);
  });

  it('is taken while the server sends, and only its owner can read it', async () => {
    await journal.control({ stallRate: 1, stallMs: 1_000 });
    const body = { message: 'Hello', recipients: mobiles(RECIPIENTS) };
    expect((await client.post(`${server.url}/v1/sms/send-bulk/`, body)).status).toBe(202);
    const meanwhile = sendMeanwhile();
    await eventually('it sends', async () => meanwhile.accepted.length > 10 || undefined);
    const before = [...meanwhile.accepted];
    const taken = await runPostrider(['backup', backup], { ...env, DATA_DIR: original });
    expect(taken).toMatchObject({ code: 0, stderr: '' });
    expect(taken.stdout).toContain(`keep ${join(original, 'secret.key')} as well, in another place`);
    const during = meanwhile.accepted.length - before.length;
    await meanwhile.stop();
    await journal.control({ stallRate: 0 });
    expect(during).toBeGreaterThan(10);
    writeFileSync(join(folder, 'before.json'), JSON.stringify(before));
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(backup)) expect(statSync(join(backup, name)).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith('monday'))).toEqual(['monday']);
  });

  it('has no password of the database that its reader could use', () => {
    const passwords: string[] = Object.values(JSON.parse(readFileSync(join(original, 'postgres.json'), 'utf8')));
    expect(passwords).toHaveLength(2);
    const facts = readFileSync(join(backup, 'backup.json'), 'utf8');
    const archive = gunzipSync(readFileSync(join(backup, 'database.tar.gz')));
    for (const password of passwords) {
      expect(facts).not.toContain(password);
      expect(archive.includes(password)).toBe(false);
    }
  });
});

describe('restore', () => {
  it('refuses what it cannot restore, and leaves the folder as it was', async () => {
    const damaged = join(folder, 'damaged');
    cpSync(backup, damaged, { recursive: true });
    truncateSync(join(damaged, 'database.tar.gz'), 1_000_000);
    const useless = join(folder, 'useless');
    cpSync(damaged, useless, { recursive: true });
    const archiveOf = (of: string) => createHash('sha256').update(readFileSync(join(of, 'database.tar.gz')));
    resealFacts(useless, { archive: archiveOf(useless).digest('hex') });
    const old = join(folder, 'old');
    cpSync(backup, old, { recursive: true });
    resealFacts(old, { postgresql: 17 });
    const changed = join(folder, 'changed');
    cpSync(backup, changed, { recursive: true });
    const sealed = JSON.parse(readFileSync(join(changed, 'backup.json'), 'utf8'));
    writeFileSync(
      join(changed, 'backup.json'),
      JSON.stringify({ ...sealed, facts: { ...sealed.facts, postgresql: 17 } }),
    );
    const replaced = join(folder, 'replaced');
    cpSync(backup, replaced, { recursive: true });
    // It unpacks as well, but is another file.
    const archive = join(replaced, 'database.tar.gz');
    writeFileSync(archive, gzipSync(gunzipSync(readFileSync(archive)), { level: 2 }));
    const stranger = join(folder, 'stranger');
    mkdirSync(stranger);
    writeFileSync(join(stranger, 'secret.key'), 'the key of another database');
    const cases: [string, string, RegExp][] = [
      [original, backup, /^A server is using the database in/],
      [join(folder, 'keyless'), backup, /^The secret key of the backup is missing: set SECRET_KEY, or put/],
      [restored, damaged, /database\.tar\.gz is damaged, or was changed after the backup\.$/],
      [restored, useless, /database\.tar\.gz cannot be unpacked: unexpected end of file/],
      [restored, old, /is a backup of PostgreSQL 17, but PostgreSQL \d+ is installed here/],
      [restored, changed, /^The secret key is not that of this backup, or .*backup\.json was changed/],
      [restored, replaced, /database\.tar\.gz is damaged, or was changed after the backup\.$/],
      [stranger, backup, /^The secret key is not that of this backup/],
      [restored, join(folder, 'sunday'), /^There is no folder .*sunday\.$/],
      [restored, folder, /is not a complete backup: it has no backup\.json\.$/],
    ];
    for (const [dataDir, from, sentence] of cases) {
      await expect(restoreHere(dataDir, from)).rejects.toThrow(sentence);
    }
    for (const dataDir of [restored, stranger]) expect(readdirSync(dataDir)).toEqual(UNTOUCHED);
    // Sealed with the key that was replaced, so what is wrong is told only then.
    process.env.PREVIOUS_SECRET_KEY = readFileSync(join(original, 'secret.key'), 'utf8');
    await expect(restoreHere(stranger, old)).rejects.toThrow(/is a backup of PostgreSQL 17/);
    delete process.env.PREVIOUS_SECRET_KEY;
    process.env.DATABASE_URL = 'postgres://db.example.org/sms';
    await expect(restoreHere(restored, backup)).rejects.toThrow(/docs\/production\.md#backups has the commands\.$/);
    delete process.env.DATABASE_URL;
  });

  it('unpacks nothing of an archive that was changed', async () => {
    const bomb = join(folder, 'bomb');
    cpSync(backup, bomb, { recursive: true });
    writeFileSync(join(bomb, 'database.tar.gz'), gzipSync(Buffer.alloc(100_000_000)));
    const programs = mkdtempSync(join(tmpdir(), 'postrider-programs-'));
    chmodSync(programs, 0o755);
    writeFileSync(join(programs, 'tar'), '#!/bin/sh\necho tar was called >&2\nexit 1\n', { mode: 0o755 });
    const restoreFrom = async (from: string) => {
      const PATH = `${programs}:${process.env.PATH}`;
      return (await runPostrider(['restore', from], { ...env, DATA_DIR: restored, PATH })).stderr;
    };
    expect(await restoreFrom(backup)).toContain('tar was called');
    expect(await restoreFrom(bomb)).toContain('database.tar.gz is damaged, or was changed after the backup.');
    rmSync(programs, { recursive: true });
  });

  it('ends what a restore has left that was killed', async () => {
    const killed = startCommand(['restore', backup, '--resume'], { ...env, DATA_DIR: restored });
    const unfinished = () => readdirSync(restored).find((name) => name.startsWith('restoring-')) ?? 'none';
    const findLeft = () => findRunningEmbedded(join(restored, unfinished()));
    await killed.until(() => findLeft() !== undefined);
    killed.kill();
    expect(await killed.exited).toBeNull();
    const left = findLeft();
    expect(left).toBeDefined();
    await expect(restoreHere(restored, join(folder, 'damaged'))).rejects.toThrow(/is damaged/);
    expect(readdirSync(restored)).toEqual(UNTOUCHED);
    await expect(new PgClient({ connectionString: left?.url }).connect()).rejects.toThrow('ECONNREFUSED');
  });

  (canContain ? it : it.skip)('leaves alone what a restore in another container makes in the same folder', async () => {
    const restoreInContainer = () =>
      startCommand(['restore', backup, '--json'], { ...env, DATA_DIR: contained }, 'ignore', CONTAINER);
    const contained = join(folder, 'contained');
    mkdirSync(contained);
    cpSync(join(original, 'secret.key'), join(contained, 'secret.key'));
    const unfinished = () => readdirSync(contained).find((name) => name.startsWith('restoring-'));
    const first = restoreInContainer();
    await first.until(() => unfinished() !== undefined);
    const program = childOf(first.pid);
    process.kill(program, 'SIGSTOP');
    const itsFolder = unfinished();
    // Both processes have the pid 1.
    const second = restoreInContainer();
    expect(await second.exited).toBe(1);
    expect(second.stderr()).toContain('Another restore into');
    expect(unfinished()).toBe(itsFolder);
    process.kill(program, 'SIGCONT');
    expect([await first.exited, JSON.parse(first.stdout())]).toEqual([
      0,
      expect.objectContaining({ ended: expect.any(Number) }),
    ]);
  });

  it('brings back what was accepted before the backup, and nothing is sent twice', async () => {
    await eventually('all is sent', async () => {
      const [{ waiting }] = await query(
        original,
        `SELECT count(*)::int AS waiting FROM sms_messages WHERE status = 'queued'`,
      );
      return waiting === 0 || undefined;
    });
    await server.kill();
    await stopServer(join(original, 'postgres/data'));

    resealFacts(backup, { takenAt: new Date(Date.now() - 3 * 86_400_000).toISOString() });
    const { stdout, stderr } = await runPostrider(['restore', backup, '--json'], { ...env, DATA_DIR: restored });
    expect(stderr).toMatch(/^Restoring the backup of \d{4}-[-\d]+T\S+Z, which is 3 days old\.\n$/);
    const { ended, age_seconds: ageSeconds } = JSON.parse(stdout);
    expect(Math.round(ageSeconds / 3600)).toBe(72);
    expect(ended).toBeGreaterThan(100);
    expect(findRunningEmbedded(restored)).toBeUndefined();
    expect(readdirSync(restored).toSorted()).toEqual(['postgres', 'postgres.json', ...UNTOUCHED]);
    await expect(restoreHere(restored, backup)).rejects.toThrow(/has a database already: move/);

    server = await spawnPostrider(['serve'], { ...env, DATA_DIR: restored });
    const late = await client.post(`${server.url}/v1/sms/send/`, { to: mobiles(1, 900_000)[0]?.to, message: 'Hello' });
    expect(late.status).toBe(201);
    await eventually('a message is sent', async () => {
      const { body } = await client.call('GET', `${server.url}/v1/sms/messages/${late.body.message_id}/`);
      return body.status === 'sent' || undefined;
    });
    const { acceptances } = await journal.journal();
    const taken = acceptances.map(({ reference }) => decodeReference(reference)?.messageId);
    expect(new Set(taken).size).toBe(taken.length);
    expect(taken).toContain(late.body.message_id);

    const messages = await query(restored, 'SELECT id, status, campaign_id FROM sms_messages');
    const before: string[] = JSON.parse(readFileSync(join(folder, 'before.json'), 'utf8'));
    expect(messages.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
    expect(messages.filter((message) => message.campaign_id !== null)).toHaveLength(RECIPIENTS);
    expect(messages.filter(({ status }) => status === 'failed')).toHaveLength(ended);
    const [{ failed, sent }] = await query(restored, 'SELECT failed, sent FROM campaign_progress');
    const ofCampaign = (wanted: string) => messages.filter((one) => one.campaign_id && one.status === wanted).length;
    expect([failed, sent]).toEqual([ofCampaign('failed'), ofCampaign('sent')]);

    const doctor = await runPostrider(['doctor'], { ...env, DATA_DIR: restored, PORT: new URL(server.url).port });
    expect(doctor).toMatchObject({ code: 0, stdout: expect.stringContaining('All checks passed.') });
  });
});
