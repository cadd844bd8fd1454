import { pathOf } from '../http/start-api.js';
import type { Estate } from '../support/people/two-organisations.js';
import type { Ask, Call, Carried } from './carried.js';

const GRAPHQL_LISTS: Readonly<Record<string, string>> = {
  campaigns: 'id',
  messages: 'id',
  suppressions: 'id',
  senderIds: 'id',
  apiKeys: 'id',
  sessions: 'id',
  chatMessages: 'id',
  webhookEndpoints: 'id',
  members: 'person { id }',
  invitations: 'id',
  exportLinks: 'id',
  auditLog: 'id',
};

/** Every list with a cursor to go on from, in either direction. */
export async function listEverything({ customer, ids }: Estate, ask: Ask): Promise<Carried['lists']> {
  const lists: { name: string; call: Call }[] = [];
  const keep = (name: string, method: string, path: string, body: unknown) =>
    lists.push({ name, call: { by: 'live', method, path, body, headers: {} } });
  const outer = Object.entries(GRAPHQL_LISTS).map(([name, node]) => ({
    name,
    node,
    open: '{',
    close: '}',
    field: name,
  }));
  const nested = [
    { name: 'groups', node: 'chatId', open: '{', close: '}', field: `groups(sessionId: "${ids.session}"` },
    {
      name: 'messages of a campaign',
      node: 'id',
      open: `{ campaign(id: "${ids.dispatchedCampaign}") {`,
      close: '} }',
      field: 'messages',
    },
    {
      name: 'deliveries of a webhook',
      node: 'sequence',
      open: `{ webhookEndpoint(id: "${ids.webhook}") {`,
      close: '} }',
      field: 'deliveries',
    },
  ];
  for (const { name, node, open, close, field } of [...outer, ...nested]) {
    const from = field.includes('(') ? `${field}, ` : `${field}(`;
    const first = await ask(`${open} list: ${from}first: 1) { pageInfo { endCursor } } ${close}`);
    const last = await ask(`${open} list: ${from}last: 1) { pageInfo { startCursor } } ${close}`);
    const cursor = listIn(first).pageInfo.endCursor;
    const before = listIn(last).pageInfo.startCursor;
    keep(`${name}, on`, 'POST', '/graphql', {
      query: `${open} list: ${from}first: 50, after: "${cursor}") { nodes { ${node} } } ${close}`,
    });
    keep(`${name}, back`, 'POST', '/graphql', {
      query: `${open} list: ${from}last: 50, before: "${before}") { nodes { ${node} } } ${close}`,
    });
  }
  const pages = [
    { path: '/v1/sms/campaigns/' },
    { path: '/v1/suppressions/' },
    { path: '/v1/webhooks/' },
    { path: `/v1/webhooks/${ids.webhook}/deliveries/` },
    { path: '/v1/audit/' },
    { path: '/v1/chatapp/phones/' },
    { path: `/v1/chatapp/${ids.session}/groups/` },
    { path: '/v1/sms/campaigns/messages/', method: 'POST', body: { campaign_id: ids.dispatchedCampaign } },
  ];
  for (const { path, method = 'GET', body } of pages) {
    const { body: page, text } = await customer.call(method, `${path}?page_size=1`, body);
    if (!page.next) throw new Error(`${path} has one page only: ${text}`);
    const next = pathOf(page.next);
    keep(`${method} ${path}`, method, next, body);
    if (method === 'POST') keep(`GET ${path}`, 'GET', next, undefined);
  }
  keep('events', 'GET', '/v1/events/?after=3&page_size=50', undefined);
  return lists;
}

/** The list in an answer, however deep. */
// biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
function listIn(data: any): any {
  return data.list ?? listIn(Object.values(data)[0]);
}
