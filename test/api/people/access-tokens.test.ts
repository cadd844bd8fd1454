import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createAuthenticator } from '../../../src/api/guard/authenticate.js';
import { LIMITS } from '../../../src/domain/limits.js';
import { type AccessToken, signAccessToken } from '../../../src/domain/people/access-token.js';
import { SCOPES } from '../../../src/domain/vocabulary.js';
import { revokeApiKey } from '../../../src/operations/people/api-keys.js';
import { type Customer, type KeyWish, useApi, useCustomer } from '../../http/start-api.js';
import { NOWHERE } from '../../support/calls/generate-rest-calls.js';
import { addPhone } from '../../support/phones.js';

const api = useApi();

const customer = useCustomer(api);
const stranger = useCustomer(api);
let own: string;
let other: string;
let foreign: string;
beforeAll(async () => {
  [own, other, foreign] = [await phoneOf(customer), await phoneOf(customer), await phoneOf(stranger)];
});

const phoneOf = ({ organisationId }: Customer) => addPhone(api.services, organisationId, { state: 'connected' });

async function keyWith(wanted: KeyWish = {}) {
  const { organisationId } = customer;
  const { keyId: id, key } = await api.customer({ organisationId, name: 'Backend', ...wanted });
  return { id, bearer: { authorization: `Bearer ${key}` } };
}

const ask = async (query: string, bearer: object, by = customer) => {
  const answer = await by.graphql(query, {}, bearer as Record<string, string>);
  return { ...answer, code: answer.body?.errors?.[0]?.extensions.code };
};
const CREATE = (input = '{}') => `mutation { createAccessToken(input: ${input}) {
  token accessToken { scopes sessionIds expiresAt } userErrors { code message path } } }`;
async function tokenFrom(bearer: object, input?: string) {
  const { body } = await ask(CREATE(input), bearer);
  const { token, accessToken } = body.data.createAccessToken;
  return { token: token as string, accessToken, bearer: { authorization: `Bearer ${token}` } };
}
const VIEWER = `{ viewer { scopes organisation { id } apiKey { keyId name mode scopes }
  accessToken { scopes sessionIds expiresAt } person { id } } }`;

describe('an access token', () => {
  it('reads for ten minutes by default, as its key', async () => {
    const key = await keyWith({ mode: 'test' });
    const { token, accessToken, bearer } = await tokenFrom(key.bearer);
    expect(token).toMatch(/^pr_at_[\w-]+\.[\w-]{43}$/);
    expect(accessToken).toMatchObject({ scopes: ['SMS_READ', 'CHAT_READ'], sessionIds: null });
    const minutes = (Date.parse(accessToken.expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9.5);
    expect(minutes).toBeLessThanOrEqual(10);
    const { body } = await ask(VIEWER, bearer);
    expect(body.data.viewer).toEqual({
      scopes: ['SMS_READ', 'CHAT_READ'],
      organisation: { id: customer.organisationId },
      apiKey: { keyId: key.id, name: 'Backend', mode: 'TEST', scopes: ['SMS_READ', 'CHAT_READ'] },
      accessToken,
      person: null,
    });
    const sent = await customer.sendSms({ to: '12025550100', message: 'Hi' }, bearer);
    expect([sent.status, sent.body.code]).toEqual([403, 'forbidden']);
    expect((await customer.call('GET', '/v1/sms/campaigns/', undefined, bearer)).status).toBe(200);
  });

  it('is made by REST too', async () => {
    const made = await customer.call('POST', '/v1/access-tokens/', { scopes: ['sms:send'] });
    expect([made.status, made.body]).toEqual([
      201,
      {
        success: true,
        token: expect.stringMatching(/^pr_at_/),
        scopes: ['sms:send'],
        session_ids: null,
        expires_at: expect.any(String),
      },
    ]);
    const bearer = { authorization: `Bearer ${made.body.token}` };
    const sent = await customer.sendSms({ message: 'Hi' }, bearer);
    expect(sent.status).toBe(201);
    const nobodys = await customer.call('POST', '/v1/access-tokens/', { session_ids: [foreign] });
    expect([nobodys.status, nobodys.body.code]).toEqual([404, 'not_found']);
    const [again, theirs] = [await customer.call('POST', '/v1/access-tokens/', {}, bearer), foreign];
    expect([again.status, again.body.code, theirs]).toEqual([403, 'not_a_key', foreign]);
  });

  it('has at most the scopes of its key, and says which are too much', async () => {
    const { bearer } = await keyWith({ scopes: ['sms:send', 'sms:read', 'webhooks:manage', 'keys:manage'] });
    const refused = await ask(CREATE('{ scopes: [SMS_READ, CHAT_SEND] }'), bearer);
    expect([refused.code, refused.body.errors[0].message]).toEqual([
      'FORBIDDEN',
      'You cannot grant a scope that you do not have: chat:send.',
    ]);
    for (const [scopes, message] of [
      ['[KEYS_MANAGE]', 'A token cannot have the scope keys:manage: what is made with it outlives the token.'],
      ['[SMS_READ, WEBHOOKS_MANAGE]', expect.stringMatching(/^A token cannot have the scope webhooks:manage: /)],
      ['[]', expect.stringMatching(/^Give one or more of: sms:send, /)],
    ] as const) {
      const { body } = await ask(CREATE(`{ scopes: ${scopes} }`), bearer);
      expect(body.data.createAccessToken).toMatchObject({ token: null, userErrors: [{ path: ['scopes'], message }] });
    }
    const sender = await keyWith({ scopes: ['sms:send'] });
    const { body } = await ask(CREATE(), sender.bearer);
    expect(body.data.createAccessToken.userErrors).toMatchObject([{ path: ['scopes'] }]);
  });

  it('has at most the phones of its key, and says which are too much', async () => {
    const restricted = await keyWith({ sessionIds: [own] });
    const refused = await ask(CREATE(`{ sessionIds: ["${own}", "${other}"] }`), restricted.bearer);
    expect([refused.code, refused.body.errors[0].message]).toEqual([
      'NOT_ALLOWED_FOR_KEY',
      `The API key may not use this phone: ${other}.`,
    ]);
    const free = await keyWith();
    const { body } = await ask(CREATE(`{ sessionIds: ["${foreign}"] }`), free.bearer);
    expect(body.data.createAccessToken.userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
    const { bearer } = await tokenFrom(free.bearer, `{ scopes: [CHAT_SEND], sessionIds: ["${own}"] }`);
    const send = { to: '12025550100', type: 'text', message: 'Hello' };
    const [mine, theirs] = await Promise.all(
      [own, other].map((phone) => customer.call('POST', `/v1/chatapp/${phone}/send/`, send, bearer)),
    );
    expect([mine?.status, theirs?.status, theirs?.body.code]).toEqual([201, 403, 'not_allowed_for_key']);
  });

  it('with every scope and as many phones as it may have is taken', async () => {
    const phones = await Promise.all(Array.from({ length: LIMITS.sessionsPerAccessToken }, () => phoneOf(customer)));
    const { bearer: all } = await keyWith();
    const scopes = SCOPES.filter((scope) => !['keys:manage', 'webhooks:manage'].includes(scope));
    const input = `{ scopes: [${scopes.map((scope) => scope.toUpperCase().replace(':', '_'))}], sessionIds: ${JSON.stringify(phones)} }`;
    const { bearer } = await tokenFrom(all, input);
    expect((await ask(VIEWER, bearer)).body.data.viewer.accessToken.sessionIds).toEqual(phones);
    const more = await ask(CREATE(`{ sessionIds: ${JSON.stringify([...phones, own])} }`), all);
    expect(more.body.data.createAccessToken.userErrors).toMatchObject([{ path: ['sessionIds'] }]);
  });

  it('keeps the sender IDs and addresses of its key', async () => {
    const { bearer: strict } = await keyWith({ senderIds: ['SHOP'] });
    const { bearer } = await tokenFrom(strict, '{ scopes: [SMS_SEND] }');
    const sent = await customer.sendSms({ message: 'Hi' }, bearer);
    expect([sent.status, sent.body.errors]).toEqual([400, { sender_id: [expect.any(String)] }]);
    const { id } = await keyWith({ addresses: ['192.0.2.0/24'] });
    const away = await ask(VIEWER, tokenOf({ keyId: id }));
    expect([away.status, away.code]).toEqual([403, 'ADDRESS_NOT_ALLOWED']);
  });

  it('makes no tokens and no keys, and neither do people make tokens', async () => {
    const key = await keyWith();
    const member = await api.member('owner', customer.organisationId);
    const made = await tokenFrom(key.bearer, '{ scopes: [SMS_SEND, ORGANISATION_MANAGE] }');
    // As if a key of these scopes could sign one: they are left out at every use too.
    expect((await ask(CREATE(), made.bearer)).code).toBe('NOT_A_KEY');
    expect((await ask(CREATE(), {}, member)).code).toBe('NOT_A_KEY');
    const newKey = 'mutation { createApiKey(input: { name: "x", mode: TEST, scopes: [SMS_SEND] }) { key } }';
    expect((await ask(newKey, made.bearer)).code).toBe('FORBIDDEN');
  });

  it('makes and changes no endpoint, which would get events after its end, even if it was signed with that scope', async () => {
    const { id } = await keyWith();
    const signed = tokenOf({ keyId: id, scopes: ['sms:read', 'webhooks:manage', 'keys:manage'] });
    expect((await ask(VIEWER, signed)).body.data.viewer.accessToken.scopes).toEqual(['SMS_READ']);
    const { body: webhook } = await customer.call('POST', '/v1/webhooks/', { url: NOWHERE });
    for (const [method, path, body] of [
      ['POST', '/v1/webhooks/', { url: NOWHERE }],
      ['PATCH', `/v1/webhooks/${webhook.id}/`, { url: `${NOWHERE}/2` }],
      ['POST', `/v1/webhooks/${webhook.id}/rotate-secret/`, undefined],
      ['GET', '/v1/webhooks/', undefined],
    ] as const) {
      expect(await customer.call(method, path, body, signed)).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
    }
  });

  it('is in no log line and in no table', async () => {
    const { token } = await tokenFrom((await keyWith()).bearer);
    await ask(VIEWER, { authorization: `Bearer ${token}` });
    const signature = token.split('.')[1] as string;
    expect(api.logged.filter((line) => line.includes(signature) || line.includes('pr_at_'))).toEqual([]);
    const audit = await api.sql('SELECT * FROM audit_entries');
    expect(JSON.stringify(audit)).not.toContain('pr_at_');
  });
});

/** Signed as the server signs. */
const tokenOf = (token: Partial<AccessToken> & Pick<AccessToken, 'keyId'>, secretKey = api.services.secretKey) => ({
  authorization: `Bearer ${signAccessToken(secretKey, {
    organisationId: customer.organisationId,
    scopes: ['sms:read'],
    sessionIds: null,
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
    ...token,
  })}`,
});

describe('a token that', () => {
  const refused = async (bearer: object, by = customer) => {
    const [graphql, rest] = [
      await ask(VIEWER, bearer, by),
      await by.call('GET', '/v1/sms/campaigns/', undefined, bearer as Record<string, string>),
    ];
    expect([graphql.status, rest.status, graphql.code]).toEqual([401, 401, rest.body.code.toUpperCase()]);
    return rest.body.code;
  };

  it('is not what the server signed is refused as a key that there is not', async () => {
    const key = await keyWith();
    const { token } = await tokenFrom(key.bearer);
    const [payload = '', signature = ''] = token.slice('pr_at_'.length).split('.');
    const said = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...said, scopes: SCOPES })).toString('base64url');
    for (const wrong of [
      `pr_at_${forged}.${signature}`,
      `pr_at_${payload}.${signature.slice(0, -1)}`,
      `pr_at_${payload}.`,
      `pr_at_${payload}`,
      `pr_at_.${signature}`,
      `pr_live_${payload}.${signature}`,
      `pr_at_${'x'.repeat(5_000)}.${signature}`,
    ]) {
      expect(await refused({ authorization: `Bearer ${wrong}` })).toBe('unauthenticated');
    }
    expect(await refused(tokenOf({ keyId: key.id }, 'a secret of another server that is long enough'))).toBe(
      'unauthenticated',
    );
  });

  it('is for another organisation is refused, whichever the header names', async () => {
    const key = await keyWith();
    expect(await refused(tokenOf({ keyId: key.id }), stranger)).toBe('unauthenticated');
    expect(await refused(tokenOf({ keyId: key.id, organisationId: stranger.organisationId }))).toBe('unauthenticated');
    expect(await refused(tokenOf({ keyId: key.id, organisationId: stranger.organisationId }), stranger)).toBe(
      'unauthenticated',
    );
  });

  it('has expired is told so, without a look at its key, and counts as no guess', async () => {
    const key = await keyWith();
    const expired = tokenOf({ keyId: key.id, expiresAt: new Date(Date.now() - 1).toISOString() });
    const look = jest.spyOn(api.services.db, 'atOnceInOrganisation');
    expect(await refused(expired)).toBe('token_expired');
    expect(look).not.toHaveBeenCalled();
    look.mockRestore();
  });

  it('is narrower or wider than its key gets what both have', async () => {
    const key = await keyWith({ scopes: ['sms:read', 'chat:read'], sessionIds: [own] });
    const wide = tokenOf({ keyId: key.id, scopes: SCOPES, sessionIds: [own, other] });
    const { body } = await ask(VIEWER, wide);
    expect(body.data.viewer.accessToken).toMatchObject({ scopes: ['SMS_READ', 'CHAT_READ'], sessionIds: [own] });
    const without = await ask(VIEWER, tokenOf({ keyId: key.id, sessionIds: [other] }));
    expect(without.body.data.viewer.accessToken.sessionIds).toEqual([]);
  });

  it('has outlived its key ends with it', async () => {
    const [revoked, expiring] = [await keyWith(), await keyWith({ expiresAt: new Date(Date.now() + 400) })];
    const made = [await tokenFrom(revoked.bearer), await tokenFrom(expiring.bearer)];
    expect(Date.parse(made[1]?.accessToken.expiresAt)).toBeLessThan(Date.now() + 400);
    await revokeApiKey(api.services, { organisationId: customer.organisationId, id: revoked.id });
    await new Promise((resolve) => setTimeout(resolve, 410));
    const longer = [tokenOf({ keyId: revoked.id }), tokenOf({ keyId: expiring.id })];
    for (const { authorization } of [...made.map(({ bearer }) => bearer), ...longer]) {
      // Another process: it has seen no key yet.
      const { authenticate } = createAuthenticator(api.services);
      const call = { authorization, 'x-organisation-id': customer.organisationId, address: '192.0.2.7' };
      const code = authorization === made[1]?.bearer.authorization ? 'token_expired' : 'unauthenticated';
      await expect(authenticate(call)).rejects.toMatchObject({ kind: 'unauthenticated', code });
    }
  });
});
