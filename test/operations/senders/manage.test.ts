import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { decideSenderId } from '../../../src/operations/sms/senders/decide-sender-id.js';
import { listSenderIdsOfInstallation } from '../../../src/operations/sms/senders/sender-ids.js';
import { type Customer, useApi } from '../../http/start-api.js';

const api = useApi();

const FIELDS = 'id name countries status reason decidedAt refusedAt refusedBy createdAt';
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let customer: Customer;
beforeEach(async () => {
  customer = await api.customer();
});

async function ask(query: string, variables: object = {}, by = customer) {
  const { body } = await by.call('POST', '/graphql', { query, variables });
  if (body.errors) throw new Error(body.errors[0].extensions.code);
  return Object.values(body.data)[0] as never;
}

// biome-ignore lint/suspicious/noExplicitAny: payloads of two mutations.
function create(input: object, by = customer): Promise<any> {
  const query = `mutation ($input: CreateSenderIdInput!) {
    createSenderId(input: $input) { senderId { ${FIELDS} } replayed userErrors { __typename code path message } } }`;
  return ask(query, { input }, by);
}

// biome-ignore lint/suspicious/noExplicitAny: payloads of two mutations.
function remove(senderIdId: string, by = customer): Promise<any> {
  const query = `mutation ($input: DeleteSenderIdInput!) {
    deleteSenderId(input: $input) { senderId { id name status } userErrors { __typename code path } } }`;
  return ask(query, { input: { senderIdId } }, by);
}

async function list(filter: object | null = null, by = customer): Promise<{ name: string; status: string }[]> {
  const query = `query ($filter: SenderIdFilter) {
    senderIds(first: 100, filter: $filter) { nodes { ${FIELDS} } totalCount } }`;
  const { nodes, totalCount } = (await ask(query, { filter }, by)) as {
    nodes: { name: string; status: string }[];
    totalCount: number;
  };
  expect(totalCount).toBe(nodes.length);
  return nodes;
}

const newId = async (name: string, by = customer): Promise<string> => (await create({ name }, by)).senderId.id;
const decide = (id: string, rejectedFor: string | null, { organisationId } = customer) =>
  decideSenderId(api.services, { organisationId, id, rejectedFor });
const auditOf = ({ organisationId } = customer) =>
  api.sql(
    `SELECT action, actor_kind, subject_type, subject_id, before, after FROM audit_entries
     WHERE organisation_id = $1 AND action LIKE 'sender_id.%' ORDER BY id`,
    [organisationId],
  );

describe('createSenderId', () => {
  it('registers one that waits for approval, once per key', async () => {
    const input = { name: 'ACME', countries: ['ke', 'UG', 'KE'], idempotencyKey: 'first' };
    const made = await create(input);
    expect(made).toEqual({
      senderId: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        name: 'ACME',
        countries: ['KE', 'UG'],
        status: 'PENDING',
        reason: null,
        decidedAt: null,
        refusedAt: null,
        refusedBy: null,
        createdAt: TIME,
      },
      replayed: false,
      userErrors: [],
    });
    expect(await create(input)).toEqual({ ...made, replayed: true });
    expect(await list()).toEqual([made.senderId]);
    expect(await auditOf()).toEqual([
      {
        action: 'sender_id.created',
        actor_kind: 'key',
        subject_type: 'sender_id',
        subject_id: made.senderId.id,
        before: null,
        after: { name: 'ACME', countries: ['KE', 'UG'] },
      },
    ]);
  });

  it.each([
    [{ name: '' }, ['name'], 'INVALID'],
    [{ name: '12' }, ['name'], 'INVALID'],
    [{ name: 'Acme Shopping' }, ['name'], 'INVALID'],
    [{ name: 'ACME', countries: ['KE', 'XX'] }, ['countries', '1'], 'INVALID'],
    [{ name: 'ACME', countries: [] }, ['countries'], 'INVALID'],
    [{ name: 'ACME', idempotencyKey: '' }, ['idempotencyKey'], 'INVALID'],
  ])('refuses %j', async (input, path, code) => {
    const refused = await create(input);
    expect(refused).toMatchObject({ senderId: null, userErrors: [{ path, code, __typename: 'InvalidInputError' }] });
    expect(await list()).toEqual([]);
  });

  it('refuses a name that is there, a number also when it is written with a plus', async () => {
    await create({ name: '+254711000001' });
    for (const name of ['254711000001', '+254711000001']) {
      expect(await create({ name })).toMatchObject({
        senderId: null,
        userErrors: [{ code: 'ALREADY_EXISTS', path: ['name'] }],
      });
    }
    expect(await list()).toMatchObject([{ name: '254711000001' }]);
  });

  it('lets one of several calls at once have the name', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => create({ name: 'ACME' })));
    expect(made.filter(({ senderId }) => senderId !== null)).toHaveLength(1);
    expect(await auditOf()).toHaveLength(1);
  });

  it('makes a hundred, and no more, also by several calls at once', async () => {
    await api.sql(
      `INSERT INTO sender_ids (organisation_id, id, name)
       SELECT $1, gen_random_uuid(), 'Sender ' || n FROM generate_series(1, 98) n`,
      [customer.organisationId],
    );
    const made = await Promise.all(['A', 'B', 'C', 'D'].map((name) => create({ name })));
    expect(made.filter(({ senderId }) => senderId !== null)).toHaveLength(2);
    expect(made.flatMap(({ userErrors }) => userErrors)).toMatchObject(
      Array(2).fill({ __typename: 'TooManyError', code: 'TOO_MANY' }),
    );
  });

  it('gives two organisations the same name, each its own', async () => {
    const other = await api.customer();
    const [own, foreign] = [await newId('ACME'), await newId('ACME', other)];
    await decide(own, null);
    expect(await list()).toMatchObject([{ name: 'ACME', status: 'APPROVED' }]);
    expect(await list(null, other)).toMatchObject([{ name: 'ACME', status: 'PENDING' }]);
    expect(await remove(foreign)).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] });
    await expect(decide(foreign, null)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('senderIds', () => {
  it('lists the newest first, and those with a status', async () => {
    const [first, second] = [await newId('First'), await newId('Second')];
    await newId('Third');
    await decide(first, null);
    await decide(second, 'a bank');
    expect((await list()).map(({ name }) => name)).toEqual(['Third', 'Second', 'First']);
    expect(await list({ status: 'APPROVED' })).toMatchObject([{ name: 'First', status: 'APPROVED', decidedAt: TIME }]);
    expect(await list({ status: 'REJECTED' })).toMatchObject([{ name: 'Second', reason: 'a bank' }]);
    expect(await list({ status: 'PENDING' })).toMatchObject([{ name: 'Third' }]);
  });

  it('can be seen and changed with the scope alone', async () => {
    const other = await api.customer({ scopes: ['sms:send', 'sms:read', 'organisation:manage'] });
    await expect(list(null, other)).rejects.toThrow('FORBIDDEN');
    await expect(create({ name: 'ACME' }, other)).rejects.toThrow('FORBIDDEN');
    await expect(remove(randomUUID(), other)).rejects.toThrow('FORBIDDEN');
  });
});

describe('deleteSenderId', () => {
  it('takes it away, and its name can be registered anew', async () => {
    const id = await newId('ACME');
    expect(await remove(id)).toEqual({ senderId: { id, name: 'ACME', status: 'PENDING' }, userErrors: [] });
    expect(await remove(id)).toMatchObject({ senderId: null, userErrors: [{ code: 'NOT_FOUND' }] });
    expect(await create({ name: 'ACME' })).toMatchObject({ userErrors: [] });
    expect(await auditOf()).toMatchObject([
      { action: 'sender_id.created' },
      { action: 'sender_id.deleted', subject_id: id, before: { name: 'ACME', countries: null, status: 'pending' } },
      { action: 'sender_id.created' },
    ]);
  });

  it('lets a test key take away what is not approved, and nothing that live messages may leave under', async () => {
    const tester = await api.customer({ mode: 'test' });
    const [pending, approved] = [await newId('Pending', tester), await newId('Approved', tester)];
    await decide(approved, null, tester);
    expect(await remove(pending, tester)).toMatchObject({ userErrors: [] });
    await expect(remove(approved, tester)).rejects.toThrow('LIVE_FOR_TEST_KEY');
    expect(await list(null, tester)).toMatchObject([{ name: 'Approved' }]);
  });
});

describe('the operator', () => {
  it('decides, changes the decision, and each is written down with who and what', async () => {
    const id = await newId('ACME');
    expect(await decide(id, null)).toMatchObject({ status: 'approved', reason: null });
    expect(await decide(id, 'complaints')).toMatchObject({ status: 'rejected', reason: 'complaints' });
    expect(await decide(id, null)).toMatchObject({ status: 'approved', reason: null });
    const by = { actor_kind: 'operator', subject_id: id };
    const approved = { name: 'ACME', status: 'approved', reason: null };
    const rejected = { name: 'ACME', status: 'rejected', reason: 'complaints' };
    expect(await auditOf()).toMatchObject([
      { action: 'sender_id.created', actor_kind: 'key' },
      { ...by, action: 'sender_id.approved', before: { ...approved, status: 'pending' }, after: approved },
      { ...by, action: 'sender_id.rejected', before: approved, after: rejected },
      { ...by, action: 'sender_id.approved', before: rejected, after: approved },
    ]);
  });

  it('changes nothing by deciding the same once more', async () => {
    const id = await newId('ACME');
    const first = await decide(id, 'complaints');
    expect(await decide(id, 'complaints')).toEqual(first);
    expect(await auditOf()).toHaveLength(2);
  });

  it.each(['', ' ', 'x'.repeat(201), 'a\0b'])('gives a reason that can be shown, not %j', async (reason) => {
    const id = await newId('ACME');
    await expect(decide(id, reason)).rejects.toMatchObject({ fields: [{ path: ['reason'] }] });
    expect(await list()).toMatchObject([{ status: 'PENDING' }]);
  });

  it('sees those of every organisation, the ones that have waited longest first', async () => {
    const other = await api.customer();
    await api.sql('DELETE FROM sender_ids');
    const ids = [await newId('One'), await newId('Two', other), await newId('Three')];
    await decide(ids[2] as string, null);
    const all = { organisationId: null, status: null };
    const found = await listSenderIdsOfInstallation(api.services, all);
    expect(found).toMatchObject([
      { id: ids[0], organisation_id: customer.organisationId, organisation_name: 'A customer' },
      { id: ids[1], organisation_id: other.organisationId },
      { id: ids[2] },
    ]);
    const pending = await listSenderIdsOfInstallation(api.services, { ...all, status: 'pending' });
    expect(pending.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const { organisationId } = other;
    expect(await listSenderIdsOfInstallation(api.services, { ...all, organisationId })).toMatchObject([{ id: ids[1] }]);
  });

  it('is nobody who can be reached over the API', async () => {
    const query =
      '{ __schema { mutationType { fields { name args { type { ofType { name inputFields { name } } } } } } } }';
    const { mutationType } = (await ask(query)) as {
      mutationType: { fields: { name: string; args: { type: { ofType: { inputFields: { name: string }[] } } }[] }[] };
    };
    const ofSenders = mutationType.fields.filter(({ name }) => /sender/i.test(name));
    const taken = ofSenders.map(({ name, args }) => [
      name,
      args[0]?.type.ofType.inputFields.map((field) => field.name),
    ]);
    expect(taken).toEqual([
      ['createSenderId', ['name', 'countries', 'idempotencyKey']],
      ['deleteSenderId', ['senderIdId']],
    ]);
  });
});
