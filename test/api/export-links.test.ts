import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type ExportLink, readExportLink, signExportLink } from '../../src/domain/exports/export-link.js';
import { signPayload } from '../../src/domain/people/tokens.js';
import type { Role } from '../../src/domain/vocabulary.js';
import { revokeApiKey } from '../../src/operations/people/api-keys.js';
import { removeMember } from '../../src/operations/people/members.js';
import { changePassword } from '../../src/operations/people/passwords.js';
import { signOut } from '../../src/operations/people/sign-in.js';
import { type KeyWish, useApi, useCustomer } from '../http/start-api.js';
import { download, linkFor } from '../support/exports.js';
import { addMember } from '../support/people/member.js';
import { join, newMember, newPerson, type TestPerson } from '../support/people/members.js';

const PASSWORD = 'a password of nineteen letters';
const api = useApi();
const customer = useCustomer(api);
beforeAll(async () => {
  await customer.sendSms();
});

const keyWith = (wanted: KeyWish = {}) =>
  api.customer({ organisationId: customer.organisationId, name: 'Reader', scopes: ['sms:read'], ...wanted });

const LINK = `mutation ($input: CreateExportLinkInput!) { createExportLink(input: $input) { url exportLink { expiresAt } } }`;

/** Makes a link as somebody of the customer's organisation. */
async function linkOf(headers: Readonly<Record<string, string>>, input: object = { what: 'MESSAGES' }) {
  const { body } = await api.graphql(LINK, { input }, { 'x-organisation-id': customer.organisationId, ...headers });
  const made = body.data?.createExportLink;
  if (!made) return { code: body.errors[0].extensions.code as string };
  const { pathname, search, searchParams } = new URL(made.url);
  const token = searchParams.get('token') as string;
  return { path: pathname + search, token, expiresAt: made.exportLink.expiresAt as string };
}

/** The status, and the code of an error. */
async function use(path: string | undefined) {
  const { status, text } = await download(api, path ?? '');
  return status === 200 ? 200 : `${status} ${JSON.parse(text).code}`;
}

const OVER = '403 export_link_over';

/** What is known of makers is remembered for three seconds. */
const forget = () => jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000);
const afterAWhile = async (path: string | undefined) => {
  const later = forget();
  try {
    return await use(path);
  } finally {
    later.mockRestore();
  }
};

const openedBy = (token: string) => readExportLink(api.services.secretKeys, token) as ExportLink;
const pathOf = (link: ExportLink, secretKey = api.services.secretKey) =>
  `/v1/exports/download/?token=${signExportLink(secretKey, link)}`;

describe('a link for a download', () => {
  it('works without a key, until its key is revoked', async () => {
    const { keyId: id, headers } = await keyWith();
    const { path } = await linkOf(headers);
    expect(await use(path)).toBe(200);
    expect(await use(path)).toBe(200);
    await revokeApiKey(api.services, { organisationId: customer.organisationId, id });
    expect(await afterAWhile(path)).toBe(OVER);
  });

  it('ends with its key', async () => {
    const { headers } = await keyWith({ expiresAt: new Date(Date.now() + 2_000) });
    const { path } = await linkOf(headers);
    expect(await use(path)).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect(await use(path)).toBe(OVER);
  });

  it('notes the use of its key', async () => {
    const { keyId: id, headers } = await keyWith();
    const { path } = await linkOf(headers);
    await api.sql('UPDATE api_keys SET last_used_at = NULL WHERE id = $1', [id]);
    const later = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 100_000);
    expect(await use(path)).toBe(200);
    later.mockRestore();
    const used = async () =>
      (await api.sql('SELECT 1 FROM api_keys WHERE id = $1 AND last_used_at IS NOT NULL', [id])).length;
    for (let tries = 0; tries < 50 && (await used()) === 0; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await used()).toBe(1);
  });

  it('works only from the addresses of its key', async () => {
    const { keyId: id, headers } = await keyWith({ addresses: ['127.0.0.1'] });
    const { path } = await linkOf(headers);
    expect(await use(path)).toBe(200);
    await api.sql(`UPDATE api_keys SET addresses = '{192.0.2.0/24}' WHERE id = $1`, [id]);
    expect(await afterAWhile(path)).toBe('403 address_not_allowed');
  });

  it('of a person works without the session, until the person leaves', async () => {
    const member = await addMember(api.services, customer.organisationId, 'viewer');
    const { path } = await linkOf(member.headers);
    await api.sql('DELETE FROM person_sessions WHERE person_id = $1', [member.id]);
    expect(await use(path)).toBe(200);
    await api.sql('DELETE FROM memberships WHERE person_id = $1', [member.id]);
    expect(await afterAWhile(path)).toBe(OVER);
  });

  it.each<[string, (person: TestPerson) => Promise<unknown>]>([
    [
      'a change of the password',
      (person) => changePassword(api.services, person, { currentPassword: PASSWORD, newPassword: `${PASSWORD} 2` }),
    ],
    ['signing out everywhere', (person) => signOut(api.services, person, { everywhere: true })],
  ])('of a person ends with %s', async (_, end) => {
    const person = await newPerson(api.services, { password: PASSWORD });
    await join(api.services, customer.organisationId, person, 'viewer');
    const headers = { cookie: `__Host-postrider_session=${person.token}` };
    const [{ path }, { path: other }] = [await linkOf(headers), await linkOf(headers)];
    expect([await use(path), await use(other)]).toEqual([200, 200]);
    await end(person);
    expect([await afterAWhile(path), await afterAWhile(other)]).toEqual([OVER, OVER]);
  });

  it('of a person goes on when the person signs out of one session', async () => {
    const member = await addMember(api.services, customer.organisationId, 'viewer');
    const { path } = await linkOf(member.headers);
    const [{ id: sessionId } = { id: '' }] = await api.sql<{ id: string }>(
      'SELECT id FROM person_sessions WHERE person_id = $1',
      [member.id],
    );
    await signOut(api.services, { ...member, name: '', sessionId }, { everywhere: false });
    expect(await afterAWhile(path)).toBe(200);
  });

  it('of a person who was removed does not work again after another invitation', async () => {
    const { organisationId } = customer;
    const member = await addMember(api.services, organisationId, 'viewer');
    const { path } = await linkOf(member.headers);
    expect(await use(path)).toBe(200);
    const { context: owner } = await newMember(api.services, organisationId, 'owner');
    await removeMember(owner, { personId: member.id });
    await join(api.services, organisationId, { ...member, name: '', sessionId: '' }, 'viewer');
    expect(await afterAWhile(path)).toBe(OVER);
    const { path: another } = await linkOf(member.headers);
    expect(await afterAWhile(another)).toBe(200);
  });

  it.each<[Role, Role, object, string | number]>([
    ['operator', 'viewer', { what: 'SUPPRESSIONS' }, OVER],
    ['operator', 'viewer', { what: 'MESSAGES' }, 200],
    ['owner', 'operator', { what: 'EVENTS' }, OVER],
    ['owner', 'operator', { what: 'EVENTS', types: ['SMS_DELIVERED'] }, 200],
  ])('of a person whose role changes from %s to %s, to %j: %s', async (before, after, input, expected) => {
    const member = await addMember(api.services, customer.organisationId, before);
    const { path } = await linkOf(member.headers, input);
    expect(await use(path)).toBe(200);
    await api.sql('UPDATE memberships SET role = $2 WHERE person_id = $1', [member.id, after]);
    expect(await afterAWhile(path)).toBe(expected);
  });

  it('needs the scope of what it shows', async () => {
    const { keyId: id, headers } = await keyWith({ scopes: ['sms:read', 'chat:read'] });
    expect(await linkOf(headers, { what: 'SUPPRESSIONS' })).toEqual({ code: 'FORBIDDEN' });
    expect(await linkOf(headers, { what: 'EVENTS', types: ['WEBHOOK_DISABLED'] })).toEqual({ code: 'FORBIDDEN' });
    const sender = await keyWith({ scopes: ['sms:send'] });
    for (const what of ['MESSAGES', 'EVENTS']) {
      expect(await linkOf(sender.headers, { what })).toEqual({ code: 'FORBIDDEN' });
    }
    const { path } = await linkOf(headers, { what: 'EVENTS' });
    expect(await use(path)).toBe(200);
    await api.sql(`UPDATE api_keys SET scopes = '{sms:read}' WHERE id = $1`, [id]);
    expect(await afterAWhile(path)).toBe(OVER);
  });

  it('that an access token makes expires with it, and shows no more', async () => {
    const { headers } = await keyWith({ scopes: ['sms:read', 'chat:read'] });
    const made = await customer.call('POST', '/v1/access-tokens/', { scopes: ['chat:read'] }, headers);
    const bearer = { authorization: `Bearer ${made.body.token}` };
    const { token = '', expiresAt, path } = await linkOf(bearer, { what: 'EVENTS' });
    expect([expiresAt, openedBy(token).scopes]).toEqual([made.body.expires_at, ['chat:read']]);
    expect(await use(path)).toBe(200);
    expect(await linkOf(bearer)).toEqual({ code: 'FORBIDDEN' });
  });

  it('of a live key or a person is ended by no test key, and one of a test key is', async () => {
    const scopes = ['sms:read', 'organisation:manage'] as const;
    const trial = await keyWith({ mode: 'test', scopes });
    const end = (path: string) => trial.call('DELETE', `/v1/exports/${path}/`);
    const member = await addMember(api.services, customer.organisationId, 'viewer');
    for (const { headers } of [await keyWith(), member]) {
      const { token = '', path } = await linkOf(headers);
      expect(await end(openedBy(token).id)).toMatchObject({ status: 403, body: { code: 'live_for_test_key' } });
      expect(await use(path)).toBe(200);
    }
    const { token = '', path } = await linkOf(trial.headers);
    expect(await end(openedBy(token).id)).toMatchObject({ status: 200 });
    expect(await afterAWhile(path)).toBe(OVER);
  });

  it('is over when it has expired', async () => {
    const { headers } = await keyWith();
    const { token = '' } = await linkOf(headers);
    const link = openedBy(token);
    expect(await use(pathOf({ ...link, expiresAt: new Date(Date.now() + 60_000).toISOString() }))).toBe(200);
    expect(await use(pathOf({ ...link, expiresAt: new Date(Date.now() - 1).toISOString() }))).toBe(OVER);
  });

  it('shows no other organisation, whoever it names', async () => {
    const other = await api.customer();
    const { headers } = await keyWith();
    const { token = '' } = await linkOf(headers);
    const link = openedBy(token);
    // No caller can sign these; if one could, row level security would still hide the rows of the other.
    expect(await use(pathOf({ ...link, organisationId: other.organisationId }))).toBe(OVER);
    const member = await addMember(api.services, other.organisationId);
    expect(await use(pathOf({ ...link, maker: { kind: 'person', id: member.id } }))).toBe(OVER);
    const own = await linkFor(other, { what: 'messages', format: 'jsonl' });
    expect(await download(api, own)).toMatchObject({ status: 200, text: '' });
  });

  it('that was tampered with is refused, in one way for all', async () => {
    const { headers } = await keyWith();
    const { token = '' } = await linkOf(headers);
    const [payload = '', signature = ''] = token.slice('pr_ex_'.length).split('.');
    const { secretKey } = api.services;
    const other = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('"messages"', '"suppressions"'));
    const tampered = [
      '',
      'x',
      'pr_ex_',
      `pr_ex_${payload}`,
      `pr_ex_${payload}.`,
      `pr_ex_${payload}.${signature}x`,
      `pr_ex_${payload}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `pr_ex_${other.toString('base64url')}.${signature}`,
      `${payload}.${signature}`,
      signExportLink(`${secretKey} `, openedBy(token)),
      // The signature of a token of another kind.
      `pr_ex_${signPayload(secretKey, 'access token', openedBy(token))}`,
      token.replace('pr_ex_', 'pr_at_'),
    ];
    const answers = await Promise.all(
      tampered.map(async (one) => {
        const { text } = await download(api, `/v1/exports/download/?token=${encodeURIComponent(one)}`);
        const { request_id: _, ...body } = JSON.parse(text);
        return JSON.stringify(body);
      }),
    );
    expect([...new Set(answers)].map((answer) => JSON.parse(answer).code)).toEqual(['export_link_over']);
    expect(await use('/v1/exports/download/')).toBe(OVER);
    expect(await use(`/v1/exports/download/?token=${token}`)).toBe(200);
  });

  it('counts each use against the general limit, and wrong ones against the address', async () => {
    const { headers } = await keyWith();
    const { path = '' } = await linkOf(headers);
    const left = async (address: string) => Number((await download(api, address)).headers.get('x-ratelimit-remaining'));
    const first = await left(path);
    expect(await left(path)).toBe(first - 1);
    const wrong = await left('/v1/exports/download/?token=x');
    expect([await left('/v1/exports/download/?token=x'), await left(path)]).toEqual([wrong - 1, first - 2]);
  });

  it('is in no log, and its making is in the audit log without the values of its conditions', async () => {
    const { headers } = await keyWith();
    const { token = '', path } = await linkOf(headers, {
      what: 'MESSAGES',
      mobile: '12025550188',
      reference: 'seashell',
    });
    expect(await use(path)).toBe(200);
    expect(await use(`${path}&after=x`)).toBe('400 invalid');
    expect(await use(`${path}x`)).toBe(OVER);
    const logged = api.logged.join('');
    expect(logged).toContain('/v1/exports/download/');
    for (const secret of [token, token.slice(6, 40), token.slice(-40), '12025550188', 'seashell']) {
      expect(logged).not.toContain(secret);
    }
    const { body } = await customer.call('GET', '/v1/audit/?actions=export_link.created&page_size=1');
    const [{ after, subject_id: subjectId, actor }] = body.results;
    expect([subjectId, actor.name, after]).toEqual([
      openedBy(token).id,
      'Reader',
      {
        what: 'messages',
        campaign_id: null,
        conditions: ['mobile', 'reference'],
        format: 'csv',
        expires_at: expect.any(String),
      },
    ]);
  });
});
