import { SMS_STATUSES } from '../../../src/domain/vocabulary.js';
import { wronglyDerivedOf } from '../database/derived-from-messages.js';
import { repeatedly } from './repeatedly.js';

export type Sql = <Row extends object>(text: string, parameters?: unknown[]) => Promise<Row[]>;

export interface CountsReader {
  /** Ends the reading and answers how often it read and every reading that did not add up. */
  stop(): Promise<{ readonly readings: number; readonly wrong: readonly string[] }>;
}

const READ_EVERY_MS = 100;
/** Reading every message takes much of the machine, so only at every twentieth look, and at the end. */
const STATISTICS_EVERY = 20;

/**
 * One statement, so one moment: total, kept counts and the rows themselves, of every campaign there is. On Citus it is
 * one moment for each organisation, as all joins are within one.
 */
const READING = `
WITH real AS (
  SELECT organisation_id, campaign_id, count(*)::int AS rows,
         ${SMS_STATUSES.map((status) => `(count(*) FILTER (WHERE status = '${status}'))::int AS ${status}`).join(', ')}
  FROM sms_messages WHERE campaign_id IS NOT NULL GROUP BY organisation_id, campaign_id
)
SELECT c.id, c.total, coalesce(r.rows, 0) AS rows,
       ${SMS_STATUSES.map((status) => `p.${status}`).join(' + ')} AS counted,
       ${SMS_STATUSES.map((status) => `p.${status} = coalesce(r.${status}, 0)`).join(' AND ')} AS true
FROM campaigns c
LEFT JOIN campaign_progress p ON p.organisation_id = c.organisation_id AND p.campaign_id = c.id
LEFT JOIN real r ON r.organisation_id = c.organisation_id AND r.campaign_id = c.id`;

interface Reading {
  readonly id: string;
  readonly total: number;
  readonly rows: number;
  readonly counted: number | null;
  readonly true: boolean | null;
}

/**
 * Reads until it is stopped, or the test is over. A reading that fails, because the database is away, is none. The
 * statistics of the organisation `tampered` are left out: it writes statuses behind the program's back.
 */
export function startCountsReader(sql: Sql, over: AbortSignal, tampered?: string): CountsReader {
  const wrong = new Set<string>();
  let readings = 0;
  const look = async (read: () => Promise<string[]>) => {
    const found = await read().catch(() => null);
    for (const one of found ?? []) wrong.add(one);
    return found !== null;
  };
  const readCampaigns = async () => (await readWrongCampaigns(sql)).map((campaign) => JSON.stringify(campaign));
  const readStatistics = () => readWrongStatistics(sql, tampered);
  const readAll = async () => {
    if (await look(readCampaigns)) readings += 1;
    if (readings % STATISTICS_EVERY === 0) await look(readStatistics);
  };
  const reading = repeatedly(readAll, READ_EVERY_MS, over);
  return {
    async stop() {
      await reading.stop();
      await look(readStatistics);
      return { readings, wrong: [...wrong] };
    },
  };
}

export async function readWrongCampaigns(sql: Sql): Promise<Reading[]> {
  return (await sql<Reading>(READING)).filter((campaign) => !addsUp(campaign));
}

async function readWrongStatistics(sql: Sql, tampered: string | undefined): Promise<string[]> {
  const organisations = await sql<{ id: string }>('SELECT id FROM organisations');
  const wrong: string[] = [];
  for (const { id } of organisations.filter((each) => each.id !== tampered)) {
    wrong.push(...(await sql<{ wrong: string }>(wronglyDerivedOf(id))).map((row) => row.wrong));
  }
  return wrong;
}

function addsUp(campaign: Reading): boolean {
  return campaign.rows === campaign.total && campaign.counted === campaign.total && campaign.true === true;
}
