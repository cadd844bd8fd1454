import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { listOrganisations } from '../../../db/sql/people/organisations.js';
import { applyVerdict } from '../../../db/sql/sms/dispatch/apply-verdicts.js';
import { recordUnknownAttempts } from '../../../db/sql/sms/dispatch/attempts.js';
import { claimUnfinished, listUnfinished } from '../../../db/sql/sms/dispatch/unfinished-messages.js';
import { OUTCOME_UNKNOWN } from '../../../domain/sms/verdict.js';
import { idsOf, portions } from '../../../lib/lists.js';
import type { Services } from '../../context.js';

/** Of one transaction. */
const MOST_MESSAGES = 5_000;

/**
 * For a database that was restored: messages that waited at the time of the backup may have been sent since, or
 * cancelled. They end as messages do whose answer was lost for good; a late report still makes them delivered. Returns
 * how many. May be called again if it fails half-way, but never beside workers.
 */
export async function endUnfinished({ db }: Pick<Services, 'db'>): Promise<number> {
  const organisations = await db.acrossOrganisations(listOrganisations);
  let ended = 0;
  for (const { id } of organisations) {
    const due = await db.inOrganisation(id, listUnfinished);
    for (const [gateway, rows] of Map.groupBy(due, (row) => row.gateway)) {
      const messageIds = rows.flatMap((row) => row.message_ids);
      for (const some of portions(messageIds, MOST_MESSAGES)) {
        ended += await db.inOrganisation(id, (tx) => endSome(tx, gateway, some));
      }
    }
  }
  return ended;
}

async function endSome(tx: OrganisationTx, gateway: string, messageIds: readonly string[]): Promise<number> {
  const claimed = await claimUnfinished(tx, gateway, messageIds);
  await recordUnknownAttempts(tx, gateway, claimed, 'restored from a backup');
  const unknown = { messageIds: idsOf(claimed), verdict: OUTCOME_UNKNOWN };
  const { changed } = await applyVerdict(tx, unknown, { phases: ['submitting'] });
  return changed.length;
}
