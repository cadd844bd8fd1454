import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { findUnreadDeliveries } from '../../../db/sql/kernel/inbox.js';
import { readWaiting } from '../../../db/sql/sms/campaigns/campaign-pauses.js';
import { findEarlierTries } from '../../../db/sql/sms/campaigns/retries.js';
import { listProviderIds } from '../../../db/sql/sms/dispatch/attempts.js';
import type { ClaimedMessage } from '../../../db/sql/sms/dispatch/claim-messages.js';
import { findDelivered } from '../../../db/sql/sms/messages/message-states.js';
import type { ConfiguredGateway } from '../../../domain/sms/gateway.js';
import { referencePrefix } from '../../../domain/sms/reference.js';
import { REPORTS_FIRST, UNCLAIMED } from '../../../domain/sms/verdict.js';
import type { Services } from '../../context.js';
import { retryWhileDatabaseAway } from '../../kernel/retry-writes.js';
import { endWaiting } from './cancel-waiting.js';
import type { Batch } from './claim.js';
import { FIRST_LOOK, planSettingsFor, planVerdicts, writePlan } from './plan.js';

export interface EarlierTries {
  /** Messages that a retry sends again, although an earlier try was delivered. */
  readonly delivered: ReadonlySet<string>;
  /** Messages of which a stored report says so that no worker has folded yet. */
  readonly reported: ReadonlySet<string>;
}

/**
 * Leaves out messages whose recipients have the text already, by an earlier attempt or by the message that a retry
 * sends again, and gives their claims back. A message that is submitted for the first time costs nothing here.
 */
export async function leaveOutDelivered(
  services: Services,
  configured: ConfiguredGateway,
  organisationId: string,
  batch: Batch,
): Promise<Batch> {
  const again = batch.messages.filter((message) => message.is_retry || message.attempt > 1);
  if (again.length === 0) return batch;
  return retryWhileDatabaseAway(services.logger, () =>
    services.db.inOrganisation(organisationId, async (tx) => {
      const { delivered, reported } = await readEarlierTries(tx, again);
      const settings = planSettingsFor(services, configured, organisationId, FIRST_LOOK);
      const giveBack = (left: ReadonlySet<string>, verdict: typeof UNCLAIMED) => {
        const judged = again.filter(({ id }) => left.has(id)).map((message) => ({ ...claimOf(message), verdict }));
        return writePlan(tx, planVerdicts(judged, settings), { phases: ['submitting'] });
      };
      await giveBack(reported, REPORTS_FIRST);
      const unclaimed = await giveBack(delivered, UNCLAIMED);
      if (unclaimed.size > 0) await endWaiting(tx, await readWaiting(tx, [...unclaimed]));
      return { ...batch, messages: batch.messages.filter(({ id }) => !delivered.has(id) && !reported.has(id)) };
    }),
  );
}

function claimOf({ id, attempt, claim }: ClaimedMessage) {
  return { messageId: id, attempt, claim };
}

/** What became of the earlier attempts at the messages, and of the messages that they send again. */
export async function readEarlierTries(
  tx: OrganisationTx,
  messages: readonly { readonly id: string }[],
): Promise<EarlierTries> {
  const ids = messages.map(({ id }) => id);
  const earlier = await findEarlierTries(tx, ids);
  const triesOf = (id: string): readonly string[] => {
    const before = earlier.get(id);
    return before === undefined ? [] : [before, ...triesOf(before)];
  };
  const all = [...new Set([...ids, ...ids.flatMap(triesOf)])];
  // The inbox first: a report that is folded in between is then found in one of the two.
  const reported = await findReported(tx, all);
  const delivered = await findDelivered(tx, all);
  const isReported = (id: string) => [id, ...triesOf(id)].some((one) => reported.has(one));
  const isDelivered = (id: string) => triesOf(id).some((one) => delivered.has(one));
  return {
    delivered: new Set(ids.filter(isDelivered)),
    reported: new Set(ids.filter((id) => !isDelivered(id) && isReported(id))),
  };
}

/** Those of the messages that stored reports say were delivered. */
async function findReported(tx: OrganisationTx, messageIds: readonly string[]): Promise<ReadonlySet<string>> {
  const byPrefix = new Map(messageIds.map((id) => [referencePrefix(tx.organisationId, id), id]));
  const named = await listProviderIds(tx, messageIds);
  const byProviderId = Map.groupBy(named, (row) => row.provider_id);
  const reports = await findUnreadDeliveries(tx, {
    prefixes: [...byPrefix.keys()],
    providerIds: named.map((row) => row.provider_id),
    gateways: named.map((row) => row.gateway),
  });
  return new Set(
    reports.flatMap(({ prefix, provider_id: providerId }) => [
      ...(byPrefix.has(prefix ?? '') ? [byPrefix.get(prefix ?? '') as string] : []),
      ...(byProviderId.get(providerId ?? '') ?? []).map((row) => row.message_id),
    ]),
  );
}
