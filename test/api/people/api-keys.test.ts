import { describe, expect, it } from '@jest/globals';
import { createApiKey } from '../../../src/operations/people/api-keys.js';
import { type Answer, type Customer, useApi, useCustomer } from '../../http/start-api.js';
import { addPhone } from '../../support/phones.js';
import { hoursAhead } from '../../support/times.js';

const api = useApi();

const customer = useCustomer(api);

const KEY = `id name hint mode scopes sessionIds senderIds addresses state createdAt expiresAt revokedAt lastUsedAt lastUsedFrom
  createdBy { kind actorId name } replaces`;
const ERRORS = 'userErrors { __typename code message path }';
const CREATE = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { key apiKey { ${KEY} } ${ERRORS} } }`;
const ROTATE = `mutation ($input: RotateApiKeyInput!) {
  rotateApiKey(input: $input) { key apiKey { ${KEY} } replaced { ${KEY} } ${ERRORS} }
}`;
const REVOKE = `mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { ${KEY} } ${ERRORS} } }`;
const LIST = `query ($first: Int, $after: String, $last: Int, $before: String) {
  apiKeys(first: $first, after: $after, last: $last, before: $before) {
    nodes { ${KEY} } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount
  }
}`;

type Variables = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: payloads of all shapes.
type Payload = any;
const ask = (query: string, variables: Variables = {}, by: Customer = customer, key = by.key) =>
  by.graphql(query, variables, { authorization: `Bearer ${key}` });
async function data(answering: Promise<Answer>): Promise<Payload> {
  const { body } = await answering;
  expect(body.errors).toBeUndefined();
  return Object.values(body.data)[0] as Payload;
}
const codeOf = async (answering: Promise<Answer>) => (await answering).body.errors?.[0].extensions.code;
const create = (input: Variables = {}, key = customer.key) =>
  ask(CREATE, { input: { name: 'Shop', mode: 'LIVE', scopes: ['SMS_SEND', 'SMS_READ'], ...input } }, customer, key);
const campaigns = async (key: string) =>
  (await customer.call('GET', '/v1/sms/campaigns/', undefined, { authorization: `Bearer ${key}` })).status;

describe('createApiKey', () => {
  it('shows a key once, which works at once and does what its scopes say', async () => {
    const sessionIds = [await addPhone(api.services, customer.organisationId)];
    const expiresAt = hoursAhead(1);
    const restrictions = { sessionIds, senderIds: ['SHOP'], addresses: ['127.0.0.0/8', '::1'] };
    const { key, apiKey, userErrors } = await data(create({ ...restrictions, expiresAt }));
    expect(userErrors).toEqual([]);
    expect(apiKey).toEqual({
      id: expect.any(String),
      name: 'Shop',
      hint: `pr_live_…${String(key).slice(-4)}`,
      mode: 'LIVE',
      scopes: ['SMS_SEND', 'SMS_READ'],
      ...restrictions,
      state: 'ACTIVE',
      createdAt: expect.any(String),
      expiresAt,
      revokedAt: null,
      lastUsedAt: null,
      lastUsedFrom: null,
      createdBy: { kind: 'KEY', actorId: expect.any(String), name: 'A key' },
      replaces: null,
    });
    expect(await campaigns(key)).toBe(200);
    expect((await customer.call('GET', '/v1/webhooks/', undefined, { authorization: `Bearer ${key}` })).status).toBe(
      403,
    );
    expect((await ask(LIST, { first: 100 })).text).not.toContain(String(key).slice(8));
  });

  it('tells who made a key: another key, a person, whoever rotated it, the command line, or nobody that is known', async () => {
    const own = await api.customer();
    const person = await api.member('owner', own.organisationId);
    const input = { name: 'Till', mode: 'TEST', scopes: ['SMS_READ'] };
    await data(ask(CREATE, { input }, own));
    const { apiKey } = await data(person.graphql(CREATE, { input }));
    await data(ask(ROTATE, { input: { apiKeyId: apiKey.id } }, own));
    await api.sql(
      'INSERT INTO api_keys (organisation_id, id, name, hash, hint, mode, scopes) VALUES ' +
        `($1, '00000000-0000-7000-8000-000000000000', 'Old', '\\x00', 'h', 'test', '{sms:read}')`,
      [own.organisationId],
    );
    const { nodes } = await data(ask(LIST, { first: 10 }, own));
    expect(nodes.map(({ createdBy }: Payload) => createdBy)).toEqual([
      { kind: 'KEY', actorId: expect.any(String), name: 'A key' },
      { kind: 'PERSON', actorId: expect.any(String), name: expect.stringContaining('@') },
      { kind: 'KEY', actorId: expect.any(String), name: 'A key' },
      { kind: 'OPERATOR', actorId: null, name: 'command line' },
      null,
    ]);
  });

  it('names the place of what is wrong', async () => {
    const { apiKey, key, userErrors } = await data(create({ addresses: ['127.0.0.1', '::1', '10.0.0.0/99'] }));
    expect({ apiKey, key }).toEqual({ apiKey: null, key: null });
    expect(userErrors).toEqual([
      {
        __typename: 'InvalidInputError',
        code: 'INVALID',
        message: expect.stringContaining('192.0.2.7'),
        path: ['addresses', '2'],
      },
    ]);
    const { userErrors: ofScope } = await data(create({ scopes: [] }));
    expect(ofScope).toMatchObject([{ path: ['scopes'], message: expect.stringContaining('sms:send, sms:read') }]);
    expect((await create({ scopes: ['sms:send'] })).body.errors[0].message).toContain('Did you mean the enum value');
  });
});

describe('apiKeys', () => {
  it('are a list in pages, newest first, with the state of each', async () => {
    const own = await api.customer();
    const { organisationId } = own;
    const names = ['Active', 'Expired', 'Revoked'];
    for (const name of names) {
      await createApiKey(api.services, { organisationId, name, mode: 'live', scopes: ['sms:read'] });
    }
    const end = (column: string, name: string) =>
      api.sql(`UPDATE api_keys SET ${column} = now() WHERE organisation_id = $1 AND name = $2`, [organisationId, name]);
    await end('expires_at', 'Expired');
    await end('revoked_at', 'Revoked');
    const page = async (variables: Variables) => {
      const { nodes, pageInfo, totalCount } = await data(ask(LIST, variables, own));
      expect(totalCount).toBe(4);
      const seen = nodes.map(({ name, state }: Record<string, string>) => `${name} ${state}`);
      return { seen, ...pageInfo };
    };
    const first = await page({ first: 2 });
    expect(first).toMatchObject({ seen: ['Revoked REVOKED', 'Expired EXPIRED'], hasNextPage: true });
    const second = await page({ first: 2, after: first.endCursor });
    expect(second).toMatchObject({
      seen: ['Active ACTIVE', 'A key ACTIVE'],
      hasNextPage: false,
      hasPreviousPage: true,
    });
    const back = await page({ last: 2, before: second.startCursor });
    expect(back).toMatchObject({ seen: first.seen, hasPreviousPage: false });
    expect(await codeOf(ask(LIST, { first: 1, after: first.endCursor }))).toBe('BAD_CURSOR');
  });
});

describe('rotateApiKey and revokeApiKey', () => {
  it('put a key in the place of another, and then it is gone', async () => {
    const old = await data(create());
    const { id } = old.apiKey;
    const rotated = await data(ask(ROTATE, { input: { apiKeyId: id, overlapHours: 1 } }));
    expect(rotated).toMatchObject({ apiKey: { replaces: id, state: 'ACTIVE' }, replaced: { id, state: 'ACTIVE' } });
    expect([await campaigns(old.key), await campaigns(rotated.key)]).toEqual([200, 200]);
    const again = await data(ask(ROTATE, { input: { apiKeyId: id } }));
    expect(again).toMatchObject({ key: null, userErrors: [{ code: 'INVALID', path: ['apiKeyId'] }] });

    // Nothing remembers this one yet.
    const { key, apiKey } = await data(ask(ROTATE, { input: { apiKeyId: rotated.apiKey.id } }));
    const revoke = () => data(ask(REVOKE, { input: { apiKeyId: apiKey.id } }));
    const first = await revoke();
    expect(first).toMatchObject({ apiKey: { state: 'REVOKED' }, userErrors: [] });
    expect(await campaigns(key)).toBe(401);
    expect(await revoke()).toEqual(first);
  });
});
