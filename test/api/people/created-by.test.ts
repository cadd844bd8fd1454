import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildPostriderSchema } from '../../../src/api/graphql/schema.js';
import { SCOPES } from '../../../src/domain/vocabulary.js';
import { createLogger, type LogLevel } from '../../../src/lib/log/logger.js';
import { retryCampaign } from '../../../src/operations/sms/campaigns/retry-campaign.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { type Customer, pathOf, useApi, useCustomer } from '../../http/start-api.js';
import { graphqlCalls } from '../../support/calls/generate-graphql-calls.js';
import { download, linesOf } from '../../support/exports.js';
import { createProgrammableGateway, reject } from '../../support/gateways/programmable-gateway.js';
import { addPhone } from '../../support/phones.js';
import { drain, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const api = useApi();
const key = useCustomer(api);
let person: Customer;
let reader: Customer;
let phone: string;
beforeAll(async () => {
  person = await api.member('owner', key.organisationId);
  phone = await addPhone(api.services, key.organisationId);
  const scopes = SCOPES.filter((scope) => scope !== 'audit:read' && scope !== 'organisation:manage');
  reader = await api.customer({ organisationId: key.organisationId, scopes });
});

type Made = readonly [
  what: string,
  send: (maker: Customer) => Promise<string>,
  show: (id: string, reader?: Customer) => Promise<object>,
];

async function ask(customer: Customer, query: string, variables: object) {
  const { body } = await customer.graphql(query, variables, { 'x-csrf': '1' });
  expect(body.errors).toBeUndefined();
  return body.data;
}

const TO = '12025550100';
const FIELDS = 'createdBy { kind actorId name }';
const bulk = async (maker: Customer): Promise<string> => {
  const send = 'mutation ($input: SendBulkSmsInput!) { sendBulkSms(input: $input) { campaign { id } } }';
  const { sendBulkSms } = await ask(maker, send, { input: { message: 'Hello', recipients: [{ to: TO }] } });
  return sendBulkSms.campaign.id;
};

const MADE: readonly Made[] = [
  [
    'a single message',
    async (maker) => {
      const send = 'mutation ($input: SendSmsInput!) { sendSms(input: $input) { message { id } } }';
      return (await ask(maker, send, { input: { to: TO, message: 'Hello' } })).sendSms.message.id;
    },
    async (id, by = key) => (await ask(by, `query ($id: UUID!) { message(id: $id) { ${FIELDS} } }`, { id })).message,
  ],
  [
    'a campaign',
    bulk,
    async (id, by = key) => (await ask(by, `query ($id: UUID!) { campaign(id: $id) { ${FIELDS} } }`, { id })).campaign,
  ],
  [
    'a message of a campaign',
    bulk,
    async (id, by = key) => {
      const list = 'query ($id: UUID!) { campaign(id: $id) { messages(first: 1) { nodes { id } } } }';
      const [message] = (await ask(by, list, { id })).campaign.messages.nodes;
      return (await ask(by, `query ($id: UUID!) { message(id: $id) { ${FIELDS} } }`, message)).message;
    },
  ],
  [
    'a chat message',
    async (maker) => {
      const send = 'mutation ($input: SendChatMessageInput!) { sendChatMessage(input: $input) { message { id } } }';
      const input = { sessionId: phone, to: TO, type: 'TEXT', message: 'Hello' };
      return (await ask(maker, send, { input })).sendChatMessage.message.id;
    },
    async (id, by = key) =>
      (await ask(by, `query ($id: String!) { chatMessage(id: $id) { ${FIELDS} } }`, { id })).chatMessage,
  ],
];

describe.each(MADE)('%s', (_, send, show) => {
  it('tells the key that sent it', async () => {
    const [made] = await api.sql<{ id: string }>('SELECT id FROM api_keys WHERE organisation_id = $1', [
      key.organisationId,
    ]);
    expect(await show(await send(key))).toEqual({ createdBy: { kind: 'KEY', actorId: made?.id, name: 'A key' } });
  });

  it('tells the person who sent it', async () => {
    const [made] = await api.sql<{ id: string; email: string }>(
      'SELECT p.id, p.email FROM people p JOIN memberships m ON m.person_id = p.id WHERE m.organisation_id = $1',
      [key.organisationId],
    );
    expect(await show(await send(person))).toEqual({
      createdBy: { kind: 'PERSON', actorId: made?.id, name: made?.email },
    });
  });

  it('tells a key without the scope audit:read the name of the person, not the address', async () => {
    const id = await send(person);
    const [made] = await api.sql<{ id: string; name: string }>(
      'SELECT p.id, p.name FROM people p JOIN memberships m ON m.person_id = p.id WHERE m.organisation_id = $1',
      [key.organisationId],
    );
    expect(await show(id, reader)).toEqual({ createdBy: { kind: 'PERSON', actorId: made?.id, name: made?.name } });
    expect(await show(id, person)).toEqual({
      createdBy: expect.objectContaining({ name: expect.stringMatching('@') }),
    });
  });

  it('tells nobody if it was sent by a version that did not store it', async () => {
    const id = await send(key);
    for (const table of ['campaigns', 'sms_messages', 'chat_messages']) {
      await api.sql(
        `UPDATE ${table} SET created_by_kind = NULL, created_by_id = NULL, created_by_name = NULL WHERE id = $1`,
        [id],
      );
    }
    expect(await show(id)).toEqual({ createdBy: null });
  });
});

it.each([
  ['a single message', MADE[0]],
  ['a message of a campaign', MADE[2]],
] as const)('an export link shows what its maker may see of the sender of %s', async (_, made) => {
  if (!made) throw new Error('There is no such message.');
  await api.sql('DELETE FROM sms_messages WHERE organisation_id = $1', [key.organisationId]);
  await made[1](person);
  const [sender] = await api.sql<{ email: string; name: string }>(
    'SELECT p.email, p.name FROM people p JOIN memberships m ON m.person_id = p.id WHERE m.organisation_id = $1',
    [key.organisationId],
  );
  const sendersFor = async (maker: Customer) => {
    const make = 'mutation ($input: CreateExportLinkInput!) { createExportLink(input: $input) { url } }';
    const { createExportLink } = await ask(maker, make, { input: { what: 'MESSAGES', format: 'JSONL' } });
    return linesOf((await download(api, pathOf(createExportLink.url))).text).map(({ created_by: name }) => name);
  };
  expect(await sendersFor(person)).toEqual([sender?.email]);
  expect(await sendersFor(reader)).toEqual([sender?.name]);
});

it('a key that was revoked keeps its name', async () => {
  const former = await api.customer();
  const { message_id: id } = (await former.sendSms({ to: TO })).body;
  await api.sql('UPDATE api_keys SET revoked_at = now() WHERE organisation_id = $1', [former.organisationId]);
  const reader = await api.member('viewer', former.organisationId);
  const { message } = await ask(reader, `query ($id: UUID!) { message(id: $id) { ${FIELDS} } }`, { id });
  expect(message.createdBy).toMatchObject({ kind: 'KEY', name: 'A key' });
});

it('no query and no list over REST tells a key without audit:read the address of a person who sent or made something', async () => {
  for (const [, send] of MADE) await send(person);
  await ask(person, 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { key } }', {
    input: { name: 'Of a person', mode: 'LIVE', scopes: ['SMS_READ'] },
  });
  const [owner] = await api.sql<{ email: string }>(
    'SELECT p.email FROM people p JOIN api_keys k ON k.created_by_id = p.id WHERE k.organisation_id = $1',
    [key.organisationId],
  );
  const answers = new Map<string, string>();
  for (const { rootField, document, variables } of graphqlCalls(buildPostriderSchema())) {
    if (!document.startsWith('query')) continue;
    await api.sql('DELETE FROM rate_limits');
    const { body } = await reader.graphql(document, variables);
    answers.set(`${rootField} ${answers.size}`, JSON.stringify(body));
  }
  for (const path of ['/v1/sms/messages/', '/v1/sms/campaigns/']) {
    answers.set(path, JSON.stringify((await reader.call('GET', path)).body));
  }
  const containing = (text: string) => [...answers].filter(([, answer]) => answer.includes(text)).map(([what]) => what);
  expect(containing('"kind":"PERSON"').length).toBeGreaterThan(2);
  expect(containing(owner?.email ?? '@')).toEqual([]);
});

describe('the log', () => {
  const process = useServices();

  async function logging(level: LogLevel) {
    const lines: Record<string, unknown>[] = [];
    const logger = createLogger({ level, pretty: false }, { write: (line) => lines.push(JSON.parse(line)) });
    const gateway = createProgrammableGateway({ name: `logged-${level}`, react: () => reject(402) });
    const services = withGateways(process, { gateways: [gateway] });
    const organisation = await newOrganisation(services);
    const context = { ...organisation, logger };
    const { kind, id } = context.caller.actor;
    const by = { organisationId: context.caller.organisationId, createdBy: { kind, id } };
    return { services, context, by, lines };
  }

  it('says which key or person sent a campaign, also one that sends again, but no name, number or text', async () => {
    const { services, context, by, lines } = await logging('info');
    const send = { message: 'Secret words', recipients: mobiles(3), idempotencyKey: 'once' };
    const { result: first } = await sendBulkSms(context, send);
    await sendBulkSms(context, send);
    await sendSms(context, { message: 'Secret words', to: mobiles(1)[0]?.to ?? '' });
    await drain(services);
    const { result: again } = await retryCampaign(context, { campaignId: first.id });
    expect(lines).toEqual([
      expect.objectContaining({ ...by, msg: 'a campaign was accepted', campaignId: first.id, total: 3 }),
      expect.objectContaining({ ...by, msg: 'a campaign was accepted', campaignId: again.id, total: 3 }),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`Secret|${context.caller.actor.name}|2547`));
  });

  it('says at the level debug who sent a single SMS', async () => {
    const { context, by, lines } = await logging('debug');
    const { result } = await sendSms(context, { message: 'Secret words', to: mobiles(1)[0]?.to ?? '' });
    expect(lines).toEqual([expect.objectContaining({ ...by, msg: 'an SMS was accepted', messageId: result.id })]);
  });
});
