import { lowestIdAt } from '../../../../lib/ids.js';
import type { EveryOrganisationSql } from '../../../postgres/transaction.js';

export interface UnheardStops {
  readonly gateway: string;
  /** How the number of one of them begins. */
  readonly sender: string;
  readonly messages: number;
}

const LOOKED_BACK_MS = 30 * 24 * 3_600_000;

/**
 * By gateway, how many messages of the last 30 days said STOP and came from a number that lacks its country code: it
 * suppresses nothing. Short codes and names are left out, since nobody writes to them.
 */
export function listUnheardStops(tx: EveryOrganisationSql): Promise<UnheardStops[]> {
  return tx.sql<UnheardStops>(
    `SELECT gateway, left(max(sender), 4) AS sender, count(*)::int AS messages FROM inbound_messages
     WHERE mobile IS NULL AND keyword = 'stop' AND id > :since AND sender ~ '^[0-9]{7,15}$'
     GROUP BY gateway ORDER BY gateway`,
    { since: lowestIdAt(Date.now() - LOOKED_BACK_MS) },
  );
}
