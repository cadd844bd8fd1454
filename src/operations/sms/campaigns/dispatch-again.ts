import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import type { CampaignRow } from '../../../db/sql/sms/campaigns/campaigns.js';
import { scheduleDue, takeOffAgenda } from '../../../db/sql/sms/dispatch/agenda.js';
import type { RowOf } from '../../../db/tables.js';
import { priorityOf } from '../../../domain/sms/priority.js';
import { routerFor } from '../../../domain/sms/routing.js';
import type { Context } from '../../context.js';
import { announceDispatch, planDue } from '../dispatch/announce.js';

export interface WaitingMessages {
  readonly messages: readonly (RowOf<'sms_messages', 'id' | 'mobile'> & {
    /** The gateway of the last attempt. */
    readonly gateway?: string | null;
  })[];
  /** A moment, or seconds from now. */
  readonly due: Date | number;
  /** The names of gateways that are not configured, read before the transaction: `listUnconfigured`. */
  readonly unconfigured: readonly string[];
}

type Campaign = Pick<CampaignRow, 'sender_id' | 'test' | 'total' | 'at_least_once'>;

/**
 * Puts messages of a campaign on the agenda: those that were submitted before at the same gateway, the others by their
 * route. Their agenda rows that no worker has leased are replaced, so that repeating this does not make more and more
 * rows, and none is left at a gateway that is not configured any more.
 */
export async function dispatchAgain(
  tx: OrganisationTx,
  { routing, gateways, policy, hints, caller: { organisationId } }: Context,
  { sender_id: senderId, test, total, at_least_once: atLeastOnce }: Campaign,
  { messages, due, unconfigured }: WaitingMessages,
): Promise<void> {
  const messageIds = messages.map(({ id }) => id);
  await takeOffAgenda(tx, [...gateways.keys(), ...unconfigured], messageIds);
  const { firstFor } = routerFor(routing, { organisationId, senderId, test });
  const byGateway = Map.groupBy(messages, ({ id, mobile, gateway }) => gateway ?? firstFor(mobile ?? '', id));
  const priority = priorityOf(total, atLeastOnce);
  const rows = planDue('dispatch', byGateway, { due, portion: policy.batchSize, priority });
  await scheduleDue(tx, rows);
  await announceDispatch(tx, hints, rows);
}
