import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { actFor } from '../../../src/cli/with-services.js';
import type { Sql } from '../../../src/db/postgres/transaction.js';
import { SCOPES } from '../../../src/domain/vocabulary.js';
import { createOrganisation } from '../../../src/operations/people/organisations.js';
import { resumeAccount } from '../../../src/operations/sms/dispatch/resume.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { type Customer, useApi } from '../../http/start-api.js';
import { NOWHERE } from '../../support/calls/generate-rest-calls.js';
import { addMember } from '../../support/people/member.js';

const api = useApi({ SANDBOX_DELAY_MS: '0' });
beforeEach(() => api.sql('DELETE FROM rate_limits'));

const ENTRY = 'id action actor { kind actorId name } address subjectType subjectId before after createdAt';

async function ask(customer: Customer, args: string) {
  const query = `{ auditLog(${args}) { totalCount pageInfo { endCursor startCursor hasNextPage } nodes { ${ENTRY} } } }`;
  const { body } = await customer.call('POST', '/graphql', { query });
  return body.data.auditLog;
}

async function read(customer: Customer, path: string) {
  const { status, body } = await customer.call('GET', path);
  expect(status).toBe(200);
  return body;
}

async function newWebhook(customer: Customer): Promise<string> {
  return (await customer.call('POST', '/v1/webhooks/', { url: `${NOWHERE}?token=1`, types: ['sms.sent'] })).body.id;
}

describe('an entry', () => {
  const rows = (organisationId: string) =>
    api.sql('SELECT * FROM audit_entries WHERE organisation_id = $1', [organisationId]);

  it.each([
    [
      'within its organisation',
      (id: string, work: (tx: Sql) => Promise<object[]>) => api.services.db.inOrganisation(id, work),
    ],
    [
      'by code that sees all',
      (_: string, work: (tx: Sql) => Promise<object[]>) => api.services.db.acrossOrganisations(work),
    ],
  ])('is neither changed nor deleted by the program, %s', async (_where, run) => {
    const { organisationId } = await api.customer();
    const before = await rows(organisationId);
    expect(before.length).toBeGreaterThan(0);
    expect(await run(organisationId, (tx) => tx.sql('SELECT id FROM audit_entries'))).not.toEqual([]);
    expect(await run(organisationId, (tx) => tx.sql(`UPDATE audit_entries SET actor_name = 'x' RETURNING id`))).toEqual(
      [],
    );
    expect(await run(organisationId, (tx) => tx.sql('DELETE FROM audit_entries RETURNING id'))).toEqual([]);
    const replaced = run(organisationId, (tx) =>
      tx.sql(
        `INSERT INTO audit_entries SELECT * FROM audit_entries
         ON CONFLICT (organisation_id, id) DO UPDATE SET actor_name = 'x'`,
      ),
    );
    await expect(replaced).rejects.toThrow('row-level security');
    await expect(run(organisationId, (tx) => tx.sql('TRUNCATE audit_entries'))).rejects.toThrow('permission denied');
    expect(await rows(organisationId)).toEqual(before);
  });

  it('names the operator, who has neither id nor address', async () => {
    const customer = await api.customer();
    const context = actFor(api.services, {
      id: customer.organisationId,
      enforceSenderIds: false,
      smartEncoding: false,
    });
    await addSuppressions(context, { numbers: [{ mobile: '254722000001' }, { mobile: '254722000002' }] });
    expect((await ask(customer, 'first: 1')).nodes).toMatchObject([
      {
        action: 'SUPPRESSION_ADDED',
        actor: { kind: 'OPERATOR', actorId: null, name: 'command line' },
        address: null,
        subjectId: null,
        before: null,
        after: { count: 2 },
      },
    ]);
  });

  it('tells who founded the organisation', async () => {
    const founder = { personId: (await addMember(api.services, (await api.customer()).organisationId)).id };
    const named = { ...founder, name: 'ada@example.org', address: '192.0.2.7' };
    const { id } = await createOrganisation(api.services, { name: 'Founded', founder: named });
    expect(await rows(id)).toMatchObject([
      {
        action: 'organisation.created',
        actor_kind: 'person',
        actor_id: named.personId,
        actor_name: named.name,
        address: named.address,
        subject_id: id,
        after: { name: 'Founded' },
      },
    ]);
  });

  it('is not written for what the program does by itself', async () => {
    const { organisationId } = await api.customer();
    const before = await rows(organisationId);
    await api.sql('INSERT INTO gateway_accounts (organisation_id, gateway, next_probe_at) VALUES ($1, $2, now())', [
      organisationId,
      'sandbox',
    ]);
    await resumeAccount(api.services, organisationId, 'sandbox');
    expect(await api.sql('SELECT 1 FROM gateway_accounts WHERE organisation_id = $1', [organisationId])).toEqual([]);
    expect(await rows(organisationId)).toEqual(before);
  });
});

describe('the settings of a change', () => {
  it('are those that differ, without what follows the ? of an address', async () => {
    const customer = await api.customer();
    const id = await newWebhook(customer);
    const change = { url: `${NOWHERE}/moved?token=2`, description: 'Orders', types: ['sms.sent'], status: 'paused' };
    await customer.call('PATCH', `/v1/webhooks/${id}/`, change);
    await customer.call('PATCH', `/v1/webhooks/${id}/`, { url: `${NOWHERE}/moved?token=3` });
    await customer.call('DELETE', `/v1/webhooks/${id}/`);
    const { nodes } = await ask(customer, `first: 4, filter: { subjectId: "${id}" }`);
    const [moved, first] = [`${NOWHERE}/moved?…`, `${NOWHERE}?…`];
    const paused = { url: moved, types: ['sms.sent'], status: 'paused', description: 'Orders' };
    expect(nodes.map(({ before, after }: { before: object; after: object }) => ({ before, after }))).toEqual([
      { before: paused, after: null },
      { before: { url: moved }, after: { url: moved } },
      {
        before: { url: first, status: 'active', description: null },
        after: { url: moved, status: 'paused', description: 'Orders' },
      },
      { before: null, after: { url: first, types: ['sms.sent'], status: 'active', description: null } },
    ]);
  });
});

describe('the list', () => {
  let customer: Customer;
  let webhooks: string[];
  beforeAll(async () => {
    customer = await api.customer();
    webhooks = [];
    for (let count = 0; count < 3; count += 1) webhooks.unshift(await newWebhook(customer));
    await customer.call('DELETE', `/v1/webhooks/${webhooks[2]}/`);
  });

  const subjects = (nodes: { subjectId: string }[]) => nodes.map(({ subjectId }) => subjectId);
  const CREATED = 'filter: { actions: [WEBHOOK_CREATED] }';

  it('is newest first, in pages that lead both ways', async () => {
    const start = await ask(customer, `first: 2, ${CREATED}`);
    expect([subjects(start.nodes), start.totalCount, start.pageInfo.hasNextPage]).toEqual([
      webhooks.slice(0, 2),
      3,
      true,
    ]);
    const rest = await ask(customer, `first: 2, after: "${start.pageInfo.endCursor}", ${CREATED}`);
    expect([subjects(rest.nodes), rest.pageInfo.hasNextPage]).toEqual([webhooks.slice(2), false]);
    const back = await ask(customer, `last: 2, before: "${rest.pageInfo.startCursor}", ${CREATED}`);
    expect(back.nodes).toEqual(start.nodes);
  });

  it('is filtered by action, actor, subject and time', async () => {
    const { nodes } = await ask(customer, 'first: 100');
    const newest = nodes[0];
    expect(newest).toMatchObject({ action: 'WEBHOOK_DELETED', subjectType: 'webhook', subjectId: webhooks[2] });
    const found = async (filter: string) => (await ask(customer, `first: 100, filter: { ${filter} }`)).nodes;
    expect(await found('actions: [WEBHOOK_DELETED]')).toEqual([newest]);
    expect(await found('actions: []')).toEqual([]);
    expect(await found(`actorId: "${newest.actor.actorId}"`)).toEqual(nodes.slice(0, 4));
    expect(await found(`subjectId: "${webhooks[2]}"`)).toEqual([newest, nodes[3]]);
    expect(await found(`since: "${newest.createdAt}", subjectId: "${webhooks[2]}"`)).toContainEqual(newest);
    expect(await found('since: "2100-01-01T00:00:00Z"')).toEqual([]);
    expect(await found('until: "2100-01-01T00:00:00Z"')).toEqual(nodes);
    expect(await found('until: "2020-01-01T00:00:00Z"')).toEqual([]);
  });

  it('is the same over REST', async () => {
    const { nodes } = await ask(customer, 'first: 100');
    const { results, count } = await read(customer, '/v1/audit/');
    expect(count).toBe(nodes.length);
    expect(results.map(({ id }: { id: string }) => id)).toEqual(nodes.map(({ id }: { id: string }) => id));
    const { subjectType: subject_type, subjectId: subject_id, createdAt: created_at, ...same } = nodes[0];
    const { actorId: id, name } = same.actor;
    const actor = { kind: 'key', id, name };
    expect(results[0]).toEqual({ ...same, action: 'webhook.deleted', actor, subject_type, subject_id, created_at });

    const query = new URLSearchParams({
      actions: 'webhook.created,webhook.deleted',
      actor_id: id,
      subject_id,
      since: '2020-01-01T00:00:00Z',
      until: '2100-01-01T00:00:00Z',
    });
    const page = await read(customer, `/v1/audit/?${query}&page_size=1`);
    expect([page.results, page.count]).toEqual([[results[0]], 2]);
    const next = await read(customer, page.next.slice(page.next.indexOf('/v1/')));
    expect(next.results).toEqual([results[3]]);
    expect((await read(customer, `/v1/audit/?until=2020-01-01T00:00:00Z`)).results).toEqual([]);
  });

  it('refuses over REST what is no action, id or time', async () => {
    for (const [name, value] of [
      ['actions', 'webhook.sold'],
      ['actor_id', 'nobody'],
      ['since', 'yesterday'],
    ] as const) {
      const { status, body } = await customer.call('GET', `/v1/audit/?${name}=${value}`);
      expect([status, Object.keys(body.errors)]).toEqual([400, [name]]);
    }
  });

  it('wants the scope audit:read', async () => {
    const without = await api.customer({ scopes: SCOPES.filter((scope) => scope !== 'audit:read') });
    expect((await without.call('GET', '/v1/audit/')).status).toBe(403);
    const alone = await api.customer({ scopes: ['audit:read'] });
    expect((await alone.call('GET', '/v1/audit/')).status).toBe(200);
  });

  it.each([
    ['owner', true],
    ['admin', true],
    ['developer', false],
    ['operator', false],
    ['viewer', false],
  ] as const)('is open to the role %s: %s', async (role, isOpen) => {
    const { headers } = await addMember(api.services, customer.organisationId, role);
    const body = JSON.stringify({ query: '{ auditLog(first: 1) { nodes { id } } }' });
    const sent = { ...headers, 'content-type': 'application/json' };
    const answer = await api.fetch('/graphql', { method: 'POST', headers: sent, body });
    const refused = { errors: [{ extensions: { code: 'FORBIDDEN' } }] };
    expect(answer.body).toMatchObject(isOpen ? { data: { auditLog: { nodes: [{}] } } } : refused);
  });
});
