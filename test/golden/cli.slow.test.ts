import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Command } from 'commander';
import type { Finding } from '../../src/cli/doctor/finding.js';
import { createProgram } from '../../src/cli/program.js';
import { useCommandsStage } from '../cli/commands-stage.js';
import { startCommand } from '../cli/running-command.js';
import { type Receiver, startReceiver } from '../support/gateways/receiver.js';
import type { RunningProgram } from '../support/programs/program.js';
import { compareGolden } from './compare-golden.js';
import { normalise } from './normalise.js';
import { printValue } from './print-value.js';

const stage = useCommandsStage();
// All commands together are one test.
jest.setTimeout(300_000);

let server: RunningProgram;
let receiver: Receiver;
const lines: string[] = [];
const recorded = new Set<string>();

beforeAll(async () => {
  receiver = await startReceiver();
  await record('migrate');
  await record('end-unfinished');
  server = await stage.serve();
});

afterAll(() => receiver.stop());

interface Printed {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command with --json, and keeps what it printed: each line of standard output is JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the shapes are what is recorded.
async function record(...args: string[]): Promise<any> {
  const printed = await stage.run(...args, '--json');
  return keep(args, printed);
}

function keep(args: readonly string[], { code, stdout, stderr }: Printed) {
  const results = linesOf(stdout).map((line) => JSON.parse(line, shorten));
  const given = args.map(withoutOwnNames);
  const problems = linesOf(stderr);
  recorded.add(args.join(' '));
  const shown = normalise({ given, results, problems }) as { given: string[]; results: unknown[]; problems: string[] };
  lines.push('', `# postrider ${shown.given.join(' ')} --json`, `exit ${code}`);
  lines.push(...shown.problems.map((problem) => `! ${problem}`), ...shown.results.flatMap((one) => printValue(one)));
  return results[0];
}

/**
 * test/cli/completion.test.ts tries the scripts for the completion of words. The doctor examines nodes on Citus only.
 */
function shorten(field: string, value: unknown): unknown {
  if (field === 'findings') return (value as Finding[]).filter(({ subject }) => subject !== 'nodes of Citus');
  return field === 'script' ? '<script>' : value;
}

function linesOf(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map(withoutOwnNames);
}

/** What is of this run or machine alone. */
function withoutOwnNames(text: string): string {
  return text
    .replaceAll(stage.folder, '<folder>')
    .replaceAll(String(stage.env.PORT), '<port>')
    .replace(/\btest_[0-9a-f]{32}, version [\d.]+/, '<database>, version <n>')
    .replace(/differ by \d+ ms/, 'differ by <n> ms')
    .replace(/the database has [\d.]+ \w+/, 'the database has <n> MB');
}

function leavesOf(command: Command, path: readonly string[] = []): string[] {
  if (command.commands.length === 0) return [path.join(' ')];
  return command.commands.flatMap((inner) => leavesOf(inner, [...path, inner.name()]));
}

function call(key: string, organisation: string, query: string): Promise<Response> {
  const headers = {
    authorization: `Bearer ${key}`,
    'x-organisation-id': organisation,
    'content-type': 'application/json',
  };
  return fetch(`${server.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
}

async function recordOrganisationsAndKeys() {
  await record('set-up-link');
  const { id: organisation } = await record('organisation', 'create', 'Acme');
  await record('organisation', 'list');
  await record('organisation', 'use', 'acme');
  await record('organisation', 'use', '--none');
  await record('organisation', 'update', '--retention-days', '90', '--message-retention-days', '365');
  await record('organisation', 'update', '--message-retention-days', 'default');
  await record('organisation', 'update', '--retention-days', '0');
  await record('organisation', 'limits', '--sms-send', '1200', '--people', '1');
  await record('organisation', 'limits', '--reset', '--general', '1000001');
  await record('organisation', 'limits', '--sms-send', 'default');
  await record('organisation', 'invite', 'ada@example.org', '--role', 'viewer');
  await record('organisation', 'members');
  const made = await record('key', 'create', '--name', 'Shop', '--sender-id', 'SHOP', '--address', '127.0.0.1');
  const { key } = await record('key', 'create', '--name', 'All', '--expires', '30d');
  await record('key', 'create', '--name', 'Till', '--address', 'office');
  await record('key', 'rotate', made.id, '--overlap', '0h');
  await record('key', 'revoke', made.id);
  await record('key', 'list');
  return { organisation, key };
}

interface Made {
  readonly organisation: string;
  readonly key: string;
}

async function addPhone({ organisation, key }: Made): Promise<string> {
  const answer = await call(key, organisation, `mutation { createSession(input: { name: "Shop" }) { sessionId } }`);
  return ((await answer.json()) as { data: { createSession: { sessionId: string } } }).data.createSession.sessionId;
}

async function recordSenders({ organisation, key }: Made) {
  for (const name of ['ACME', 'BANK']) {
    await call(key, organisation, `mutation { createSenderId(input: { name: "${name}" }) { replayed } }`);
  }
  const [acme, bank] = (await record('sender', 'list')) as { id: string }[];
  await record('sender', 'approve', acme?.id ?? '');
  await record('sender', 'reject', bank?.id ?? '', '--reason', 'There is such a bank');
}

async function recordSends(made: Made) {
  await record('send', '--to', '12025550100', '--message', 'Hi', '--idempotency-key', 'golden');
  await record('send', '--to', '12025550100', '--message', 'Hi', '--idempotency-key', 'golden');
  await record('send', '--to', '12', '--message', '');
  await record('receive', '--from', '12025550109', '--message', 'Hi');
  await record('receive', '--from', '12025550109', '--message', 'Hi', '--session', await addPhone(made));
  // Nothing is under way to it, or from it.
  await record('number', '12025550108');
  await record('number', '12', '--test', '--sender-id', '!');
  const file = stage.file('recipients.csv', 'to,name\n12025550100,Ann\n12025550110,Bob\n+1 202 555 0100,Ann\n');
  const [campaign] = await record('send-bulk', file, '--message', 'Hi {{name}}');
  await record('send-bulk', file, '--message', 'Hi {{nobody}}');
  await record('campaign', 'watch', campaign.id);
  for (const what of ['pause', 'resume', 'cancel', 'retry', 'reschedule']) await record('campaign', what, campaign.id);
}

async function recordWebhooks() {
  await record('webhooks', 'trigger', 'sms.delivered', '--url', receiver.url);
  await record('webhooks', 'trigger', 'sms.lost');
  const args = ['webhooks', 'listen', '--after', '0', '--types', 'campaign.completed'];
  const listening = startCommand([...args, '--json'], stage.env);
  // Until it has printed the events of both campaigns.
  await listening.until(() => listening.stdout().split('"type"').length > 2);
  const code = await listening.interrupt();
  // How the events of several messages follow each other is not always the same.
  const stdout = listening.stdout().replace(/"sequence":\d+/, '"sequence":"<n>"');
  keep(args, { code, stdout, stderr: listening.stderr().replace(/--after \d+/, '--after <n>') });
}

it('every command prints with --json what it printed before', async () => {
  const made = await recordOrganisationsAndKeys();
  await recordSenders(made);
  await recordSends(made);
  await recordWebhooks();
  await record('organisation', 'erase-number', '12025550110');
  await record('rekey');
  // For the embedded database: test/cli/backup.slow.test.ts.
  await record('backup', 'monday');
  await record('restore', 'monday');
  await record('end-unfinished');
  await record('audit', '--since', '1d');
  await record('doctor');
  await record('completion', 'bash');
  await record('completion', 'fish');
  // The port is taken.
  await record('serve', '--role', 'api');
  const missing = leavesOf(createProgram()).filter(
    (name) => ![...recorded].some((one) => `${one} `.startsWith(`${name} `)),
  );
  expect(missing).toEqual([]);
  await compareGolden('cli', `${lines.join('\n').trimStart()}\n`);
});
