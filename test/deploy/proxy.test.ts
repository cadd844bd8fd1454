import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type FaultyProxy, startFaultyProxy } from '../support/gateways/faulty-proxy.js';
import { freePort } from '../support/programs/free-port.js';
import { type JoinedServer, joinServer } from '../support/programs/server.js';
import { hearSocket, hearStream, socketClient } from '../support/subscribers.js';
import { eventually } from '../support/wait.js';

// The shared server may start for this file.
jest.setTimeout(120_000);

const HAPROXY = '/usr/sbin/haproxy';
const CONFIGURATION = resolve(import.meta.dirname, '../../deploy/haproxy.cfg');

let server: JoinedServer;
let customer: Awaited<ReturnType<JoinedServer['customer']>>;
let folder: string;
let upstreams: readonly [FaultyProxy, FaultyProxy];
const started: ChildProcess[] = [];
let url: string;

/** The file as it stands, with addresses of this machine. */
function configurationFor(port: number, servers: readonly string[]): string {
  const addresses = servers.map((address) => new URL(address).host);
  const configuration = readFileSync(CONFIGURATION, 'utf8')
    .replace(/ api-\d:8080/g, () => ` ${addresses.shift()}`)
    .replace('bind :8000', `bind 127.0.0.1:${port}`);
  expect([addresses, configuration.includes(':8080'), configuration.includes(':8000')]).toEqual([[], false, false]);
  return configuration;
}

async function startProxy(servers: readonly string[]): Promise<string> {
  const port = await freePort();
  const file = join(folder, `${port}.cfg`);
  writeFileSync(file, configurationFor(port, servers));
  const words: string[] = [];
  const haproxy = spawn(HAPROXY, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [haproxy.stdout, haproxy.stderr])
    stream.on('data', (chunk: Buffer) => words.push(String(chunk)));
  started.push(haproxy);
  const address = `http://127.0.0.1:${port}`;
  await eventually('HAProxy listens', async () => {
    if (haproxy.exitCode !== null) throw new Error(words.join(''));
    const answer = await fetch(`${address}/livez`).catch(() => null);
    return answer?.ok || undefined;
  });
  return address;
}

async function call(method: string, path: string, body: object | undefined): Promise<number> {
  const headers = { ...customer, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  await answer.arrayBuffer();
  return answer.status;
}

const send = (message: string) => call('POST', '/v1/sms/send/', { to: '12025550100', message });

async function countMessages(): Promise<number> {
  const organisation = [customer['x-organisation-id']];
  return (await server.sql('SELECT 1 FROM sms_messages WHERE organisation_id = $1', organisation)).length;
}

// .ci/run installs HAProxy where it can.
(existsSync(HAPROXY) ? describe : describe.skip)('deploy/haproxy.cfg', () => {
  beforeAll(async () => {
    server = await joinServer();
    customer = await server.customer();
    folder = mkdtempSync(join(tmpdir(), 'postrider-proxy-'));
    upstreams = [await startFaultyProxy(server.url), await startFaultyProxy(server.url)];
    url = await startProxy(upstreams.map((upstream) => upstream.url));
  });
  afterAll(async () => {
    for (const haproxy of started) {
      const exited = haproxy.exitCode === null ? once(haproxy, 'exit') : null;
      haproxy.kill('SIGTERM');
      await exited;
    }
    await upstreams[1].stop();
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  });

  it.each<[method: string, path: string, body: object | undefined]>([
    ['POST', '/v1/sms/send/', { to: '12025550100', message: 'Its process dies after it has stored the message' }],
    ['PUT', '/v1/webhooks/', { url: 'https://example.org' }],
    ['DELETE', '/v1/suppressions/12025550100/', undefined],
    ['GET', '/v1/sms/campaigns/', undefined],
  ])('repeats no %s that a process has begun', async (method, path, body) => {
    for (const upstream of upstreams) upstream.react = (request) => (request.path === path ? 'lose' : undefined);
    // Only the first request of a connection gets 502; HAProxy ends a connection that has had responses without a word.
    const outcome = await call(method, path, body).catch(() => 'connection lost');
    for (const upstream of upstreams) upstream.react = () => undefined;
    const seen = upstreams.flatMap((upstream) => upstream.seen).filter((request) => request.path === path);
    expect(seen.map((request) => request.method)).toEqual([method]);
    expect([502, 'connection lost']).toContain(outcome);
    expect(await countMessages()).toBe(1);
  });

  it("adds the caller's address behind those that the caller claims", async () => {
    await fetch(`${url}/v1/sms/holds/`, { headers: { ...customer, 'x-forwarded-for': '198.51.100.7' } });
    const seen = upstreams.flatMap((upstream) => upstream.seen).find(({ path }) => path === '/v1/sms/holds/');
    expect(seen?.headers['x-forwarded-for']).toBe('198.51.100.7, 127.0.0.1');
  });

  it('passes events of WebSockets and event streams on as they come', async () => {
    const direct = await startProxy([server.url, server.url]);
    const subscriber = { url: direct, headers: customer };
    const query = 'subscription { messageStatusChanged { type } }';
    const client = socketClient(subscriber);
    const heard = [hearSocket(client, { query }), hearStream(subscriber, { query })];
    await eventually('both hear of a message', async () => {
      await send('Hello');
      return heard.every(({ answers }) => answers.length > 0) || undefined;
    });
    for (const { stop } of heard) stop();
    await client.dispose();
  });

  it('passes every request to the other process while one refuses connections', async () => {
    const before = await countMessages();
    await upstreams[0].stop();
    const statuses = await Promise.all(Array.from({ length: 6 }, (_, index) => send(`Message ${index}`)));
    expect(statuses).toEqual(Array.from({ length: 6 }, () => 201));
    expect(await countMessages()).toBe(before + 6);
  });
});
