import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/programs/free-port.ts';

/** A real Kannel: Debian's bearerbox and smsbox, and a centre behind them. */

const BEARERBOX = '/usr/sbin/bearerbox';
const SMSBOX = '/usr/sbin/smsbox';
const FAKESMSC = '/usr/lib/kannel/test/fakesmsc';
const READY_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 100;

export const KANNEL_USER = { username: 'tester', password: 'foo bar&%+é' } as const;
/** No centre takes numbers that begin so. */
export const UNROUTABLE_PREFIX = '254799';
const CENTRE = 'CENTRE';
/** That of smsc.pl. */
const SMPP_ACCOUNT = { systemId: 'postrider', password: 'secret1' } as const;

export interface RunningKannel {
  /** Of the smsbox. */
  readonly url: string;
  /** The lines that the fake centre has printed, one for each message. */
  received(): readonly string[];
  /** A person sends a message; `text` is as fakesmsc takes it, such as `text STOP`. The centre has one connection. */
  says(from: string, to: string, text: string): Promise<void>;
  stopCentre(): Promise<void>;
  startCentre(): Promise<void>;
  /** As a crash, and a machine that hangs, look from outside. */
  killBearerbox(): Promise<void>;
  freezeBearerbox(): Promise<void>;
  resumeBearerbox(): void;
  stop(): Promise<void>;
}

/** What of it is not on this machine. */
export function missingOfKannel(): string[] {
  return [BEARERBOX, SMSBOX, FAKESMSC].filter((path) => !existsSync(path));
}

export function requireKannel(): void {
  const missing = missingOfKannel();
  if (missing.length === 0) return;
  throw new Error(
    `Not installed: ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends kannel kannel-extras`,
  );
}

interface KannelOptions {
  /** Where a centre listens that takes the place of the fake one. */
  readonly smppPort?: number;
  /** Where it posts what people send. */
  readonly inboundUrl?: string;
}

export async function startKannel({ smppPort, inboundUrl }: KannelOptions = {}): Promise<RunningKannel> {
  requireKannel();
  const folder = await mkdtemp(join(tmpdir(), 'kannel-'));
  const ports = { admin: await freePort(), box: await freePort(), http: await freePort(), centre: await freePort() };
  const config = join(folder, 'kannel.conf');
  await writeFile(config, configuration(ports, smppPort, inboundUrl));
  const lines: string[] = [];
  let centre: ChildProcess | null = null;
  const statusIs = (what: string) => until(what, async () => (await status(ports.admin)).includes(what));

  const connectTo = ['-H', '127.0.0.1', '-r', String(ports.centre)];

  async function startCentre(): Promise<void> {
    centre = start(FAKESMSC, [...connectTo, '-m', '0', '1 2 text x'], folder);
    centre.stderr?.setEncoding('utf8').on('data', (printed: string) => {
      lines.push(...printed.split('\n').filter((line) => line.includes('Got message')));
    });
    await statusIs('(online');
  }

  const bearerbox = start(BEARERBOX, ['-v', '4', config], folder);
  await statusIs('Status: running');
  const smsbox = start(SMSBOX, ['-v', '4', config], folder);
  await statusIs(inboundUrl === undefined ? 'smsbox:http' : 'smsbox:(none)');
  await (smppPort === undefined ? startCentre() : statusIs('(online'));
  return {
    url: `http://127.0.0.1:${ports.http}`,
    received: () => lines,
    startCentre,
    async says(from, to, text) {
      if (centre) await end(centre);
      centre = start(FAKESMSC, [...connectTo, '-m', '1', `${from} ${to} ${text}`], folder);
    },
    async stopCentre() {
      if (centre) await end(centre);
      await until('the centre to be gone', async () => !(await status(ports.admin)).includes('(online'));
    },
    killBearerbox: () => end(bearerbox, 'SIGKILL'),
    async freezeBearerbox() {
      bearerbox.kill('SIGSTOP');
      // The signal takes a moment, in which it would still answer.
      await until('the bearerbox to stand still', async () =>
        statesOfThreads(bearerbox.pid).every((state) => state === 'T'),
      );
    },
    resumeBearerbox: () => void bearerbox.kill('SIGCONT'),
    async stop() {
      bearerbox.kill('SIGCONT');
      for (const child of [smsbox, bearerbox, centre]) if (child) await end(child);
      await rm(folder, { recursive: true });
    },
  };
}

interface Ports {
  readonly admin: number;
  readonly box: number;
  readonly http: number;
  readonly centre: number;
}

/** Groups are told apart by the blank lines between them. */
function configuration(ports: Ports, smppPort: number | undefined, inboundUrl: string | undefined): string {
  const centre =
    smppPort === undefined
      ? `smsc = fake
port = ${ports.centre}
connect-allow-ip = 127.0.0.1`
      : `smsc = smpp
host = 127.0.0.1
port = ${smppPort}
transceiver-mode = true
smsc-username = ${SMPP_ACCOUNT.systemId}
smsc-password = ${SMPP_ACCOUNT.password}
system-type = VMA`;
  return `
group = core
admin-port = ${ports.admin}
admin-interface = 127.0.0.1
admin-password = admin
status-password = status
smsbox-port = ${ports.box}
smsbox-interface = 127.0.0.1
box-deny-ip = "*.*.*.*"
box-allow-ip = "127.0.0.1"
dlr-storage = internal
sms-resend-freq = 1
sms-resend-retry = 1

group = smsc
smsc-id = ${CENTRE}
allowed-smsc-id = ${CENTRE}
denied-prefix = "${UNROUTABLE_PREFIX};+${UNROUTABLE_PREFIX}"
${centre}

group = smsbox
${inboundUrl === undefined ? 'smsbox-id = http' : 'http-request-retry = 10\nhttp-queue-delay = 1'}
bearerbox-host = 127.0.0.1
sendsms-port = ${ports.http}
sendsms-interface = 127.0.0.1

group = sendsms-user
username = ${KANNEL_USER.username}
password = "${KANNEL_USER.password}"
default-smsc = ${CENTRE}
max-messages = 10
concatenation = true

group = sms-service
keyword = default
catch-all = true
max-messages = 0
${inboundUrl === undefined ? 'get-url = "http://127.0.0.1:1/"' : `post-url = "${inboundUrl}"`}
`;
}

async function status(adminPort: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${adminPort}/status.txt?password=status`).catch(() => null);
  return answer ? answer.text() : '';
}

function start(program: string, args: readonly string[], cwd: string): ChildProcess {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr?.resume();
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const last = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(last);
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline; await sleep(POLL_INTERVAL_MS)) {
    if (await isSo()) return;
  }
  throw new Error(`Waited in vain for "${what}".`);
}

/** One letter for each, see proc_pid_stat(5). */
function statesOfThreads(pid: number | undefined): string[] {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).map((task) => /\) (\S)/.exec(readFileSync(`${tasks}/${task}/stat`, 'utf8'))?.[1] ?? '');
}
