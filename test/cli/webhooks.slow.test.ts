import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { EventType } from '../../src/domain/events/event.js';
import { makeWebhookSecret } from '../../src/domain/events/signature.js';
import { newId } from '../../src/lib/ids.js';
import type { Context } from '../../src/operations/context.js';
import { INSERT_EVENTS } from '../support/event-log.js';
import { startProxy } from '../support/fleet/proxy.js';
import { answer, type Reaction, type Received, type Receiver, startReceiver } from '../support/gateways/receiver.js';
import { runPostrider } from '../support/programs/program.js';
import { newOrganisation, startServices, type TestServices } from '../support/services.js';
import { newEndpoint } from '../support/webhooks.js';
import { useCommandsStage } from './commands-stage.js';
import { type RunningCommand, startCommand } from './running-command.js';

let services: TestServices;
// Before the database is dropped.
afterAll(() => services.stop());
const stage = useCommandsStage();
let env: Record<string, string>;
let context: Context;
const receivers: Receiver[] = [];

beforeAll(async () => {
  services = await startServices(stage.database, { gateways: [] });
  env = { ...stage.env, SECRET_KEY: services.secretKey, ALLOW_PRIVATE_NETWORK_URLS: 'true' };
});

beforeEach(async () => {
  context = await newOrganisation(services);
});

afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
});

async function receive(react?: Reaction): Promise<Receiver> {
  const receiver = await startReceiver(react);
  receivers.push(receiver);
  return receiver;
}

/** Appended by another process. */
async function happen(type: EventType): Promise<string> {
  const subject = newId();
  await services.superuser.query(INSERT_EVENTS, [context.caller.organisationId, type, [subject], null]);
  return subject;
}

async function listen(args: readonly string[], more: Record<string, string> = {}): Promise<RunningCommand> {
  const organisation = ['--organisation', context.caller.organisationId];
  const command = startCommand(['webhooks', 'listen', ...organisation, ...args], { ...env, ...more });
  await command.until(() => command.stderr().includes('Ctrl-C ends it.'));
  return command;
}

function trigger(...args: string[]) {
  return runPostrider(['webhooks', 'trigger', ...args, '--organisation', context.caller.organisationId], env);
}

const linesOf = (text: string) => text.trimEnd().split('\n');
const isSigned = ({ rawBody, headers }: Received, secret: string) => {
  return expect(() => new Webhook(secret).verify(rawBody, headers)).not.toThrow();
};

describe('webhooks listen', () => {
  it('shows what happens from now on, and posts it signed with the secret that it prints, until Ctrl-C', async () => {
    await happen('session.connected');
    const receiver = await receive();
    const command = await listen(['--forward', receiver.url]);
    const phone = await happen('session.disconnected');
    await command.until(() => command.stdout().includes('→'));
    expect(await command.interrupt()).toBe(0);

    const [event = '', answered = '', ...rest] = linesOf(command.stdout());
    expect(event).toMatch(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\S+Z {2}#2 {2}session.disconnected +session_id=${phone}$`),
    );
    expect(answered).toMatch(/^#2 → 204 in \d+ ms$/);
    expect(rest).toEqual([]);
    expect(command.stderr()).toContain('webhooks listen --after 2');

    const [secret = ''] = /whsec_\S+/.exec(command.stderr()) ?? [];
    expect(receiver.received).toHaveLength(1);
    isSigned(receiver.received[0] as Received, secret);
    expect(receiver.received[0]?.body).toMatchObject({ type: 'session.disconnected', data: { session_id: phone } });
  });

  it('with --json prints bodies alone, of the types asked for, and goes on whatever is answered', async () => {
    const phones: string[] = [];
    for (const type of ['session.connected', 'session.disconnected', 'session.connected'] as const) {
      phones.push(await happen(type));
    }
    const receiver = await receive(answer(500));
    const secret = makeWebhookSecret();
    const target = ['--forward', receiver.url, '--secret', secret];
    const command = await listen(['--json', '--after', '0', '--types', 'session.connected', ...target]);
    await command.until(() => command.stderr().includes('#3 → 500'));
    expect(await command.interrupt()).toBe(0);

    const bodies = linesOf(command.stdout()).map((line) => JSON.parse(line) as Received['body']);
    expect(bodies.map(({ type, data }) => [type, data.session_id, data.sequence])).toEqual([
      ['session.connected', phones[0], 1],
      ['session.connected', phones[2], 3],
    ]);
    expect(receiver.received.map(({ body }) => body)).toEqual(bodies);
    for (const received of receiver.received) isSigned(received, secret);
  });

  it('begins with the oldest event that is kept, when it is to begin at the beginning', async () => {
    const phones = [await happen('session.connected'), await happen('session.connected')];
    const { organisationId } = context.caller;
    await services.superuser.query('UPDATE event_logs SET oldest_sequence = 2 WHERE organisation_id = $1', [
      organisationId,
    ]);
    const command = await listen(['--after', '0']);
    await command.until(() => command.stdout().includes('#2'));
    expect(await command.interrupt()).toBe(0);
    expect(linesOf(command.stdout())).toEqual([expect.stringContaining(`session_id=${phones[1]}`)]);
  });

  it('goes on where it was when the database comes back', async () => {
    const proxy = await startProxy(stage.database.url);
    const command = await listen([], { DATABASE_URL: proxy.url });
    const before = await happen('session.connected');
    await command.until(() => command.stdout().includes(before));
    proxy.cut();
    const meanwhile = await happen('session.disconnected');
    await command.until(() => command.stderr().includes('The database is away; trying again.'));
    proxy.heal();
    await command.until(() => command.stdout().includes(meanwhile));
    expect(command.stderr()).toContain('The database is back.');
    expect(linesOf(command.stdout())).toHaveLength(2);
    expect(await command.interrupt()).toBe(0);
    await proxy.stop();
  });
});

describe('webhooks trigger', () => {
  it('posts a sample to the active endpoints that want its type, and ends with 0 when all have taken it', async () => {
    const [everything, failures, deliveries, paused] = [
      await receive(),
      await receive(),
      await receive(),
      await receive(),
    ];
    const { secret } = await newEndpoint(context, everything.url);
    await newEndpoint(context, failures.url, { types: ['sms.failed'], test: true });
    await newEndpoint(context, deliveries.url, { types: ['sms.delivered'] });
    const { id } = await newEndpoint(context, paused.url);
    await services.superuser.query(`UPDATE webhook_endpoints SET status = 'paused' WHERE id = $1`, [id]);

    const { code, stdout } = await trigger('sms.failed');
    expect(code).toBe(0);
    const taken = [everything, failures].map(({ url }) => expect.stringMatching(`^${url} → 204 in \\d+ ms$`));
    expect(linesOf(stdout)).toHaveLength(taken.length);
    expect(linesOf(stdout)).toEqual(expect.arrayContaining(taken));
    expect([everything, failures, deliveries, paused].map(({ received }) => received.length)).toEqual([1, 1, 0, 0]);
    isSigned(everything.received[0] as Received, secret);
    expect(everything.received[0]?.body).toMatchObject({ type: 'sms.failed', data: { status: 'failed', test: true } });

    expect((await trigger('sms.failed', '--endpoint', id)).code).toBe(0);
    expect((await trigger('sms.failed', '--endpoint', paused.url)).code).toBe(0);
    expect(paused.received).toHaveLength(2);
  });

  it('ends with 1 when one has not taken it', async () => {
    const [well, ill] = [await receive(), await receive(answer(503, {}, 'too early'))];
    await newEndpoint(context, well.url);
    const { id } = await newEndpoint(context, ill.url);
    const { code, stdout } = await trigger('campaign.completed', '--json');
    expect(code).toBe(1);
    const refused = {
      webhook_id: id,
      url: ill.url,
      delivered: false,
      response_status: 503,
      response_body: 'too early',
    };
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({ url: well.url, delivered: true, response_status: 204, error: null }),
      expect.objectContaining(refused),
    ]);
  });

  it('ends with 1 when no endpoint wants it', async () => {
    await newEndpoint(context, (await receive()).url, { types: ['sms.delivered'] });
    const { code, stderr } = await trigger('sms.failed');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('No active endpoint') });
  });

  it('posts to any address, with a secret that is known or printed', async () => {
    const receiver = await receive();
    const secret = makeWebhookSecret();
    expect((await trigger('session.connected', '--url', receiver.url, '--secret', secret)).code).toBe(0);
    const fresh = await trigger('session.connected', '--url', receiver.url);
    const [first, second] = receiver.received as [Received, Received];
    isSigned(first, secret);
    isSigned(second, /whsec_\S+/.exec(fresh.stderr)?.[0] ?? '');
    expect(second.id).not.toBe(first.id);
  });

  it.each<[what: string, args: string[], sentence: string, exitCode?: number]>([
    ['a type that does not exist', ['sms.lost'], "argument value 'sms.lost' is invalid"],
    ['an address that is none', ['sms.sent', '--url', 'localhost:4000'], '--url must be an address'],
    ['a secret that is none', ['sms.sent', '--url', 'http://localhost/', '--secret', 'abc'], '--secret must be'],
    ['a secret without an address', ['sms.sent', '--secret', 'whsec_abc'], 'give --url'],
    ['an endpoint that does not exist', ['sms.sent', '--endpoint', newId()], 'There is no endpoint with the id', 1],
  ])('refuses %s', async (_what, args, sentence, exitCode = 2) => {
    const { code, stdout, stderr } = await trigger(...args);
    expect({ code, stdout, stderr }).toEqual({ code: exitCode, stdout: '', stderr: expect.stringContaining(sentence) });
  });
});
