import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { freePort } from '../support/programs/free-port.js';
import { type RunningProgram, runPostrider } from '../support/programs/program.js';
import { hoursAhead } from '../support/times.js';
import { eventually } from '../support/wait.js';
import { useCommandsStage } from './commands-stage.js';

const stage = useCommandsStage();
let server: RunningProgram;
let organisationId: string;
beforeAll(async () => {
  organisationId = (await postriderJson<{ id: string }>('organisation', 'create', 'Acme')).id;
  server = await stage.serve({ RATE_LIMIT_SMS_SEND: '250' });
});

const postrider = (...args: string[]) => stage.run(...args);
const postriderJson = <Answer>(...args: string[]) => stage.json<Answer>(...args);

function call(key: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'x-organisation-id': organisationId };
  if (!body) return fetch(server.url + path, { headers });
  const json = { ...headers, 'content-type': 'application/json' };
  return fetch(server.url + path, { method: 'POST', headers: json, body: JSON.stringify(body) });
}

async function untilPrinted({ output }: RunningProgram, text: string): Promise<void> {
  while (!output().includes(text)) await sleep(50);
}

describe('serve', () => {
  it('prints the set-up link beside a database of its own as well, but not as a worker', async () => {
    await untilPrinted(server, `"setUpLink":"${server.url}/setup#token=`);
    const worker = await stage.serve({ PORT: String(await freePort()) }, '--role', 'worker');
    await worker.term();
    expect(worker.output()).toContain('Postrider is ready');
    expect(worker.output()).not.toMatch(/setup#|set-up-link/);
  });

  it('starts all the same while nobody can tell whether the link is wanted, and says how to get it', async () => {
    const holder = new Client({ connectionString: stage.database.superuserUrl });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE people');
    const api = await stage.serve({ PORT: String(await freePort()) }, '--role', 'api');
    await untilPrinted(api, 'postrider set-up-link');
    expect(api.output()).not.toContain('setup#');
    await holder.end();
    expect((await api.term()).code).toBe(0);
  });
});

describe('number', () => {
  it('explains why a person who wrote STOP to the sandbox gets nothing, to people and programs', async () => {
    await postrider('receive', '--from', '12025550109', '--message', 'Stop, please', '--to', '20880');
    const said =
      /12025550109 \(US\): a message sent now would be blocked\.\n\nThe person wrote STOP PLEASE to 20880 on /;
    const stdout = await eventually('the worker has folded what the person wrote', async () => {
      const explained = await postrider('number', '+1 202-555-0109', '--test');
      return said.test(explained.stdout) ? explained.stdout : undefined;
    });
    expect(stdout).toMatch(/ every sender +406 .+ opted_out +every sender +keyword +STOP PLEASE +20880/s);
    const explained = await postriderJson<object>('number', '12025550109', '--test');
    expect(explained).toMatchObject({
      mobile: '12025550109',
      now: {
        status: 'blocked',
        explanation: { code: 'suppressed_by_keyword', word: 'STOP PLEASE', delivery_code: 406 },
      },
      consent: [{ word: 'STOP PLEASE', changed_at: expect.stringMatching(/T.*Z$/) }],
    });
    expect((await postrider('number', '12025550109')).stdout).toContain('a message sent now would leave.');
  });
});

interface ListedKey {
  readonly id: string;
  readonly key: string;
  readonly state: string;
  readonly replaces: string | null;
  readonly sender_ids: string[] | null;
  readonly addresses: string[] | null;
}

describe('key', () => {
  it('create makes a key that can do what its scopes say, until it is revoked', async () => {
    const args = ['--name', 'Reader', '--scope', 'sms:read', '--expires', '30d'];
    const made = await postriderJson<{ key: string; id: string; expires_at: string }>('key', 'create', ...args);
    expect(made.key).toMatch(/^pr_test_/);
    expect(Date.parse(made.expires_at)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    expect((await call(made.key, '/v1/sms/campaigns/')).status).toBe(200);
    expect((await call(made.key, '/v1/sms/send/', { to: '12025550100', message: 'Hi' })).status).toBe(403);

    const { stdout } = await postrider('key', 'list');
    expect(stdout).toContain(made.id);
    const listed = await postriderJson<ListedKey[]>('key', 'list');
    const createdBy = { kind: 'operator', id: null, name: 'command line' };
    expect(listed.find(({ id }) => id === made.id)).toMatchObject({ created_by: createdBy });
    expect(stdout).not.toContain(made.key);

    await postriderJson('key', 'revoke', made.id);
    while ((await call(made.key, '/v1/sms/campaigns/')).status !== 401) await sleep(100);
    expect((await call(made.key, '/v1/sms/campaigns/')).status).toBe(401);
  });

  it('create restricts a key, and rotate puts another in its place that is alike', async () => {
    const restrictions = ['--sender-id', 'SHOP', 'SHOP 2', '--address', '127.0.0.0/8', '::1'];
    const made = await postriderJson<ListedKey>('key', 'create', '--name', 'Till', ...restrictions);
    expect(made).toMatchObject({ sender_ids: ['SHOP', 'SHOP 2'], addresses: ['127.0.0.0/8', '::1'], state: 'active' });
    const sms = { to: '12025550100', message: 'Hi' };
    expect((await call(made.key, '/v1/sms/send/', sms)).status).toBe(400);
    expect((await call(made.key, '/v1/sms/send/', { ...sms, sender_id: 'SHOP 2' })).status).toBe(201);

    const { key: _, id, ...alike } = made;
    const rotated = await postriderJson<ListedKey>('key', 'rotate', id.toUpperCase(), '--overlap', '0h');
    const own = {
      id: expect.any(String),
      hint: expect.any(String),
      created_at: expect.any(String),
      last_used_at: null,
    };
    expect(rotated).toEqual({ ...alike, ...own, key: expect.stringMatching(/^pr_test_/), replaces: id });
    expect((await call(rotated.key, '/v1/sms/campaigns/')).status).toBe(200);
    while ((await call(made.key, '/v1/sms/campaigns/')).status !== 401) await sleep(100);

    const { stdout } = await postrider('key', 'list');
    const lineOf = (wanted: string) => stdout.split('\n').find((line) => line.startsWith(wanted));
    expect(lineOf(id)).toMatch(/SHOP SHOP 2, 127\.0\.0\.0\/8 ::1 +expired since /);
    expect(lineOf(rotated.id)).toMatch(/SHOP SHOP 2, 127\.0\.0\.0\/8 ::1 +active /);
  });

  it('names the place of what is wrong with a restriction or an overlap', async () => {
    const refused = await postrider('key', 'create', '--name', 'Till', '--address', '127.0.0.1', 'office');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^--address office: /) });
    const empty = await postrider('key', 'rotate', organisationId, '--overlap', '24');
    expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining('--overlap must be a span') });
  });
});

interface ListedSender {
  id: string;
  name: string;
  status: string;
  reason: string | null;
  refused_by: string | null;
}

describe('sender', () => {
  it('lists what waits for approval, approves it and rejects it', async () => {
    const { key } = await postriderJson<{ key: string }>('key', 'create', '--name', 'Shop');
    const create = (name: string) =>
      call(key, '/graphql', {
        query: `mutation { createSenderId(input: { name: "${name}", countries: ["KE"] }) { replayed } }`,
      });
    for (const name of ['ACME', 'BANK']) expect((await create(name)).status).toBe(200);
    const pending = await postriderJson<ListedSender[]>('sender', 'list', '--status', 'pending');
    expect(pending).toMatchObject([
      { name: 'ACME', status: 'pending', countries: ['KE'], organisation_id: organisationId, refused_by: null },
      { name: 'BANK' },
    ]);
    const [acme, bank] = pending.map(({ id }) => id) as [string, string];
    expect((await postrider('sender', 'approve', acme)).stdout).toBe('The sender ID "ACME" is approved.\n');
    const rejected = await postriderJson<ListedSender>('sender', 'reject', bank, '--reason', 'There is such a bank');
    expect(rejected).toMatchObject({ id: bank, status: 'rejected', reason: 'There is such a bank' });
    const { stdout } = await postrider('sender', 'list', '--organisation', organisationId);
    expect(stdout).toMatch(new RegExp(`${acme}  Acme +ACME  KE +approved  never`));
  });

  it('rejects for a reason alone, and decides on nothing that is not there', async () => {
    expect((await postrider('sender', 'reject', organisationId)).stderr).toContain('--reason');
    expect((await postrider('sender', 'approve', organisationId)).stderr).toContain('There is no sender ID');
  });

  it('is heeded by sends from the command line too', async () => {
    const enforce = (value: boolean) =>
      stage.sql('UPDATE organisations SET enforce_sender_ids = $1 WHERE organisation_id = $2', [value, organisationId]);
    await enforce(true);
    const args = ['send', '--to', '254711000001', '--message', 'Hi'];
    expect((await postrider(...args, '--sender-id', 'BANK')).stderr).toBe(
      '--sender-id: The sender ID was rejected: There is such a bank\n',
    );
    expect((await postrider(...args, '--sender-id', 'ACME')).code).toBe(0);
    await enforce(false);
  });
});

describe('organisation limits', () => {
  it('prints the limits, and changes what a running server allows and shows', async () => {
    const { key } = await postriderJson<{ key: string }>('key', 'create', '--name', 'Limited');
    const send = () => call(key, '/v1/sms/send/', { to: '12025550100', message: 'Hello' });
    // The setting of the server, which commands do not have here.
    expect((await send()).headers.get('ratelimit-policy')).toBe('"sms_send";q=250;w=60');
    const changed = await postriderJson<{ rate_limits: object[] }>('organisation', 'limits', '--sms-send', '2');
    expect(changed.rate_limits).toContainEqual({ bucket: 'sms_send', limit: 2, own: true });
    await eventually(
      'the new limit is in force',
      async () => ((await send()).status === 429 ? true : undefined),
      5_000,
    );
    expect((await send()).headers.get('ratelimit-policy')).toBe('"sms_send";q=2;w=60');

    const { stdout } = await postrider('organisation', 'limits', '--reset', '--people', '900');
    expect(stdout).toMatch(/^sms_send +300 +default$/m);
    expect(stdout).toMatch(/^people +900 +its own$/m);
    const { code, stderr } = await postrider('organisation', 'limits', '--general', '0');
    expect([code, stderr]).toEqual([2, expect.stringMatching(/--general.*from 1 to 1000000/)]);
    await eventually(
      'the limit is that of the installation',
      async () => ((await send()).ok ? true : undefined),
      5_000,
    );
  });
});

describe('names and the remembered organisation', () => {
  it('stand for ids; an ambiguous name lists the candidates, and changes nothing', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => postriderJson<ListedKey>('key', 'create', '--name', 'Twin')));
    const ambiguous = await postrider('key', 'revoke', 'twin');
    expect(ambiguous.code).toBe(1);
    for (const made of [one, two]) expect(ambiguous.stderr).toContain(`  ${made?.id}  Acme, pr_test_`);
    await postriderJson('key', 'revoke', one?.id ?? '');
    expect(await postriderJson<ListedKey>('key', 'revoke', 'TWIN')).toMatchObject({ id: two?.id, state: 'revoked' });
    expect(await postrider('key', 'revoke', 'twin')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no key "twin"'),
    });
  });

  it('are told on standard error when they decide, and --organisation has precedence', async () => {
    await postrider('organisation', 'use', 'acme');
    const used = await postrider('key', 'list', '--json');
    expect(used.stderr).toBe('Organisation: Acme (remembered by "organisation use")\n');
    expect((await postrider('key', 'list', '--organisation', organisationId)).stderr).toBe('');
    expect((await postrider('organisation', 'use', '--none')).stdout).toBe('No organisation is remembered.\n');
  });
});

describe('wrong usage', () => {
  it('ends with 2, and suggests the nearest word, with --json as well', async () => {
    const { code, stdout, stderr } = await postrider('organsation', '--json');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Did you mean organisation?') });
    expect(JSON.parse(stdout)).toEqual({ error: { problems: [expect.stringContaining('organsation')] } });
    expect(await postrider('key', 'list', '--orgnisation', 'x')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Did you mean --organisation?'),
    });
  });
});

describe('completion', () => {
  it('prints a script without a database or valid settings, and knows bash and zsh', async () => {
    const broken = { DATABASE_URL: 'nonsense', DATA_DIR: join(stage.folder, 'never-started') };
    const [bash, fish] = await Promise.all(
      ['bash', 'fish'].map((shell) => runPostrider(['completion', shell], broken)),
    );
    expect(bash).toMatchObject({ code: 0, stdout: expect.stringContaining('complete -F _postrider postrider\n') });
    expect(fish).toMatchObject({ code: 2, stderr: expect.stringContaining('Allowed choices are bash, zsh.') });
    expect(existsSync(broken.DATA_DIR)).toBe(false);
  });
});

describe('audit', () => {
  it('shows who did what: a table, or with --json a line for each entry', async () => {
    const { stdout: table } = await postrider('audit', '--organisation', organisationId);
    expect(table).toMatch(/^WHEN .+ AFTER\n/);
    expect(table).toMatch(/command line +organisation\.created +\S+ +{"name":"Acme"}/);

    const { stdout: lines } = await postrider('audit', '--since', '1d', '--json');
    const entries = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries.at(-1)).toMatchObject({
      action: 'organisation.created',
      actor: { kind: 'operator', id: null, name: 'command line' },
      address: null,
      subject_id: organisationId,
      after: { name: 'Acme' },
    });

    expect((await postrider('audit', '--since', '2100-01-01T00:00:00Z', '--json')).stdout).toBe('');
    const { code, stderr } = await postrider('audit', '--since', 'yesterday');
    expect([code, stderr]).toEqual([2, expect.stringContaining('--since must be a time')]);
  });
});

interface ListedCampaign {
  id: string;
  status: string;
  total: number;
  counts: Record<string, number>;
}

describe('send', () => {
  it('accepts a message as the only organisation, and refuses what cannot be sent with the field', async () => {
    const sent = await postriderJson<{ id: string }>('send', '--to', '12025550100', '--message', 'Hi');
    expect(sent).toMatchObject({ status: 'queued', segments: 1, gateway: 'sandbox', replayed: false });
    const refused = await postrider('send', '--to', '12', '--message', 'Hi');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^--to: /);
  });
});

describe('send-bulk', () => {
  it('sends every row of a file its own text and waits for the outcomes', async () => {
    const rows = ['to,name', '12025550100,"Ann ""A"" Lee, PhD"', '12025550110,"Bob\nB"', '+1 202 555 0100,Ann again'];
    const path = stage.file('recipients.csv', `\ufeff${rows.join('\r\n')}\r\n`);
    const { code, stdout, stderr } = await postrider('send-bulk', path, '--message', 'Hi {{name}}');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Campaign \S+ is completed: delivered 1 · failed 1 · total 2\n$/),
    });
    expect(stderr).toContain('Rows accepted for sandbox: 2, repeated numbers: 1.');
    expect(stderr).toContain('2 of 2');

    const id = stdout.split(' ')[1] ?? '';
    const [campaign] = await postriderJson<ListedCampaign[]>('campaign', 'watch', 'RECIPIENTS.csv');
    expect(campaign).toMatchObject({ id, status: 'completed', counts: { delivered: 1, failed: 1 } });
  });

  it('makes a campaign that its name pauses, resumes and cancels', async () => {
    const path = stage.file('later.csv', 'to\n12025550100\n');
    const at = hoursAhead(1);
    await postrider('send-bulk', path, '--message', 'Hi', '--schedule', at);
    const change = (what: string) => postriderJson<ListedCampaign>('campaign', what, 'later.csv');
    expect(await change('pause')).toMatchObject({ status: 'paused', waiting: 1, already_dispatched: 0 });
    expect(await change('resume')).toMatchObject({ status: 'scheduled', resumed: 0 });
    expect(await change('cancel')).toMatchObject({ status: 'cancelled', cancelled: 1 });
    const again = await postrider('campaign', 'pause', 'later.csv');
    expect(again).toMatchObject({ code: 1, stderr: 'The campaign has ended or was cancelled.\n' });
  });

  it('makes a campaign that can be rescheduled until it has started, and whose failed messages are sent again once', async () => {
    const path = stage.file('again.csv', 'to\n12025550100\n12025550110\n');
    const at = hoursAhead(1);
    await postrider('send-bulk', path, '--message', 'Hi', '--schedule', at);
    const later = hoursAhead(2);
    const moved = await postriderJson('campaign', 'reschedule', 'again.csv', '--schedule', later);
    expect(moved).toMatchObject({ status: 'scheduled', scheduled_at: later });
    expect(await postriderJson('campaign', 'reschedule', 'again.csv')).toMatchObject({ scheduled_at: null });
    await postrider('campaign', 'watch', 'again.csv');
    const started = await postrider('campaign', 'reschedule', 'again.csv');
    expect(started).toMatchObject({ code: 1, stderr: expect.stringContaining('The campaign has ended') });

    expect((await postrider('campaign', 'retry', 'again.csv', '--code', '404')).code).toBe(2);
    const retried = await postriderJson<ListedCampaign>(
      ...['campaign', 'retry', 'again.csv', '--code', '402,502', '--name', 'once more'],
    );
    expect(retried).toMatchObject({ name: 'once more', accepted: 1, retry_of: expect.any(String) });
    const twice = await postrider('campaign', 'retry', 'again.csv');
    expect(twice).toMatchObject({ code: 1, stdout: '' });
  });

  it('only shows what it would send, with --preview', async () => {
    const path = stage.file('preview.csv', 'to,name\n12025550100,Ann\n12025550110,Bob\n12,Eve\n');
    const send = ['send-bulk', path, '--message', 'Hi {{name}}', '--name', 'only shown', '--preview'];
    const [shown] = await postriderJson<object[]>(...send);
    expect(shown).toMatchObject({
      name: 'only shown',
      accepted: 2,
      invalid: 1,
      gateways: [{ gateway: 'sandbox', messages: 2, segments: 2 }],
      problems: [{ position: 2, mobile: '12', delivery_code: 403 }],
    });
    const { stdout } = await postrider(...send);
    expect(stdout).toContain('Campaign only shown: 2 messages, 2 segments (2 gsm7)\n  sandbox: 2 messages, 2 segments');
    expect(stdout).toMatch(/ {2}first: Hi Ann\n.* {2}no message to 12: .+\nNothing was sent\.\n$/s);
    const smart = await postrider('send-bulk', path, '--message', 'Hi {{name}}…', '--preview', '--smart-encoding');
    expect(smart.stdout).toContain('  smart encoding: 2 texts changed, 0 segments saved, … replaced\n');
    expect((await postrider('campaign', 'watch', 'only shown')).code).toBe(1);
  });

  it('makes several campaigns of a file that is too long for one, and need not wait for them', async () => {
    const numbers = Array.from({ length: 10_000 }, (_, index) => `1202556${String(index).padStart(4, '0')}`);
    const path = stage.file('long.csv', `to\n${numbers.join('\n')}\n12025550100\n`);
    const campaigns = await postriderJson<ListedCampaign[]>('send-bulk', path, '--message', 'Hi', '--no-wait');
    expect(campaigns.map(({ total }) => total)).toEqual([10_000, 1]);
  });
});
