import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { deleteExportLinksOf } from '../../src/db/sql/exports/export-links.js';
import { deleteMembership } from '../../src/db/sql/people/memberships.js';
import { lockOrganisation } from '../../src/db/sql/people/organisations.js';
import { revokeApiKey } from '../../src/operations/people/api-keys.js';
import { signOut } from '../../src/operations/people/sign-in.js';
import { foldInbound } from '../../src/operations/sms/inbound/fold-inbound.js';
import { receiveInbound } from '../../src/operations/sms/inbound/receive-inbound.js';
import { type Customer, pathOf, useApi, useCustomer, useMember } from '../http/start-api.js';
import { travel } from '../support/database/time-travel.js';
import { countsOf, download, exportedTo } from '../support/exports.js';

const api = useApi();
const owner = useMember(api, 'owner');
let viewer: Customer;
beforeAll(async () => {
  viewer = await api.member('viewer', owner.organisationId);
});

const MAKE = `mutation { createExportLink(input: { what: MESSAGES, mobile: "12025550188", reference: "seashell" }) {
  url exportLink { id } } }`;
const LIST = `{ exportLinks(first: 10) { totalCount nodes {
  id what campaignId conditions format createdBy { kind name } createdAt expiresAt } } }`;
const END = `mutation ($input: EndExportLinkInput!) { endExportLink(input: $input) {
  exportLink { id } userErrors { code } } }`;

async function ask(by: Customer, query: string, input?: object) {
  const { body } = await by.graphql(query, { input });
  return body.errors ? body.errors[0].extensions.code : Object.values(body.data)[0];
}

async function makeLink(by: Customer) {
  const { exportLink, url } = await ask(by, MAKE);
  return { id: exportLink.id as string, use: async () => (await download(api, pathOf(url))).status };
}

const listed = async (by: Customer): Promise<string[]> =>
  (await ask(by, LIST)).nodes.map(({ id }: { id: string }) => id);
const end = (by: Customer, exportLinkId: string) => ask(by, END, { exportLinkId });

const newKey = () =>
  api.customer({ organisationId: owner.organisationId, name: 'Shop', scopes: ['sms:read', 'organisation:manage'] });

describe('the export links of an organisation', () => {
  it('are seen by an owner, whoever made them, without addresses and values of conditions', async () => {
    const { id } = await makeLink(viewer);
    const { totalCount, nodes } = await ask(owner, LIST);
    expect([totalCount, nodes]).toEqual([
      1,
      [
        {
          id,
          what: 'MESSAGES',
          campaignId: null,
          conditions: ['mobile', 'reference'],
          format: 'CSV',
          createdBy: { kind: 'PERSON', name: expect.stringContaining('@') },
          createdAt: expect.any(String),
          expiresAt: expect.any(String),
        },
      ],
    ]);
    const stored = await api.sql<{ row: string }>('SELECT l::text AS row FROM export_links l');
    for (const secret of ['12025550188', 'seashell', 'pr_ex_']) expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('are neither seen nor ended by a viewer', async () => {
    const { id, use } = await makeLink(viewer);
    expect([await ask(viewer, LIST), await end(viewer, id), await use()]).toEqual(['FORBIDDEN', 'FORBIDDEN', 200]);
  });

  it('end when an owner ends them, once, with an entry in the audit log', async () => {
    const { id, use } = await makeLink(viewer);
    const { use: useOther } = await makeLink(viewer);
    expect(await end(owner, id)).toEqual({ exportLink: { id }, userErrors: [] });
    expect([await use(), await useOther(), (await listed(owner)).includes(id)]).toEqual([403, 200, false]);
    expect(await end(owner, id)).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] });
    const entries = await ask(
      owner,
      `{ auditLog(first: 10, filter: { subjectId: "${id}" }) { nodes { action before } } }`,
    );
    expect(entries.nodes).toEqual([
      {
        action: 'EXPORT_LINK_ENDED',
        before: { what: 'messages', campaign_id: null, conditions: ['mobile', 'reference'], format: 'csv' },
      },
      { action: 'EXPORT_LINK_CREATED', before: null },
    ]);
  });

  it('are listed and ended over REST by a key that manages the organisation', async () => {
    const key = await newKey();
    const { id, use } = await makeLink(key);
    const { body } = await key.call('GET', '/v1/exports/?page_size=1');
    expect(body.results).toMatchObject([
      { id, what: 'messages', created_by: { kind: 'key', id: key.keyId, name: 'Shop' } },
    ]);
    expect((await key.call('DELETE', `/v1/exports/${id}/`)).body).toMatchObject({ success: true, id });
    expect([await use(), (await key.call('DELETE', `/v1/exports/${id}/`)).status]).toEqual([403, 404]);
  });

  it('are not made by a member whose removal is under way', async () => {
    const { organisationId } = owner;
    const member = await api.member('viewer', organisationId);
    const { id } = await makeLink(member);
    const [maker] = await api.sql<{ id: string }>('SELECT created_by_id AS id FROM export_links WHERE id = $1', [id]);
    const made = await api.services.db.inOrganisation(organisationId, async (tx) => {
      await lockOrganisation(tx);
      await deleteMembership(tx, String(maker?.id));
      await deleteExportLinksOf(tx, String(maker?.id));
      const making = ask(member, MAKE);
      // It would have ended by then if it did not wait.
      await Promise.race([making, sleep(500)]);
      return { making };
    });
    expect(await made.making).toBe('NOT_A_MEMBER');
    expect(await api.sql('SELECT 1 FROM export_links WHERE created_by_id = $1', [maker?.id])).toEqual([]);
  });

  it('are no longer listed when they work no longer', async () => {
    const member = await api.member('viewer', owner.organisationId);
    const key = await newKey();
    const [{ id: ofMember }, { id: ofKey }, { id: ofOwner }] = [
      await makeLink(member),
      await makeLink(key),
      await makeLink(owner),
    ];
    expect(await listed(owner)).toEqual(expect.arrayContaining([ofMember, ofKey, ofOwner]));
    const [{ id: personId } = { id: '' }] = await api.sql<{ id: string }>(
      'SELECT created_by_id AS id FROM export_links WHERE id = $1',
      [ofMember],
    );
    await signOut(api.services, { id: personId, email: '', name: '', sessionId: personId }, { everywhere: true });
    await revokeApiKey(api.services, { organisationId: owner.organisationId, id: key.keyId });
    const left = await listed(owner);
    expect([ofMember, ofKey, ofOwner].map((id) => left.includes(id))).toEqual([false, false, true]);
    await travel({ query: async (text) => ({ rows: await api.sql(text) }) }, 8 * 86_400);
    expect(await ask(await api.member('owner', owner.organisationId), LIST)).toMatchObject({ totalCount: 0 });
  });
});

const exported = (body: object, after: string, by: Customer) => exportedTo(api, by, body, after);

describe('an export of what people say', () => {
  const asked = useCustomer(api);
  const list = async (path: string) =>
    (await asked.call('GET', path)).body.results.map(({ created_by: maker, media, reply_to: _, ...row }: Listed) => ({
      ...row,
      ...(media !== undefined && { media_type: null, media_name: null }),
      ...(maker !== undefined && { created_by: maker?.name ?? null }),
    }));
  interface Listed {
    readonly created_by?: { readonly name: string } | null;
    readonly media?: null;
    readonly reply_to?: null;
  }

  beforeAll(async () => {
    const { organisationId } = asked;
    const said = ['STOP', 'Hello', 'Stop, please'].map((text, place) => {
      return { key: text, from: `1202555010${place}`, to: '20880', text, organisationId };
    });
    await receiveInbound(api.services, 'sandbox', said);
    await foldInbound(api.services);
    const form = { opted_out_at: '2025-03-01T09:00:00Z', proof: '=web form, "4711"' };
    const proved = { ...form, category: 'promotional' };
    const numbers = [{ mobile: '12025550109', ...proved }, '12025550108'];
    await asked.call('POST', '/v1/suppressions/', { numbers });
    await asked.call('DELETE', '/v1/suppressions/', { mobile: '12025550108' });
  });

  it.each([
    ['inbound_messages', '/v1/inbox/?page_size=50', {}, 3],
    ['inbound_messages', '/v1/inbox/?mobile=12025550100', { mobile: '+12025550100' }, 1],
    ['inbound_messages', '/v1/inbox/?keyword=stop', { keyword: 'stop' }, 2],
    ['consent_changes', '/v1/consent/?page_size=50', {}, 5],
    ['consent_changes', '/v1/consent/?mobile=12025550108', { mobile: '12025550108' }, 2],
    ['consent_changes', '/v1/consent/?change=opted_in', { change: 'opted_in' }, 1],
    ['consent_changes', '/v1/consent/?source=import', { consent_source: 'import' }, 1],
  ])('is the list: %s, %s', async (what, path, conditions, count) => {
    const answer = await exported({ what, ...conditions }, '', asked);
    expect(answer.rows).toEqual(await list(path));
    expect(countsOf(answer)).toEqual([String(count), 'true']);
  });

  it('proves in one row what a person said, when and how', async () => {
    const { rows } = await exported({ what: 'consent_changes', mobile: '12025550102' }, '', asked);
    const inbox = await asked.call('GET', '/v1/inbox/?mobile=12025550102');
    const { inbound_id, received_at } = inbox.body.results[0];
    const how = { change: 'opted_out', source: 'keyword', word: 'STOP PLEASE', own_number: '20880' };
    expect(rows).toMatchObject([{ mobile: '12025550102', ...how, inbound_id, changed_at: received_at }]);
    const imported = await exported({ what: 'consent_changes', consent_source: 'import' }, '', asked);
    const proof = {
      category: 'promotional',
      changed_at: '2025-03-01T09:00:00.000Z',
      proof: '=web form, "4711"',
      created_by: 'A key',
    };
    expect(imported.rows).toMatchObject([{ mobile: '12025550109', ...proof }]);
  });

  it('goes on after a row', async () => {
    const { rows } = await exported({ what: 'consent_changes' }, '', asked);
    const rest = await exported({ what: 'consent_changes' }, rows[1].consent_id, asked);
    expect(rest.rows).toEqual(rows.slice(2));
  });
});
