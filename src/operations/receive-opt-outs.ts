import { findWrittenTo } from '../db/queries/find-written-to.js';
import { suppress } from '../db/queries/suppressions.js';
import { acrossOrganisations } from '../db/transaction.js';
import type { Services } from '../domain/context.js';
import { findDeliveryCode } from '../domain/delivery-codes.js';
import type { OptOut } from '../domain/ports.js';

const OPTED_OUT = 406;

/**
 * Suppresses people who have told a gateway that they want no more messages, as a 406 for each message that made them say so
 * would; when this has resolved, the gateway may forget them. It does not say whose messages they were, and several
 * organisations may use one account: those that have written to the number are meant, and no others.
 */
export async function receiveOptOuts(
  { orm, logger }: Pick<Services, 'orm' | 'logger'>,
  gateway: string,
  optOuts: readonly OptOut[],
): Promise<void> {
  const reason = findDeliveryCode(OPTED_OUT)?.meaning ?? null;
  const reached = await acrossOrganisations(orm, async (tx) => {
    const writtenTo = await findWrittenTo(tx, gateway, optOuts);
    for (const [organisationId, rows] of Map.groupBy(writtenTo, (row) => row.organisation_id)) {
      const entries = rows.map(({ mobile, sender_id: senderId }) => ({
        mobile,
        senderId: senderId ?? '',
        deliveryCode: OPTED_OUT,
        reason,
      }));
      await suppress(tx, organisationId, 'gateway', entries);
    }
    return new Set(writtenTo.map(({ mobile }) => mobile));
  });
  const unmatched = optOuts.filter(({ mobile }) => !reached.has(mobile)).length;
  if (unmatched > 0) logger.warn({ gateway, optOuts: unmatched }, 'opt-outs of numbers that nobody has written to');
}
