import type { Pool } from 'pg';
import type { Compiled } from '../../../src/db/postgres/statement.js';
import type { OrganisationTx } from '../../../src/db/postgres/transaction.js';
import { findCampaign } from '../../../src/db/sql/sms/campaigns/campaigns.js';
import { type Call, loadPerSecond } from '../calls.ts';
import { atMost, comparedRounds, type Finding, milliseconds, takeTurns } from '../measure.ts';
import { LARGE, openListing, SMALL } from '../scenarios/listing.ts';
import type { Stage } from '../stage.ts';

const LOAD = { connections: 4, duration: 2 };
const READS = 1_000;

/** The counts of a campaign, which are kept and never counted: reading them must not depend on its size. */
export async function benchCounts(stage: Stage, rounds: number): Promise<Finding[]> {
  const { database, tenant, smallId, largeId, floor, unlimited } = await openListing(stage);
  const ask = (url: string, path: string) => {
    const call: Call = { method: 'GET', path };
    return () => loadPerSecond(url, call, [tenant], LOAD);
  };
  const statements = readStatements(database.superuser, tenant.organisationId, smallId, largeId);
  const samples = await takeTurns(rounds, {
    ...statements,
    floor: ask(floor.url, `/campaigns/${largeId}`),
    small: ask(unlimited.url, `/v1/sms/campaigns/${smallId}/`),
    large: ask(unlimited.url, `/v1/sms/campaigns/${largeId}/`),
  });

  return (['small', 'large'] as const).flatMap((size) => {
    const work = `counts of a campaign of ${(size === 'small' ? SMALL : LARGE).toLocaleString('en')}`;
    return [
      comparedRounds(`${work}, the statement`, {
        unit: 'ms',
        floor: samples.primaryKey,
        note: 'one row by primary key',
        ours: samples[`${size}Statement`],
        wanted: atMost(1.8),
      }),
      comparedRounds(`${work}, REST`, {
        unit: '/s',
        floor: samples.floor,
        note: 'bare Fastify, the same row',
        ours: samples[size],
        ofFloorToOurs: true,
        wanted: atMost(1.8),
      }),
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
