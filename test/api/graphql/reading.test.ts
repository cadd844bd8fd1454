import { describe, expect, it, jest } from '@jest/globals';
import { type GraphQLObjectType, getNamedType, isLeafType } from 'graphql';
import { buildPostriderSchema } from '../../../src/api/graphql/schema.js';
import { encodeReference } from '../../../src/domain/sms/reference.js';
import { readEvents } from '../../../src/operations/events/event-log.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { drain, mobile, mobiles } from '../../support/services.js';
import { useCaller, useGraphqlApi } from './harness.js';

const schema = buildPostriderSchema();
const api = useGraphqlApi();
const caller = useCaller(api);

async function campaignOf(recipients: { to: string }[], more: object = {}): Promise<string> {
  const input = { message: 'Hello', recipients, ...more };
  return (await sendBulkSms(api.contextOf(caller), input)).result.id;
}

it.each([
  ['messages', 'deliveryCodes', '[Int!]', Array(101).fill(999), 'items'],
  ['messages', 'statuses', '[SmsStatus!]', Array(101).fill('FAILED'), 'items'],
  ['messages', 'reference', 'String', 'x'.repeat(201), 'characters'],
  ['campaigns', 'statuses', '[CampaignStatus!]', Array(101).fill('HELD'), 'items'],
  ['campaigns', 'name', 'String', 'x'.repeat(201), 'characters'],
  ['chatMessages', 'to', 'String', 'x'.repeat(201), 'characters'],
  ['auditLog', 'actions', '[AuditAction!]', Array(101).fill('ORGANISATION_CREATED'), 'items'],
])(
  '%s with a condition on %s that is too long to be compared with every row is refused',
  async (list, name, type, value, unit) => {
    const query = `query ($value: ${type}) { ${list}(first: 1, filter: { ${name}: $value }) { nodes { id } } }`;
    const { errors } = await api.ask(caller, query, { value });
    expect(errors).toMatchObject([
      { message: `Must have at most ${value.length - 1} ${unit}.`, extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  },
);

describe('a campaign', () => {
  it('has no recipients, and its events no page, for conditions that are too long', async () => {
    const id = await campaignOf(mobiles(1));
    const ask = (query: string, variables: object) => api.ask(caller, query, { id, ...variables });
    const byEnd =
      'query ($id: UUID!, $value: String) { campaign(id: $id) { messages(first: 1, filter: { mobileEndsWith: $value }) { totalCount } } }';
    const byCode =
      'query ($id: UUID!, $value: [Int!]) { campaign(id: $id) { messages(first: 1, filter: { deliveryCodes: $value }) { totalCount } } }';
    const ofTypes = 'query ($value: [EventType!]) { events(first: 1, types: $value) { lastSequence } }';
    const answers = [
      await ask(byEnd, { value: '5'.repeat(201) }),
      await ask(byCode, { value: Array(101).fill(100) }),
      await ask(ofTypes, { value: Array(101).fill('SMS_SENT') }),
    ];
    for (const { errors } of answers) expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('shows its facts, counts, outcomes and timeline, which add up', async () => {
    const id = await campaignOf([...mobiles(5), { to: 'nonsense' }], { name: 'Spring', metadata: { a: 1 } });
    await drain(api.services);
    const { data, errors } = await api.ask(
      caller,
      `query ($id: UUID!) { campaign(id: $id) {
         __typename id name status text total metadata createdAt startedAt completedAt cancelledAt
         counts { queued sent delivered failed undelivered blocked held cancelled }
         outcomes { count recommendedAction code { code recommendedAction } }
         timeline(bucket: TEN_SECONDS) { at changes { sent delivered failed } }
       } }`,
      { id },
    );
    expect(errors).toEqual([]);
    const { campaign } = data;
    expect(campaign).toMatchObject({ __typename: 'Campaign', id, name: 'Spring', text: 'Hello', total: 6 });
    const counts = Object.values<number>(campaign.counts);
    expect(counts.reduce((sum, count) => sum + count)).toBe(6);
    const action = 'Validate and correct the number';
    const invalid = { count: 1, recommendedAction: action, code: { code: 403, recommendedAction: action } };
    expect(campaign.outcomes).toContainEqual(invalid);
    expect(campaign.startedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    const changes = campaign.timeline.flatMap((point: { changes: { sent: number } }) => point.changes.sent);
    expect(changes.reduce((sum: number, count: number) => sum + count, 0)).toBe(5);
  });

  it('sums the segments of what was accepted, and names the gateways that have it', async () => {
    const own = await api.newCaller();
    const context = api.contextOf(own);
    const [suppressed, ...others] = mobiles(4) as [{ to: string }, ...{ to: string }[]];
    await addSuppressions(context, { numbers: [{ mobile: suppressed.to }] });
    const recipients = [suppressed, ...others, { to: 'nonsense' }];
    const { result } = await sendBulkSms(context, { message: 'x'.repeat(161), recipients });
    await sendBulkSms(context, { message: 'x', recipients: others });
    const listed = async () =>
      (
        await api.ask(
          own,
          '{ campaigns(first: 2) { nodes { segments gateways revision outcomes { count code { code } } } } }',
        )
      ).data.campaigns.nodes;
    const reads = jest.spyOn(api.services.db, 'atOnceInOrganisation');
    expect(await listed()).toEqual([
      { segments: 3, gateways: [], revision: 1, outcomes: [] },
      {
        ...{ segments: 6, gateways: [], revision: 1 },
        outcomes: [
          { count: 1, code: { code: 403 } },
          { count: 1, code: { code: 409 } },
        ],
      },
    ]);
    // The page, the sums and the outcomes.
    expect(reads).toHaveBeenCalledTimes(3);
    reads.mockRestore();
    await drain(api.services);
    const campaign = (await listed())[1];
    expect(campaign).toMatchObject({ segments: 6, gateways: ['north'] });
    const { events } = await readEvents(context, {});
    const last = events.findLast(({ type, subjectId }) => type.startsWith('campaign.') && subjectId === result.id);
    expect(campaign.revision).toBe(last?.revision);
  });
});

describe('the list of campaigns', () => {
  it('filters and orders', async () => {
    const own = await api.newCaller();
    const context = api.contextOf(own);
    for (const [name, size] of [
      ['Spring sale', 2],
      ['Autumn', 3],
      ['SPRING news', 1],
    ] as const) {
      await sendBulkSms(context, { message: 'Hi', name, recipients: mobiles(size) });
    }
    await sendBulkSms(context, {
      message: 'Hi',
      recipients: mobiles(1),
      scheduledAt: new Date(Date.now() + 3_600_000),
    });
    const names = async (args: string) => {
      const { data, errors } = await api.ask(own, `{ campaigns(first: 10, ${args}) { nodes { name } totalCount } }`);
      expect(errors).toEqual([]);
      return data.campaigns.nodes.map((node: { name: string }) => node.name);
    };
    expect(await names('filter: { name: "spring" }')).toEqual(['SPRING news', 'Spring sale']);
    expect(await names('orderBy: { field: TOTAL }')).toEqual(['Autumn', 'Spring sale', null, 'SPRING news']);
    expect(await names('filter: { status: SCHEDULED }')).toEqual([null]);
    expect(await names('filter: { status: QUEUED }')).toHaveLength(3);
    expect(await names('filter: { status: COMPLETED, createdAfter: "2020-01-01T00:00:00Z" }')).toEqual([]);
  });
});

describe('the messages of a campaign', () => {
  const LIST = `query ($id: UUID!, $first: Int, $page: Int, $filter: CampaignMessageFilter) { campaign(id: $id) {
    messages(first: $first, page: $page, filter: $filter) {
      totalCount pageInfo { hasNextPage hasPreviousPage } nodes { position to submissionStatus status deliveryCode error }
    } } }`;

  it('can be asked for by the number of the page, filtered or not', async () => {
    const id = await campaignOf([...mobiles(5), { to: 'a' }, { to: 'b' }, { to: 'c' }]);
    const page = async (number: number, filter?: object) => {
      const { data } = await api.ask(caller, LIST, { id, first: 2, page: number, filter });
      const { nodes, totalCount, pageInfo } = data.campaign.messages;
      return [nodes.map((node: { position: number }) => node.position), totalCount, Object.values(pageInfo)];
    };
    expect(await page(1)).toEqual([[0, 1], 8, [true, false]]);
    expect(await page(4)).toEqual([[6, 7], 8, [false, true]]);
    expect(await page(5)).toEqual([[], 8, [false, true]]);
    expect(await page(2, { messageStatus: 'FAILED' })).toEqual([[7], 3, [false, true]]);
    expect(await page(1, { status: 'FAILED', deliveryCode: 403, mobile: 'b' })).toEqual([[6], 1, [false, false]]);
  });

  it('lead to all that is known of each, with one question for the whole page', async () => {
    const id = await campaignOf(mobiles(3));
    await drain(api.services);
    const { data } = await api.ask(
      caller,
      `query ($id: UUID!) { campaign(id: $id) { messages(first: 3) { nodes {
         text status campaign { id } attempts { number outcome gateway } history { status revision }
         explanation { cause rule next nextAt }
       } } } }`,
      { id },
    );
    for (const message of data.campaign.messages.nodes) {
      expect(message).toMatchObject({
        text: 'Hello',
        campaign: { id },
        attempts: [{ number: 1, outcome: 'ACCEPTED' }],
      });
      expect(message.history[0]).toEqual({ status: 'QUEUED', revision: 1 });
      expect(message.history.at(-1).status).toBe(message.status);
      expect(Object.values(message.explanation).slice(0, 3).join(' ')).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('have every field of an SMS, whichever is selected alone', async () => {
    const own = await api.newCaller();
    const recipients = [{ to: mobile(1), reference: 'one' }];
    const { result } = await sendBulkSms(api.contextOf(own), { message: 'Hello', recipients });
    await drain(api.services);
    const { data } = await api.ask(own, '{ messages(first: 1) { nodes { id } } }');
    const ids = { campaignId: result.id, messageId: data.messages.nodes[0].id };
    for (const { name, type } of Object.values((schema.getType('SmsMessage') as GraphQLObjectType).getFields())) {
      const query = `query ($campaignId: UUID!, $messageId: UUID!) {
        message(id: $messageId) { ...Field }
        campaign(id: $campaignId) { messages(first: 1) { nodes { ...Field } edges { node { ... on Node { ...Field } } } } }
      } fragment Field on SmsMessage { ${name} ${isLeafType(getNamedType(type)) ? '' : '{ __typename }'} }`;
      const { message, campaign } = (await api.ask(own, query, ids)).data;
      expect(message).not.toBeNull();
      expect(campaign.messages).toEqual({ nodes: [message], edges: [{ node: message }] });
    }
  });
});

describe('a message', () => {
  it('can be found alone, in the list and as a node', async () => {
    const { result } = await sendSms(api.contextOf(caller), {
      to: mobile(77),
      message: 'Find me',
      reference: 'needle',
    });
    const { data } = await api.ask(
      caller,
      `query ($id: UUID!) {
         message(id: $id) { to text campaign { id } history { status } explanation { next } }
         node(id: $id) { __typename ... on SmsMessage { reference } }
         messages(first: 5, filter: { reference: "needle", to: "+${mobile(77)}", status: QUEUED }) { totalCount nodes { id } }
         later: messages(first: 5, filter: { reference: "needle", createdAfter: "2100-01-01T00:00:00Z" }) { nodes { id } }
       }`,
      { id: result.id.toUpperCase() },
    );
    expect(data).toMatchObject({
      message: { to: mobile(77), text: 'Find me', campaign: null, history: [{ status: 'QUEUED' }] },
      node: { __typename: 'SmsMessage', reference: 'needle' },
      messages: { totalCount: 1, nodes: [{ id: result.id }] },
      later: { nodes: [] },
    });
  });
});

describe('a message that waits for its retry', () => {
  it('shows what the gateway reported, and is explained by that', async () => {
    const { result } = await sendSms(api.contextOf(caller), { to: mobile(78), message: 'Try again' });
    await drain(api.services);
    const reference = encodeReference({ organisationId: caller.organisationId, messageId: result.id, attempt: 1 });
    const outcome = { kind: 'failed', code: 502 } as const;
    await receiveReports(api.services, 'north', [{ providerId: `at-north-${reference}`, outcome, rawCode: 'ABSENT' }]);
    await drain(api.services);
    const { data } = await api.ask(
      caller,
      `query ($id: UUID!) { message(id: $id) {
         status attempts { outcome deliveryCode rawCode } explanation { code cause rule next attempt attempts deliveryCode { code suppresses } }
       } }`,
      { id: result.id },
    );
    expect(data.message).toEqual({
      status: 'SENT',
      attempts: [{ outcome: 'ACCEPTED', deliveryCode: 502, rawCode: 'ABSENT' }],
      explanation: {
        cause: 'Gateway accepted the message but the network returned a hard rejection (502 RejectedByGateway).',
        rule: 'Code 502 is tried 2 times, then it is final.',
        next: 'Attempt 2 follows.',
        code: 'WAITING_FOR_RETRY',
        attempt: 2,
        attempts: 2,
        deliveryCode: { code: 502, suppresses: false },
      },
    });
  });
});

describe('suppressions', () => {
  const ADDED = 'suppressions { id mobile senderId deliveryCode source reason } userErrors { path code }';
  const add = (...numbers: object[]) => api.mutate(caller, 'addSuppressions', { numbers }, ADDED);
  const lift = (input: object) =>
    api.mutate(caller, 'liftSuppression', input, 'suppression { mobile } userErrors { code }');

  it('can be added, found and lifted', async () => {
    const numbers = [
      { mobile: `+${mobile(50)}`, reason: 'asked' },
      { mobile: mobile(51), senderId: 'Shop' },
    ];
    const added = await add(...numbers);
    expect(added.suppressions).toMatchObject([
      { mobile: mobile(50), senderId: null, deliveryCode: 409, source: 'MANUAL', reason: 'asked' },
      { mobile: mobile(51), senderId: 'Shop', deliveryCode: 406, source: 'MANUAL', reason: null },
    ]);
    expect(await add(...numbers)).toEqual(added);

    const list = `{ suppressions(first: 10, filter: { mobile: "${mobile(50)}" }) { totalCount nodes { mobile } } }`;
    expect((await api.ask(caller, list)).data.suppressions.totalCount).toBe(1);
    expect(await lift({ mobile: mobile(50) })).toEqual({ suppression: { mobile: mobile(50) }, userErrors: [] });
    expect((await lift({ id: added.suppressions[1].id })).suppression.mobile).toBe(mobile(51));
    expect((await lift({ mobile: mobile(50) })).userErrors).toEqual([{ code: 'NOT_FOUND' }]);
  });

  it('names each number that is none', async () => {
    expect(await add({ mobile: mobile(1) }, { mobile: 'x' })).toEqual({
      suppressions: [],
      userErrors: [{ path: ['numbers', '1', 'mobile'], code: 'MALFORMED' }],
    });
  });
});

describe('who is calling', () => {
  it('sees the key, the organisation, its limits and the catalogue', async () => {
    const own = await api.newCaller();
    const { data } = await api.ask(
      own,
      `{ viewer { apiKey { name mode scopes } organisation { id } } organisation { name retentionDays createdAt }
         rateLimits { bucket limit remaining windowSeconds resetAt } deliveryCodes { code name status retryable }
         one: deliveryCode(code: 404) { code } none: deliveryCode(code: 1) { code } }`,
    );
    expect(data.viewer).toMatchObject({ apiKey: { mode: 'LIVE' }, organisation: { id: own.organisationId } });
    expect(data.organisation).toMatchObject({ name: 'An organisation', retentionDays: 30 });
    expect(data.rateLimits.map((limit: { bucket: string; limit: number }) => [limit.bucket, limit.limit])).toEqual([
      ['SMS_SEND', 300],
      ['SMS_SEND_BULK', 60],
      ['GENERAL', 300],
    ]);
    expect(data.deliveryCodes).toHaveLength(14);
    expect([data.one, data.none]).toEqual([{ code: 404 }, null]);
  });
});
