import type { Pool } from 'pg';
import { fromDist } from '../../support/programs/from-dist.ts';
import { type Call, load } from '../calls.ts';
import { atMost, compared, type Finding, median, medianRatio, milliseconds, takeTurns } from '../measure.ts';
import { LARGE, openListing, SMALL } from '../scenarios/listing.ts';
import type { Stage } from '../stage.ts';

const { findCampaign } = await fromDist<typeof import('../../../src/db/sql/sms/campaigns/campaigns.js')>(
  'db/sql/sms/campaigns/campaigns.js',
);
type OrganisationTx = import('../../../src/db/postgres/transaction.js').OrganisationTx;
type Compiled = import('../../../src/db/postgres/statement.js').Compiled;

const LOAD = { connections: 4, duration: 2 };
const READS = 1_000;
const WARM_UP_ROUNDS = 1;

/** The counts of a campaign, which are kept and never counted: reading them must not depend on its size. */
export async function benchCounts(stage: Stage, rounds: number): Promise<Finding[]> {
  const { database, tenant, smallId, largeId, floor, unlimited } = await openListing(stage);
  const ask = (url: string, path: string) => {
    const call: Call = { method: 'GET', path };
    return async () => (await load(url, call, [tenant], LOAD)).perSecond;
  };
  const statements = readStatements(database.superuser, tenant.organisationId, smallId, largeId);
  const samples = await takeTurns(
    {
      ...statements,
      floor: ask(floor.url, `/campaigns/${largeId}`),
      small: ask(unlimited.url, `/v1/sms/campaigns/${smallId}/`),
      large: ask(unlimited.url, `/v1/sms/campaigns/${largeId}/`),
    },
    { rounds, warmUpRounds: WARM_UP_ROUNDS },
  );

  const time = (work: keyof typeof statements, note?: string) =>
    ({ value: median(samples[work]), unit: 'ms', ...(note && { note }) }) as const;
  const rate = (work: 'floor' | 'small' | 'large', note?: string) =>
    ({ value: median(samples[work]), unit: '/s', ...(note && { note }) }) as const;
  return (['small', 'large'] as const).flatMap((size) => {
    const work = `counts of a campaign of ${(size === 'small' ? SMALL : LARGE).toLocaleString('en')}`;
    const statement: keyof typeof statements = `${size}Statement`;
    return [
      compared(
        `${work}, the statement`,
        time('primaryKey', 'one row by primary key'),
        time(statement),
        medianRatio(samples[statement], samples.primaryKey),
        atMost(1.8),
      ),
      compared(
        `${work}, REST`,
        rate('floor', 'bare Fastify, the same row'),
        rate(size),
        medianRatio(samples.floor, samples[size]),
        atMost(1.8),
      ),
    ];
  });
}

/** One after the other on one connection: the time of one. */
function readStatements(superuser: Pool, organisationId: string, smallId: string, largeId: string) {
  const query = async (name: string, text: string, values: readonly unknown[]) =>
    (await superuser.query({ name, text, values: [...values] })).rows;
  const tx = {
    organisationId,
    query: ({ sql, parameters }: Compiled) => query('counts', sql, parameters),
  } as unknown as OrganisationTx;
  const repeatedly = (read: () => Promise<unknown>) => async () =>
    (await milliseconds(async () => {
      for (let count = 0; count < READS; count += 1) await read();
    })) / READS;
  const byKey = 'SELECT * FROM campaign_progress WHERE organisation_id = $1 AND campaign_id = $2';
  return {
    primaryKey: repeatedly(() => query('key', byKey, [organisationId, largeId])),
    smallStatement: repeatedly(() => findCampaign(tx, smallId)),
    largeStatement: repeatedly(() => findCampaign(tx, largeId)),
  };
}
