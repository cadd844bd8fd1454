import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/domain/context.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { mobiles } from '../../support/services.js';
import { useCaller, useGraphqlApi } from './harness.js';

const api = useGraphqlApi();
const caller = useCaller(api);
let campaignId: string;

beforeAll(async () => {
  campaignId = await campaignOf(caller, 7);
});

async function campaignOf(of: Caller, size: number, name?: string): Promise<string> {
  return (await sendBulkSms(api.contextOf(of), { message: 'Hi', name, recipients: mobiles(size) })).result.id;
}

/** A page of campaigns, and where the next ones begin, if there are more. */
async function campaignPage(of: Caller, args: string) {
  const query = `{ campaigns(${args}) { nodes { id } pageInfo { hasNextPage startCursor endCursor } } }`;
  const { nodes, pageInfo } = (await api.ask(of, query)).data.campaigns;
  return {
    ids: nodes.map(({ id }: { id: string }) => id) as string[],
    after: pageInfo.hasNextPage && pageInfo.endCursor,
    before: pageInfo.startCursor,
  };
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

  it.each([
    ['TOTAL', [1, 0, 2, 3]],
    ['NAME', [3, 1, 0, 2]],
    ['COMPLETED_AT', [2, 0, 1, 3]],
  ])(
    'lead through campaigns by %s and back, with equal ones, those without a value, and a filter',
    async (field, places) => {
      const own = await api.newCaller();
      const [beta, alpha, second, unnamed] = [
        await campaignOf(own, 2, 'beta'),
        await campaignOf(own, 1, 'Alpha'),
        await campaignOf(own, 2, 'Beta'),
        await campaignOf(own, 3),
      ];
      await api.services.db.inOrganisation(own.organisationId, (tx) =>
        tx.sql(
          `UPDATE campaign_progress SET completed_at = CASE WHEN campaign_id = :beta::uuid THEN now() ELSE '2026-01-01' END
         WHERE organisation_id = :organisationId AND campaign_id = ANY (:both::uuid[])`,
          { beta, both: [beta, second] },
        ),
      );
      const ascending = places.map((place) => [beta, alpha, second, unnamed][place]);
      for (const [direction, inOrder] of [
        ['ASC', ascending],
        ['DESC', ascending.toReversed()],
      ] as const) {
        const page = (args: string, filter = '') =>
          campaignPage(
            own,
            `${args}, orderBy: { field: ${field}, direction: ${direction} }, filter: { test: false ${filter} }`,
          );
        const forwards = [await page('first: 1')];
        while (forwards.at(-1)?.after) forwards.push(await page(`first: 1, after: "${forwards.at(-1)?.after}"`));
        expect(forwards.flatMap(({ ids }) => ids)).toEqual(inOrder);
        const { before } = await page('last: 1');
        expect((await page(`last: 2, before: "${before}"`)).ids).toEqual(inOrder.slice(1, 3));
        const open = inOrder.filter((id) => id === alpha || id === unnamed);
        expect((await page('first: 4', ', status: QUEUED')).ids).toEqual(open);
      }
    },
  );

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
    const after = newest.data.campaigns.pageInfo.endCursor;
    for (const order of ['TOTAL', 'NAME', 'COMPLETED_AT', 'CREATED_AT, direction: ASC']) {
      const query = `query ($after: String) { campaigns(first: 1, after: $after, orderBy: { field: ${order} }) { nodes { id } } }`;
      const { errors } = await api.ask(caller, query, { after });
      expect(errors[0]?.extensions.code).toBe('BAD_CURSOR');
    }
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
