import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../support/chaos-wait.js';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.js';
import { freePort } from '../support/free-port.js';
import { type JoinedServer, joinServer } from '../support/server.js';

// The shared server may start for this file.
jest.setTimeout(120_000);

const NGINX = '/usr/sbin/nginx';
const CONFIGURATION = resolve(import.meta.dirname, '../../deploy/proxy.conf');

let server: JoinedServer;
let customer: Awaited<ReturnType<JoinedServer['customer']>>;
let folder: string;
let upstreams: readonly [FaultyProxy, FaultyProxy];
let nginx: ChildProcess;
let url: string;

/** The file as it stands, with the addresses of this machine. */
function configurationFor(port: number): string {
  const addresses = upstreams.map((upstream) => new URL(upstream.url).host);
  const included = readFileSync(CONFIGURATION, 'utf8')
    .replace(/server api-\d:8080 resolve/g, () => `server ${addresses.shift()}`)
    .replace('listen 8000', `listen 127.0.0.1:${port}`);
  expect([addresses, included.includes('api-')]).toEqual([[], false]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `pid ${folder}/pid; daemon off; worker_processes 1; error_log stderr;
    events {} http { access_log off; ${temporary.join(' ')} ${included} }`;
}

async function startProxy(): Promise<void> {
  const port = await freePort();
  folder = mkdtempSync(join(tmpdir(), 'postrider-proxy-'));
  upstreams = [await startFaultyProxy(server.url), await startFaultyProxy(server.url)];
  writeFileSync(join(folder, 'nginx.conf'), configurationFor(port));
  const words: string[] = [];
  nginx = spawn(NGINX, ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  nginx.stderr?.on('data', (chunk: Buffer) => words.push(String(chunk)));
  url = `http://127.0.0.1:${port}`;
  await eventually('nginx listens', async () => {
    if (nginx.exitCode !== null) throw new Error(words.join(''));
    const answer = await fetch(`${url}/livez`).catch(() => null);
    return answer?.ok || undefined;
  });
}

const send = (message: string) =>
  fetch(`${url}/v1/sms/send/`, {
    method: 'POST',
    headers: { ...customer, 'content-type': 'application/json' },
    body: JSON.stringify({ to: '12025550100', message }),
  }).then(({ status }) => status);

async function countMessages(): Promise<number> {
  const organisation = [customer['x-organisation-id']];
  return (await server.sql('SELECT 1 FROM sms_messages WHERE organisation_id = $1', organisation)).length;
}

// .ci/run installs nginx where it can.
(existsSync(NGINX) ? describe : describe.skip)('deploy/proxy.conf', () => {
  beforeAll(async () => {
    server = await joinServer();
    customer = await server.customer();
    await startProxy();
  });
  afterAll(async () => {
    const exited = nginx.exitCode === null ? once(nginx, 'exit') : null;
    nginx.kill('SIGTERM');
    await exited;
    await upstreams[1].stop();
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  });

  it('repeats no POST that a process has begun: its message is sent once, and the caller gets 502', async () => {
    for (const upstream of upstreams) upstream.react = ({ method }) => (method === 'POST' ? 'lose' : undefined);
    expect(await send('Its process dies after the message was stored')).toBe(502);
    expect(await countMessages()).toBe(1);
    for (const upstream of upstreams) upstream.react = () => undefined;
  });

  it('passes every request to the other process while one refuses connections', async () => {
    const before = await countMessages();
    await upstreams[0].stop();
    const statuses = await Promise.all(Array.from({ length: 6 }, (_, index) => send(`Message ${index}`)));
    expect(statuses).toEqual(Array.from({ length: 6 }, () => 201));
    expect(await countMessages()).toBe(before + 6);
  });
});
