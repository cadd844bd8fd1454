import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { deleteExportLinksOf } from '../../src/db/sql/exports/export-links.js';
import { deleteMembership } from '../../src/db/sql/people/memberships.js';
import { lockOrganisation } from '../../src/db/sql/people/organisations.js';
import { revokeApiKey } from '../../src/operations/people/api-keys.js';
import { signOut } from '../../src/operations/people/sign-in.js';
import { type Customer, useApi } from '../http/start-api.js';
import { travel } from '../support/database/time-travel.js';
import { download } from '../support/exports.js';

const api = useApi();
let owner: Customer;
let viewer: Customer;
beforeAll(async () => {
  owner = await api.member('owner');
  viewer = await api.member('viewer', owner.organisationId);
});

const MAKE = `mutation { createExportLink(input: { what: MESSAGES, mobile: "12025550188", reference: "seashell" }) {
  url exportLink { id } } }`;
const LIST = `{ exportLinks(first: 10) { totalCount nodes {
  id what campaignId conditions format createdBy { kind name } createdAt expiresAt } } }`;
const END = `mutation ($input: EndExportLinkInput!) { endExportLink(input: $input) {
  exportLink { id } userErrors { code } } }`;

async function ask(by: Pick<Customer, 'call'>, query: string, input?: object) {
  const { body } = await by.call('POST', '/graphql', { query, ...(input && { variables: { input } }) });
  return body.errors ? body.errors[0].extensions.code : Object.values(body.data)[0];
}

async function makeLink(by: Customer) {
  const { exportLink, url } = await ask(by, MAKE);
  const { pathname, search } = new URL(url);
  return { id: exportLink.id as string, use: async () => (await download(api, pathname + search)).status };
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
