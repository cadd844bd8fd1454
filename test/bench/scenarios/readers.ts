import { type Call, graphql, load, post } from '../calls.ts';
import { atMost, compared, type Finding, median, medianRatio, takeTurns } from '../measure.ts';
import { peerProgram } from '../peer-programs.ts';
import { startPeer } from '../processes.ts';
import type { Stage } from '../stage.ts';
import { openListing } from './listing.ts';

const PAGE_SIZE = 1_000;
const LOAD = { connections: 4, duration: 4 };
const WARM_UP_ROUNDS = 1;
const RESOLVED = `query ($organisationId: ID!, $campaignId: ID!, $first: Int!) {
  messages(organisationId: $organisationId, campaignId: $campaignId, first: $first) { mobile status deliveryCode }
}`;
/** PostGraphile makes its schema from what it finds. */
const VIEW = `CREATE SCHEMA peers;
CREATE VIEW peers.messages AS
SELECT organisation_id, campaign_id, position, mobile, status::text AS status, delivery_code FROM public.sms_messages`;
const GENERATED = `query ($organisationId: UUID!, $campaignId: UUID!, $first: Int!) {
  allMessages(condition: { organisationId: $organisationId, campaignId: $campaignId }, orderBy: POSITION_ASC,
                 first: $first) { nodes { mobile status deliveryCode } }
}`;
const OURS = `query ($id: UUID!) {
  campaign(id: $id) { messages(first: ${PAGE_SIZE}) { nodes { mobile: to status deliveryCode } } }
}`;

/** The same thousand lines by other GraphQL servers over the same table, without keys, tenancy or limits. */
export async function benchReaders(stage: Stage, rounds: number): Promise<Finding[]> {
  const { database, tenant, largeId, floor, unlimited } = await openListing(stage);
  await database.superuser.query(VIEW);
  const variables = { organisationId: tenant.organisationId, campaignId: largeId, first: PAGE_SIZE };
  const peers = {
    mercurius: await startPeer(stage, database, peerProgram('mercurius')),
    yoga: await startPeer(stage, database, peerProgram('yoga')),
    postgraphile: await startPeer(stage, database, peerProgram('postgraphile')),
  };
  const works: Readonly<Record<string, readonly [string, Call]>> = {
    floor: [floor.url, post('/page', { campaign_id: largeId, page_size: PAGE_SIZE })],
    ours: [unlimited.url, graphql(OURS, { id: largeId })],
    mercurius: [peers.mercurius.url, graphql(RESOLVED, variables)],
    yoga: [peers.yoga.url, graphql(RESOLVED, variables)],
    postgraphile: [peers.postgraphile.url, graphql(GENERATED, variables)],
  };
  for (const [name, [url, call]] of Object.entries(works)) await checkLines(name, url, call, tenant.headers);

  const samples = await takeTurns(
    Object.fromEntries(
      Object.entries(works).map(([name, [url, call]]) => [name, () => load(url, call, [tenant], LOAD)]),
    ),
    { rounds, warmUpRounds: WARM_UP_ROUNDS },
  );
  const rates = (work: string) => (samples[work] ?? []).map(({ perSecond }) => perSecond);
  return Object.keys(works)
    .filter((name) => name !== 'floor')
    .map((name) =>
      compared(
        `a page of 1000 over GraphQL, ${name}`,
        { value: median(rates('floor')), unit: '/s', note: 'bare Fastify, SQL, JSON.stringify' },
        { value: median(rates(name)), unit: '/s' },
        medianRatio(rates('floor'), rates(name)),
        name === 'ours' ? atMost(2.5) : null,
      ),
    );
}

/** Who answers something else is not compared. */
async function checkLines(name: string, url: string, { path, body }: Call, headers: Readonly<Record<string, string>>) {
  const answer = await fetch(url + path, { method: 'POST', headers, ...(body !== undefined && { body }) });
  const text = await answer.text();
  const lines = text.split('"mobile":').length - 1;
  if (!answer.ok || lines !== PAGE_SIZE) throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 500)}`);
}
