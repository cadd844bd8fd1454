import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/domain/context.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { mobiles } from '../../support/services.js';
import { type GraphqlApi, startGraphqlApi } from './harness.js';

let api: GraphqlApi;
let caller: Caller;
let campaignId: string;

beforeAll(async () => {
  api = await startGraphqlApi();
  caller = await api.newCaller();
  campaignId = await campaignOf(caller, 7);
});
afterAll(() => api.stop());

async function campaignOf(of: Caller, size: number): Promise<string> {
  return (await sendBulkSms(api.contextOf(of), { message: 'Hi', recipients: mobiles(size) })).result.id;
}

interface Asked {
  first?: number;
  after?: string;
  last?: number;
  before?: string;
  page?: number;
}

const LINES = `query ($id: UUID!, $first: Int, $after: String, $last: Int, $before: String, $page: Int) { campaign(id: $id) {
  messages(first: $first, after: $after, last: $last, before: $before, page: $page) {
    edges { cursor node { position } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  } } }`;

async function lines(asked: Asked, id = campaignId) {
  const { data, errors } = await api.ask(caller, LINES, { id, ...asked });
  const messages = data?.campaign?.messages;
  return {
    errors,
    positions: messages?.edges.map((edge: { node: { position: number } }) => edge.node.position),
    pageInfo: messages?.pageInfo,
    cursors: messages?.edges.map((edge: { cursor: string }) => edge.cursor),
  };
}

async function refusal(asked: Asked, id = campaignId) {
  const { errors } = await lines(asked, id);
  return errors.map(({ message, extensions }) => [extensions.code, message]);
}

describe('cursors', () => {
  it('lead through a list forwards and backwards', async () => {
    const start = await lines({ first: 3 });
    expect(start.positions).toEqual([0, 1, 2]);
    expect(start.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const middle = await lines({ first: 3, after: start.pageInfo.endCursor });
    expect(middle.positions).toEqual([3, 4, 5]);
    expect(middle.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    expect((await lines({ first: 3, after: middle.pageInfo.endCursor })).positions).toEqual([6]);
    expect((await lines({ last: 2, before: middle.pageInfo.startCursor })).positions).toEqual([1, 2]);
    const end = await lines({ last: 2 });
    expect(end.positions).toEqual([5, 6]);
    expect(end.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  });

  it('stay where they are when the list grows at its start', async () => {
    const own = await api.newCaller();
    for (let count = 0; count < 3; count++) await campaignOf(own, 1);
    const query = `query ($after: String) { campaigns(first: 2, after: $after) { nodes { id } pageInfo { endCursor } } }`;
    const first = await api.ask(own, query);
    await campaignOf(own, 1);
    const next = await api.ask(own, query, { after: first.data.campaigns.pageInfo.endCursor });
    const known = first.data.campaigns.nodes.map((node: { id: string }) => node.id);
    expect(next.data.campaigns.nodes).toHaveLength(1);
    expect(known).not.toContain(next.data.campaigns.nodes[0].id);
  });

  it('lead through campaigns ordered by size, equal sizes included', async () => {
    const own = await api.newCaller();
    for (const size of [2, 1, 2, 3]) await campaignOf(own, size);
    const query = `query ($after: String) { campaigns(first: 1, after: $after, orderBy: { field: TOTAL, direction: ASC }) {
      nodes { id total } pageInfo { endCursor } } }`;
    const sizes: number[] = [];
    const ids = new Set<string>();
    for (let after: string | undefined, page = 0; page < 4; page++) {
      const { data } = await api.ask(own, query, { after });
      sizes.push(data.campaigns.nodes[0].total);
      ids.add(data.campaigns.nodes[0].id);
      after = data.campaigns.pageInfo.endCursor;
    }
    expect(sizes).toEqual([1, 2, 2, 3]);
    expect(ids.size).toBe(4);
  });

  it('are refused by another list', async () => {
    const { cursors } = await lines({ first: 1 });
    const otherCampaign = await campaignOf(caller, 3);
    const bad = [['BAD_CURSOR', 'This is not a cursor of this list.']];
    expect(await refusal({ first: 1, after: cursors[0] }, otherCampaign)).toEqual(bad);
    const list = await api.ask(
      caller,
      'query ($after: String) { messages(first: 1, after: $after) { nodes { id } } }',
      {
        after: cursors[0],
      },
    );
    expect([list.status, list.errors[0]?.extensions.code]).toEqual([400, 'BAD_CURSOR']);
  });

  it('are refused by another order of the same list', async () => {
    const newest = await api.ask(caller, '{ campaigns(first: 1) { pageInfo { endCursor } } }');
    const { errors } = await api.ask(
      caller,
      'query ($after: String) { campaigns(first: 1, after: $after, orderBy: { field: TOTAL }) { nodes { id } } }',
      { after: newest.data.campaigns.pageInfo.endCursor },
    );
    expect(errors[0]?.extensions.code).toBe('BAD_CURSOR');
  });

  it('are refused when they were made up or changed', async () => {
    const { cursors } = await lines({ first: 1 });
    const changed = Buffer.from(Buffer.from(cursors[0], 'base64url').toString().replace('[0]', '[5]')).toString(
      'base64url',
    );
    for (const after of ['', 'nonsense', changed, 'A'.repeat(5_000)]) {
      expect((await refusal({ first: 1, after }))[0]?.[0]).toBe('BAD_CURSOR');
    }
  });
});

describe('the size of a page', () => {
  it('must be given, once, and within bounds', async () => {
    for (const asked of [{}, { first: 1, last: 1 }, { first: 0 }, { first: -1 }, { first: 1001 }, { last: 1001 }]) {
      expect((await refusal(asked))[0]?.[0]).toBe('BAD_USER_INPUT');
    }
    expect((await lines({ first: 1000 })).positions).toHaveLength(7);
    const { errors } = await api.ask(caller, '{ messages(first: 101) { nodes { id } } }');
    expect(errors[0]?.message).toBe('`first` must be between 1 and 100.');
  });

  it('goes with the cursor of its own direction, and a page number with neither', async () => {
    const { cursors } = await lines({ first: 1 });
    for (const asked of [
      { first: 1, before: cursors[0] },
      { last: 1, after: cursors[0] },
      { first: 1, after: cursors[0], page: 2 },
      { last: 1, page: 2 },
      { first: 1, page: 0 },
    ]) {
      expect((await refusal(asked))[0]?.[0]).toBe('BAD_USER_INPUT');
    }
  });
});
