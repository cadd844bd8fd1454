import { setTimeout as sleep } from 'node:timers/promises';
import { SMS_STATUSES } from '../../src/domain/vocabulary.js';

export type Sql = <Row extends object>(text: string, parameters?: unknown[]) => Promise<Row[]>;

export interface CountsReader {
  /** Ends the reading and answers how often it read and every reading that did not add up. */
  stop(): Promise<{ readonly readings: number; readonly wrong: readonly string[] }>;
}

const READ_EVERY_MS = 100;

/** One statement, so one moment: total, kept counts and the rows themselves, of every campaign there is. */
const READING = `
WITH real AS (
  SELECT campaign_id, count(*)::int AS rows,
         ${SMS_STATUSES.map((status) => `(count(*) FILTER (WHERE status = '${status}'))::int AS ${status}`).join(', ')}
  FROM sms_messages WHERE campaign_id IS NOT NULL GROUP BY campaign_id
)
SELECT c.id, c.total, coalesce(r.rows, 0) AS rows,
       ${SMS_STATUSES.map((status) => `p.${status}`).join(' + ')} AS counted,
       ${SMS_STATUSES.map((status) => `p.${status} = coalesce(r.${status}, 0)`).join(' AND ')} AS true
FROM campaigns c
LEFT JOIN campaign_progress p ON p.organisation_id = c.organisation_id AND p.campaign_id = c.id
LEFT JOIN real r ON r.campaign_id = c.id`;

interface Reading {
  readonly id: string;
  readonly total: number;
  readonly rows: number;
  readonly counted: number | null;
  readonly true: boolean | null;
}

/** Reads until it is stopped, or the test is over. A reading that fails, because the database is away, is none. */
export function startCountsReader(sql: Sql, over: AbortSignal): CountsReader {
  const wrong = new Set<string>();
  let readings = 0;
  let stopped = false;
  const reading = (async () => {
    while (!stopped && !over.aborted) {
      const campaigns = await sql<Reading>(READING).catch(() => null);
      if (campaigns) readings += 1;
      for (const campaign of campaigns ?? []) if (!addsUp(campaign)) wrong.add(JSON.stringify(campaign));
      await sleep(READ_EVERY_MS);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await reading;
      return { readings, wrong: [...wrong] };
    },
  };
}

function addsUp(campaign: Reading): boolean {
  return campaign.rows === campaign.total && campaign.counted === campaign.total && campaign.true === true;
}
