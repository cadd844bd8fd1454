import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { sampleEvent } from '../../src/domain/events/samples.js';
import { makeWebhookSecret, signedHeaders, signingKey } from '../../src/domain/events/signature.js';
import { startReceiver } from '../support/gateways/receiver.js';
import { freePort } from '../support/programs/free-port.js';
import { readPage } from './page.js';
import { type Case, isInstalled, judge, VERIFIERS } from './verifiers.js';

const SECRET = makeWebhookSecret();
const OTHER_SECRET = makeWebhookSecret();
const ID = 'evt_5f0c2a9e8d714b6f3a1c0e92';
const EVENT = sampleEvent('sms.delivered', new Date());
const BODY = JSON.stringify({ ...EVENT, data: { ...EVENT.data, reference: 'Grüße 🚚' } });
const MORE_THAN_FIVE_MINUTES_MS = 310_000;

const page = readPage('webhook-signatures.md');
const folder = mkdtempSync(join(tmpdir(), 'postrider-verification-'));

beforeAll(() => {
  symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
  for (const { title, code } of page.blocks) writeFileSync(join(folder, title), code);
  for (const { driver, driverCode } of VERIFIERS) writeFileSync(join(folder, driver), driverCode);
});

afterAll(() => rmSync(folder, { recursive: true }));

function signed(secrets = [SECRET], awayMs = 0): Record<string, string> {
  return signedHeaders(secrets.map(signingKey), { id: ID, body: BODY, sentAt: new Date(Date.now() + awayMs) });
}

/** A genuine request, with these changes. */
function request(headers: Record<string, string> = {}, body = BODY): Case {
  return { secret: SECRET, headers: { ...signed(), ...headers }, body };
}

const signature = signed()['webhook-signature'] as string;

const CASES: readonly [what: string, request: Case, isGenuine: boolean][] = [
  ['as it was posted', request(), true],
  ['with two signatures, of which the second fits', request(signed([OTHER_SECRET, SECRET])), true],
  ['with two signatures, of which the first fits', request(signed([SECRET, OTHER_SECRET])), true],
  ['with a changed body', request({}, BODY.replace('delivered', 'failed')), false],
  ['with a body that was parsed and written again', request({}, JSON.stringify(JSON.parse(BODY), null, 1)), false],
  ['with no body', request({}, ''), false],
  ['of another secret', request(signed([OTHER_SECRET])), false],
  ['posted more than five minutes ago', request(signed([SECRET], -MORE_THAN_FIVE_MINUTES_MS)), false],
  ['posted more than five minutes ahead', request(signed([SECRET], MORE_THAN_FIVE_MINUTES_MS)), false],
  ['under another id', request({ 'webhook-id': 'evt_other' }), false],
  ['under another time', request({ 'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 9) }), false],
  ['with a signature of an unknown version', request({ 'webhook-signature': signature.replace('v1', 'v2') }), false],
  ['without headers', { secret: SECRET, headers: {}, body: BODY }, false],
  ...['', 'v1', 'v1,', ',', ' ', 'v1,é%=', `v1,${'é'.repeat(44)}`, signature.slice(3), signature.slice(0, -1)].map(
    (garbage): [string, Case, boolean] => [`signed "${garbage}"`, request({ 'webhook-signature': garbage }), false],
  ),
  ...['', 'now', 'NaN', '-1', '1e400', '9'.repeat(5_000)].map((garbage): [string, Case, boolean] => [
    `with the time "${garbage.slice(0, 9)}"`,
    request({ 'webhook-timestamp': garbage }),
    false,
  ]),
];

describe('The verifying code of the page', () => {
  for (const verifier of VERIFIERS.filter(({ command }) => isInstalled(command))) {
    describe(`in ${verifier.name}`, () => {
      let verdicts: boolean[];

      beforeAll(() => {
        const cases = CASES.map(([, one]) => one);
        verdicts = judge(verifier, folder, cases);
      });

      it.each(CASES.map(([what, , isGenuine], place) => ({ what, isGenuine, place })))(
        'says $isGenuine of a request $what',
        ({ isGenuine, place }) => {
          expect(verdicts[place]).toBe(isGenuine);
        },
      );
    });
  }

  for (const { name, command, title } of VERIFIERS.filter((verifier) => !isInstalled(verifier.command))) {
    it(`in ${name} is there (not run: ${command} is not on this machine)`, () => {
      expect(page.code(title)).toMatch(/genuine/i);
    });
  }
});

describe('The server of the page', () => {
  it('takes what is genuine once, and refuses what is not', async () => {
    const port = await freePort();
    const env = { PATH: process.env.PATH ?? '', WEBHOOK_SECRET: SECRET, PORT: String(port) };
    const server = spawn(process.execPath, ['endpoint.ts'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
    const exited = once(server, 'exit');
    let printed = '';
    server.stdout.on('data', (chunk: Buffer) => (printed += chunk));
    await once(server.stdout, 'data');
    const post = async (headers: Record<string, string>) => {
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: BODY })).status;
    };
    expect(await post(signed([OTHER_SECRET]))).toBe(401);
    expect(await post(signed())).toBe(204);
    expect(await post(signed())).toBe(204);
    server.kill();
    await exited;
    expect(printed.split('\n').slice(1)).toEqual([`${ID} ${BODY}`, '']);
  });
});

describe('What the page has for the shell', () => {
  const missing = [
    ['curl', '--version'],
    ['openssl', 'version'],
  ].filter(([command = '', question]) => !isInstalled(command, question));

  if (missing.length > 0) {
    it(`is there (not run: ${missing.map(([command]) => command).join(' and ')} is not on this machine)`, () => {
      expect(page.code('signature.sh')).toContain('openssl');
      expect(page.code('post.sh')).toContain('curl');
    });
    return;
  }

  it('finds the signature that a request should have had', () => {
    writeFileSync(join(folder, 'body.json'), BODY);
    const { 'webhook-timestamp': TIMESTAMP = '', 'webhook-signature': expected } = signed();
    const env = { PATH: process.env.PATH ?? '', WEBHOOK_SECRET: SECRET, ID, TIMESTAMP };
    const { stdout } = spawnSync('sh', ['signature.sh'], { cwd: folder, env, encoding: 'utf8' });
    expect(stdout).toBe(`${expected}\n`);
  });

  it('posts a request that is genuine, and none when the body has changed', async () => {
    const receiver = await startReceiver();
    writeFileSync(join(folder, 'body.json'), BODY);
    const env = { PATH: process.env.PATH ?? '', WEBHOOK_SECRET: SECRET, URL: receiver.url };
    const both = `${page.code('signature.sh')}${page.code('post.sh')}`;
    const child = spawn('sh', ['-c', both], { cwd: folder, env, stdio: 'ignore' });
    await once(child, 'exit');
    await receiver.stop();
    const [received] = receiver.received;
    expect(received?.rawBody).toBe(BODY);
    const verify = (body: string) => () => new Webhook(SECRET).verify(body, received?.headers ?? {});
    expect(verify(BODY)).not.toThrow();
    expect(verify(`${BODY} `)).toThrow();
  });
});
