import type { Route } from '../../../src/domain/sms/routing.js';
import { compileRoutes } from '../../../src/domain/sms/routing.js';
import type { Customer, TestApi } from '../../http/start-api.js';
import { createProgrammableGateway, type GatewayScript } from '../gateways/programmable-gateway.js';

export type BulkInput = Readonly<Record<string, unknown>>;

const USER_ERRORS =
  'userErrors { __typename code message path ... on PreviewChangedError { changes { what gateway was is } } }';
const PREVIEW = `mutation ($input: SendBulkSmsInput!) {
  previewBulkSms(input: $input) {
    previewToken expiresAt total accepted invalid suppressed duplicates segments
    encodings { encoding messages segments } gateways { gateway messages segments creditFor }
    samples { kind position text segments encoding } startsAt estimatedEndAt
    problems(first: 1000) { position mobile status message code { code } } ${USER_ERRORS}
  }
}`;
const SEND = `mutation ($input: SendBulkSmsInput!) {
  sendBulkSms(input: $input) { campaign { id total accepted invalid suppressed duplicates } replayed ${USER_ERRORS} }
}`;

/** Calls GraphQL over HTTP; there is always an answer to look into. */
async function ask(customer: Customer, query: string, input: BulkInput) {
  const { body } = await customer.graphql(query, { input });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data;
}

export const preview = async (customer: Customer, input: BulkInput) =>
  (await ask(customer, PREVIEW, input)).previewBulkSms;
export const send = async (customer: Customer, input: BulkInput) => (await ask(customer, SEND, input)).sendBulkSms;

/** What stands in the database about a campaign. */
export async function seeCampaign({ sql }: Pick<TestApi, 'sql'>, campaignId: string) {
  const messages = await sql<{
    mobile: string;
    status: string;
    delivery_code: number | null;
    body: string;
    segments: number;
  }>(
    `SELECT m.mobile, m.status, m.delivery_code, coalesce(m.body, c.body) AS body, m.segments
     FROM sms_messages m JOIN campaigns c ON (c.organisation_id, c.id) = (m.organisation_id, m.campaign_id)
     WHERE m.campaign_id = $1 ORDER BY m.position`,
    [campaignId],
  );
  const gateways = await sql<{ gateway: string; messages: number; segments: number }>(
    `SELECT d.gateway, count(*)::int AS messages, sum(m.segments)::int AS segments
     FROM sms_due d JOIN sms_messages m ON m.organisation_id = d.organisation_id AND m.id = ANY (d.message_ids)
     WHERE m.campaign_id = $1 GROUP BY d.gateway ORDER BY messages DESC, d.gateway`,
    [campaignId],
  );
  return { messages, gateways };
}

/** Gives the API gateways in memory, and routes to them. */
export function routeThrough(
  { services }: Pick<TestApi, 'services'>,
  routes: readonly Route[],
  ...scripts: GatewayScript[]
) {
  const gateways = services.gateways as Map<string, unknown>;
  for (const script of scripts) gateways.set(script.name as string, createProgrammableGateway(script));
  Object.assign(services.routing, compileRoutes(routes));
}

const WEIGHTED = {
  anyOf: new Map([
    ['north', 3],
    ['south', 1],
  ]),
};

/** Routes to `first`, or by weight to two gateways, and numbers of France to one of them. */
export function useRoutes(api: Pick<TestApi, 'services'>, first: string | typeof WEIGHTED = WEIGHTED): void {
  const routes: Route[] = [
    { organisationId: null, gateways: [first] },
    { organisationId: null, prefixes: ['33'], gateways: ['south'] },
  ];
  routeThrough(api, routes, { name: 'north' }, { name: 'south' });
}
