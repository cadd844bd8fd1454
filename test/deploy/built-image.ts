import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { freePort } from '../support/programs/free-port.js';
import { eventually } from '../support/wait.js';
import { assembleImage } from './assemble-image.js';
import { buildImage, canBuild } from './build-image.js';
import { endConfined, LIMITS, runConfined, startConfined } from './confined.js';
import { type Image, IS_ROOT, run } from './image.js';

// The build installs all packages, and makes a base image first.
jest.setTimeout(1_200_000);

const SECRET_KEY = 'a secret of the tests that is long enough';
const MEGABYTE = 1e6;
const READY_WITHIN_MS = 3_000;
/** So many times as long on a machine with much else to do. */
const BUSY = 4;

let folder: string;
let image: Image;
let database: TestDatabase;

const say = (line: string) => process.stdout.write(`${line}\n`);
const environment = () => ({ DATABASE_URL: database.url, SECRET_KEY, PUBLIC_URL: 'https://sms.example.org' });
const postrider = (...words: string[]) =>
  runConfined(image, [...(image.config.Entrypoint ?? []), ...words], environment());

type Served = Awaited<ReturnType<typeof serve>>;

async function serve(role: 'api' | 'worker') {
  const port = await freePort();
  const began = performance.now();
  const env = { ...environment(), HOST: '127.0.0.1', PORT: String(port), SHUTDOWN_GRACE_SECONDS: '1' };
  const child = startConfined(image, [...(image.config.Entrypoint ?? []), 'serve', '--role', role], env);
  child.stdout?.resume();
  child.stderr?.resume();
  const url = `http://127.0.0.1:${port}`;
  await eventually(`${role} is ready`, () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    ),
  );
  const readyMs = Math.round(performance.now() - began);
  const ofProcess = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    url,
    port,
    readyMs,
    ofProcess,
    status: (name: string) => new RegExp(`^${name}:\\s+(.+)$`, 'm').exec(ofProcess('status'))?.[1],
    async stop() {
      const asked = performance.now();
      child.kill(image.config.StopSignal as NodeJS.Signals);
      const exit = await once(child, 'exit');
      return { exit, drainMs: Math.round(performance.now() - asked) };
    },
  };
}

/** A customer of the API process. */
function customerAt({ url }: Served, { key, organisation_id }: { key: string; organisation_id: string }) {
  const headers = {
    authorization: `Bearer ${key}`,
    'x-organisation-id': organisation_id,
    'content-type': 'application/json',
  };
  // biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
  const post = async (path: string, body: object): Promise<any> => {
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  /** The status of the send whose last byte arrives when `finish` is called. */
  const beginSend = async (body: object) => {
    const bytes = Buffer.from(JSON.stringify(body));
    const call = request(`${url}/v1/sms/send/`, {
      method: 'POST',
      headers: { ...headers, 'content-length': bytes.length },
    });
    await new Promise<void>((resolve) => call.write(bytes.subarray(0, -1), () => resolve()));
    return async () => {
      call.end(bytes.subarray(-1));
      const [answer] = (await once(call, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
  };
  return { post, beginSend };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-image-'));
  database = await createTestDatabase({ template: 'template0' });
  const isBuilt = canBuild() && process.env.IMAGE !== 'assembled';
  say(
    isBuilt
      ? 'buildah builds the image'
      : 'the image is assembled over the root of this machine, without a builder of images',
  );
  say(`limits: ${LIMITS}`);
  image = isBuilt ? buildImage(folder) : assembleImage(folder);
});

afterAll(async () => {
  endConfined();
  image?.remove();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the image', () => {
  it('has the program in 40 MB, without npm and packages to install', () => {
    const [bytes] = run('du', '--bytes', '--summarize', join(image.root, 'app')).split('\t');
    say(`size of the program: ${Math.round(Number(bytes) / MEGABYTE)} MB`);
    expect(Number(bytes)).toBeLessThan(40 * MEGABYTE);
    const absent = ['app/node_modules', 'app/src', 'usr/local/bin/npm'];
    expect(absent.filter((path) => existsSync(join(image.root, path)))).toEqual([]);
  });

  it('asks its runtime for an unprivileged user, SIGTERM, and a look at its health', () => {
    expect(image.config).toMatchObject({
      User: '65534:65534',
      WorkingDir: '/app',
      Entrypoint: ['postrider'],
      Cmd: ['serve'],
      StopSignal: 'SIGTERM',
      Healthcheck: { Test: ['CMD', 'node', '-e', expect.stringContaining('/livez')] },
    });
  });

  describe('on an empty database', () => {
    let api: Served;
    let worker: Served;
    let customer: ReturnType<typeof customerAt>;

    beforeAll(async () => {
      await postrider('migrate');
      await postrider('organisation', 'create', 'A customer');
      const key = JSON.parse(await postrider('key', 'create', '--name', 'shop', '--mode', 'test', '--json'));
      [api, worker] = [await serve('api'), await serve('worker')];
      customer = customerAt(api, key);
    });

    it('starts both roles, each with its memory flags, within the limits', async () => {
      say(`ready: api after ${api.readyMs} ms, worker after ${worker.readyMs} ms`);
      for (const { readyMs, status, ofProcess } of [api, worker]) {
        expect(readyMs).toBeLessThan(READY_WITHIN_MS * BUSY);
        const uid = IS_ROOT ? '65534' : String(process.getuid?.());
        expect(['Uid', 'CapEff', 'CapBnd', 'NoNewPrivs'].map(status)).toEqual([
          Array.from({ length: 4 }, () => uid).join('\t'),
          '0'.repeat(16),
          '0'.repeat(16),
          '1',
        ]);
        const root = ofProcess('mountinfo')
          .split('\n')
          .find((line) => line.split(' ')[4] === '/');
        expect(root?.split(' ')[5]).toMatch(/^ro\b/);
      }
      const flags = [api, worker].map(({ ofProcess }) => /semi-space-size=(\d+)/.exec(ofProcess('cmdline'))?.[1]);
      expect(flags).toEqual(['8', '32']);
    });

    it('is healthy for its own check while it serves, and not on a port where nothing listens', async () => {
      const [, ...check] = image.config.Healthcheck?.Test ?? [];
      const checkAt = (port: number) => runConfined(image, check, { PORT: String(port) });
      await checkAt(api.port);
      await expect(checkAt(await freePort())).rejects.toThrow();
    });

    it('sends a campaign, whose recipients get the outcomes of their numbers', async () => {
      const ordinary = Array.from({ length: 997 }, (_, index) => `1202556${String(index).padStart(4, '0')}`);
      const recipients = [...ordinary, '12025550110', '12025550116', '12025550120'];
      const { campaign_id } = await customer.post('/v1/sms/send-bulk/', { message: 'Hello', recipients });
      const outcomes = await eventually('every recipient has an outcome', async () => {
        const { results } = await customer.post('/v1/sms/campaigns/messages/', { campaign_id, page_size: 1_000 });
        const isOver = ({ message_status }: Recipient) =>
          ['delivered', 'failed', 'blocked', 'undelivered'].includes(message_status);
        return (results as Recipient[]).every(isOver) ? (results as Recipient[]) : undefined;
      });
      const special = outcomes.filter(({ message_status }) => message_status !== 'delivered');
      expect(outcomes).toHaveLength(recipients.length);
      expect(
        special
          .map(({ mobile, message_status, delivery_code }) => `${mobile} ${message_status} ${delivery_code}`)
          .sort(),
      ).toEqual(['12025550110 failed 402', '12025550116 blocked 409', '12025550120 undelivered 502']);
    });

    it('finishes what is under way at SIGTERM, leaves the rest to others, and exits with 0', async () => {
      const resident = [api, worker].map(({ status }) =>
        Math.round((Number.parseInt(status('VmRSS') ?? '', 10) * 1024) / MEGABYTE),
      );
      say(`memory after a campaign: api ${resident[0]} MB, worker ${resident[1]} MB`);
      const recipients = Array.from({ length: 10_000 }, (_, index) => `1202557${String(index).padStart(4, '0')}`);
      await customer.post('/v1/sms/send-bulk/', { message: 'Hello', recipients });
      const finishSend = await customer.beginSend({ to: '12025550100', message: 'Under way when the signal comes' });
      const stops = Promise.all([api.stop(), worker.stop()]);
      await sleep(500);
      expect(await finishSend()).toBe(201);
      const [ofApi, ofWorker] = await stops;
      say(`end after SIGTERM: api ${ofApi.drainMs} ms, of which 1000 are the grace, worker ${ofWorker.drainMs} ms`);
      expect([ofApi.exit, ofWorker.exit]).toEqual([
        [0, null],
        [0, null],
      ]);
      expect(await countHalfDone()).toEqual({ stored: 11_001, submitting: 0, leased: 0 });
    });
  });
});

interface Recipient {
  readonly mobile: string;
  readonly message_status: string;
  readonly delivery_code: number | null;
}

/** What a process that was cut off would leave behind. */
async function countHalfDone() {
  const client = new Client({ connectionString: database.superuserUrl });
  await client.connect();
  const { rows } =
    await client.query(`SELECT count(*)::int AS stored, count(*) FILTER (WHERE phase = 'submitting')::int AS submitting,
    (SELECT count(*)::int FROM sms_due WHERE lease_id IS NOT NULL) AS leased FROM sms_messages`);
  await client.end();
  return rows[0];
}
