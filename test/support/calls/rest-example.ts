import type { Route } from '../../../src/api/rest/route.js';
import { foldInbound } from '../../../src/operations/sms/inbound/fold-inbound.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import type { Customer, TestApi } from '../../http/start-api.js';
import { addDelivery } from '../event-log.js';
import { addFailedCampaign } from '../failed-campaign.js';
import { addPhone } from '../phones.js';
import { exampleBodyOf, NOWHERE } from './generate-rest-calls.js';
import { ROUTES } from './rest-routes.js';

/** The path of a route, and the query and body of its example, about things that the customer has. */
export interface RestExample {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Ids of things that a customer has: one of each kind that a path or body can name. */
export type OwnIds = Awaited<ReturnType<typeof addOneOfEach>>;

/** Apart from the number of the examples: two routes lift a suppression, and one erases a number. */
const SUPPRESSED = '12025550106';
const WRITER = '12025550107';

export async function addOneOfEach(api: TestApi, customer: Customer) {
  const { organisationId } = customer;
  const post = async (path: string, body: object) => (await customer.call('POST', path, body)).body;
  const failedCampaignId = await addFailedCampaign(api, customer);
  const bulk = await post('/v1/sms/send-bulk/', { message: 'Hello', recipients: ['12025550101', 'bad'] });
  const sent = await post('/v1/sms/send/', { to: '12025550101', message: 'Hello' });
  await post('/v1/suppressions/', { numbers: ['12025550100', SUPPRESSED] });
  const sessionId = await addPhone(api.services, organisationId);
  const text = { to: '12025550100', type: 'text', message: 'Hello' };
  const chatted = await post(`/v1/chatapp/${sessionId}/send/`, text);
  const webhook = await post('/v1/webhooks/', { url: NOWHERE });
  await addDelivery(api.services, organisationId, webhook.id);
  const exportLink = await post('/v1/exports/', { what: 'messages' });
  const said = { key: 'one', from: WRITER, to: '12025550199', text: 'Hello', organisationId };
  await receiveInbound(api.services, 'sandbox', [said]);
  await foldInbound(api.services);
  const listed = await post('/v1/sms/campaigns/messages/', { campaign_id: bulk.campaign_id, page_size: 1 });
  const ids = {
    campaign_id: bulk.campaign_id as string,
    failed_campaign_id: failedCampaignId,
    message_id: sent.message_id,
    chat_message_id: chatted.message_id,
    session_id: sessionId,
    webhook_id: webhook.id,
    export_link_id: exportLink.id,
    cursor: listed.next_cursor,
  };
  return { ...(await firstOfLists(customer, Object.keys(ids))), ...ids };
}

/** The ids that paths name, and that are not known yet, of the first rows of their lists. */
async function firstOfLists(customer: Customer, known: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const paths: readonly string[] = ROUTES.filter(({ method }) => method === 'GET').map(({ path }) => path);
  const found = paths.map(async (path) => {
    const [, list = '', name = ''] = /^(.+\/)\{(\w+)\}\/$/.exec(path) ?? [];
    if (known.includes(name) || !paths.includes(list)) return [];
    const { body } = await customer.call('GET', list);
    return [[name, body.results[0][name]] as const];
  });
  return Object.fromEntries((await Promise.all(found)).flat());
}

export function exampleOf(route: Route, ids: OwnIds): RestExample {
  const named: Record<string, string> = { ...ids, sequence: '1', mobile: SUPPRESSED };
  if (route.path.endsWith('/retry/')) named.campaign_id = ids.failed_campaign_id;
  if (route.path.startsWith('/v1/chatapp/')) named.message_id = ids.chat_message_id;
  const body = exampleBodyOf(route) as Record<string, unknown> | undefined;
  const query = route.example?.query ?? {};
  return {
    path: route.path.replace(/\{(\w+)\}/g, (_, name: string) => named[name] ?? ''),
    query: 'cursor' in query ? { ...query, cursor: ids.cursor } : query,
    body: body && 'campaign_id' in body ? { ...body, campaign_id: ids.campaign_id } : body,
  };
}
