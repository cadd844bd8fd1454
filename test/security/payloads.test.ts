import { describe, expect, it } from '@jest/globals';
import {
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isObjectType,
} from 'graphql';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { POLICIES } from '../../src/api/guard/policies.js';
import type { Scope } from '../../src/domain/vocabulary.js';
import { snakeCase } from '../../src/lib/snake-case.js';
import { type Customer, useApi } from '../http/start-api.js';
import type { Arrange, Stage } from '../support/calls/audited-mutation.js';
import { AUDITED_MUTATIONS } from '../support/calls/audited-mutations.js';
import { NOWHERE } from '../support/calls/generate-rest-calls.js';
import { receivedText } from '../support/calls/received-text.js';
import { ROUTES } from '../support/calls/rest-routes.js';
import { addFailedCampaign } from '../support/failed-campaign.js';
import { dispatchAll } from '../support/people/two-organisations.js';
import { addPhone } from '../support/phones.js';

const api = useApi({ SANDBOX_DELAY_MS: '0' });

const schema = buildPostriderSchema();
const mutations = schema.getMutationType()?.getFields() ?? {};
const TO = '12025550100';

const phone = async ({ api: { services }, customer }: Stage) => addPhone(services, customer.organisationId);

/** Mutations that write no audit entry. */
const OTHERS: Readonly<Record<string, Arrange>> = {
  sendSms: async () => ({ input: { to: TO, message: 'Hello' } }),
  sendBulkSms: async () => ({ input: { message: 'Hello', recipients: [{ to: TO }] } }),
  previewBulkSms: async () => ({ input: { message: 'Hello', recipients: [{ to: TO }] } }),
  replyToConversation: async (stage) => ({
    input: { conversationId: (await receivedText(stage)).conversation_id, message: 'Hello' },
  }),
  async markConversationRead(stage) {
    const { conversation_id: conversationId, inbound_id: upTo } = await receivedText(stage);
    return { input: { conversationId, upTo } };
  },
  sendChatMessage: async (stage) => ({
    input: { sessionId: await phone(stage), to: TO, type: 'TEXT', message: 'Hello' },
  }),
  sendGroupMessage: async (stage) => ({
    input: { sessionId: await phone(stage), to: '120363000000000001@g.us', type: 'TEXT', message: 'Hello' },
  }),
  retryCampaign: async ({ customer }) => ({ input: { campaignId: await addFailedCampaign(api, customer) } }),
  refreshGroups: async (stage) => ({ input: { sessionId: await phone(stage) } }),
  createAccessToken: async () => ({ input: {} }),
  async testWebhook({ customer }) {
    const { body } = await customer.call('POST', '/v1/webhooks/', { url: NOWHERE });
    return { input: { webhookId: body.id } };
  },
};

/** The caller has made the object by this call: it shows what the call said, and what came of it. */
const SHOWN_TO_MAKERS = ['sendSms', 'sendBulkSms', 'sendChatMessage', 'sendGroupMessage', 'createSession'];

const CALLABLE = Object.keys(mutations).filter((name) => {
  const whom = POLICIES[name]?.for ?? 'organisation';
  return (whom === 'organisation' || whom === 'key') && name !== 'leaveOrganisation';
});

const arrangementOf = (name: string) => OTHERS[name] ?? AUDITED_MUTATIONS[name]?.arrange;

/** A key of the same organisation that has the scope of the mutation alone. */
async function writerOf(name: string, { organisationId }: Customer) {
  const { call } = await api.customer({ organisationId, scopes: [POLICIES[name]?.scope ?? 'sms:send'] });
  return {
    call,
    ask: async (query: string, variables: object) => (await call('POST', '/graphql', { query, variables })).body,
  };
}

/** The scope with which an object is read: that of the query that returns one. */
function scopeOf(type: GraphQLNamedType): Scope | null | undefined {
  const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
  const query = queries.find((field) => getNullableType(field.type) === type);
  return POLICIES[query?.name ?? '']?.scope;
}

interface Shown {
  readonly field: string;
  readonly isReadable: boolean;
}

/**
 * The objects of a payload that `node` would find, and whether a key with the scope of the mutation alone may read
 * them.
 */
function objectsOf(name: string): Shown[] {
  const payload = getNamedType(mutations[name]?.type) as GraphQLObjectType;
  return Object.values(payload.getFields()).flatMap((field) => {
    const type = getNamedType(field.type);
    if (!isObjectType(type) || !type.getInterfaces().some((one) => one.name === 'Node')) return [];
    const scope = scopeOf(type);
    return [{ field: field.name, isReadable: scope === null || scope === POLICIES[name]?.scope }];
  });
}

const HIDING = CALLABLE.filter(
  (name) => objectsOf(name).some(({ isReadable }) => !isReadable) && !SHOWN_TO_MAKERS.includes(name),
);

async function arrange(name: string) {
  const customer = await api.customer();
  const { input } = (await arrangementOf(name)?.({ api, customer })) ?? { input: {} };
  return { input, writer: await writerOf(name, customer) };
}

describe('a key that may write and not read', () => {
  it('is tried with every mutation that a key may call, and every object that has an id', () => {
    expect(CALLABLE.filter((name) => !arrangementOf(name))).toEqual([]);
    const objects = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType);
    expect(objects.filter((type) => scopeOf(type) === undefined)).toEqual([]);
  });

  it.each(CALLABLE)('gets no object that it cannot read from %s', async (name) => {
    const objects = objectsOf(name);
    const { input, writer } = await arrange(name);
    const type = getNamedType(mutations[name]?.args[0]?.type);
    const fields = objects.map(({ field }) => `${field} { id }`);
    const { data } = await writer.ask(
      `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields.join(' ')} userErrors { code message } } }`,
      { input },
    );
    // A key may be refused more than its scope says, such as a webhook for events that it may not read.
    const { userErrors = [], ...payload } = data?.[name] ?? {};
    if (HIDING.includes(name) || SHOWN_TO_MAKERS.includes(name)) expect(userErrors).toEqual([]);
    for (const { field, isReadable } of objects) {
      if (SHOWN_TO_MAKERS.includes(name)) expect(payload[field]).toEqual({ id: expect.any(String) });
      else if (!isReadable) expect(payload[field]).toBeNull();
    }
  });

  it.each(ROUTES.filter(({ operationId }) => HIDING.includes(operationId)))(
    'gets ids, counts and the channel alone from $method $path',
    async ({ operationId, method, path }) => {
      const { input, writer } = await arrange(operationId);
      const body = new Map(Object.entries(input).map(([field, value]) => [snakeCase(field), value]));
      const address = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
        const value = body.get(field);
        body.delete(field);
        return String(value);
      });
      const answer = await writer.call(method, address, Object.fromEntries(body));
      expect(answer.status).toBeLessThan(300);
      const { success, campaign_id, message_id, conversation_id, channel: _, ...rest } = answer.body;
      expect(campaign_id ?? message_id ?? conversation_id).toEqual(expect.any(String));
      const kept = Object.values(rest).filter((value) => value !== null && typeof value !== 'number');
      expect(kept).toEqual([]);
    },
  );

  it('gets the ids of what it has changed or made', async () => {
    for (const name of HIDING) {
      const { input, writer } = await arrange(name);
      const [id = ''] = Object.keys((getNamedType(mutations[name]?.type) as GraphQLObjectType).getFields()).filter(
        (field) => field.endsWith('Id'),
      );
      const type = getNamedType(mutations[name]?.args[0]?.type);
      const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${id} } }`;
      const { data } = await writer.ask(query, { input });
      expect({ name, ...data[name] }).toEqual({ name, [id]: expect.any(String) });
    }
  });

  it('gets what it has sent, when it repeats the call, and not what became of it', async () => {
    const customer = await api.customer();
    const { ask } = await writerOf('sendSms', customer);
    const single = () =>
      ask(
        `mutation ($input: SendSmsInput!) { sendSms(input: $input) { replayed message {
          text status attempts { gateway } history { status } } } }`,
        { input: { to: TO, message: 'Hello', idempotencyKey: 'one' } },
      );
    const bulk = () =>
      ask(
        `mutation ($input: SendBulkSmsInput!) { sendBulkSms(input: $input) { replayed campaign {
          text status gateways messages(first: 1) { nodes { to } } } } }`,
        { input: { message: 'Hello', recipients: [{ to: '12025550111' }], idempotencyKey: 'many' } },
      );
    await single();
    await bulk();
    await dispatchAll(api);
    expect((await single()).data.sendSms).toEqual({
      replayed: true,
      message: { text: 'Hello', status: 'QUEUED', attempts: [], history: [{ status: 'QUEUED' }] },
    });
    expect((await bulk()).data.sendBulkSms).toEqual({
      replayed: true,
      campaign: { text: 'Hello', status: 'QUEUED', gateways: [], messages: null },
    });
  });

  it('gets the chat message that it has sent, and neither its phone nor its history', async () => {
    const customer = await api.customer();
    const { ask } = await writerOf('sendChatMessage', customer);
    const { data } = await ask(
      `mutation ($input: SendChatMessageInput!) { sendChatMessage(input: $input) { message {
        text status session { id } history { status } } } }`,
      { input: { sessionId: await phone({ api, customer }), to: TO, type: 'TEXT', message: 'Hello' } },
    );
    expect(data.sendChatMessage.message).toEqual({ text: 'Hello', status: 'SENT', session: null, history: [] });
  });

  it('gets a phone from the call that makes it, and its id alone from the same call once more', async () => {
    const { ask } = await writerOf('createSession', await api.customer());
    const create = async () => {
      const query = `mutation ($input: CreateSessionInput!) { createSession(input: $input) {
        replayed sessionId session { id } } }`;
      return (await ask(query, { input: { name: 'A phone', idempotencyKey: 'one' } })).data.createSession;
    };
    const { sessionId, ...first } = await create();
    expect(first).toEqual({ replayed: false, session: { id: sessionId } });
    expect(await create()).toEqual({ replayed: true, sessionId, session: null });
  });
});
