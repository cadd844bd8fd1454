import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { readHashingKeys } from '../../../db/sql/kernel/secret-keys.js';
import { readGatewayStates } from '../../../db/sql/sms/dispatch/holds.js';
import { findOptOutsAt } from '../../../db/sql/sms/gateways/gateway-opt-outs.js';
import { readOutages } from '../../../db/sql/sms/gateways/gateway-outages.js';
import type { MessageRow } from '../../../db/sql/sms/messages/messages.js';
import { findLastStop } from '../../../db/sql/sms/recipients/suppression-causes.js';
import type { Sending, SuppressionRow } from '../../../db/sql/sms/recipients/suppressions.js';
import { holdsMessages } from '../../../db/sql/sms/senders/sender-ids.js';
import { hashMobile } from '../../../domain/secret-keys.js';
import { blockSuppressed, type PlannedNumber } from '../../../domain/sms/bulk-plan.js';
import type { SuppressionCause } from '../../../domain/sms/explanation/explain-message.js';
import { type Forecast, forecast, type RoutedGateway } from '../../../domain/sms/explanation/forecast.js';
import { optsOutOf } from '../../../domain/sms/gateway.js';
import { routeOf, SANDBOX_GATEWAY } from '../../../domain/sms/routing.js';
import { newId } from '../../../lib/ids.js';
import type { Context } from '../../context.js';
import { conditionOf } from '../gateways/gateway-states.js';
import { failUncovered } from '../senders/enforce-sender-id.js';
import { findBlocking } from '../suppressions/blocking.js';

type Forecaster = Pick<Context, 'caller' | 'secretKeys' | 'routing'>;

/** Runs the checks of a send and of a claim for one number. `lastSent` are the last messages to it. */
export async function forecastFor(
  tx: OrganisationTx,
  context: Forecaster,
  number: PlannedNumber,
  send: Sending,
  lastSent: readonly MessageRow[],
): Promise<Forecast> {
  const { caller, secretKeys } = context;
  const { senderId } = send;
  const covered = senderId === null ? [number] : await failUncovered(tx, caller, senderId, [number]);
  const { suppressions, codes } = await findBlocking(tx, secretKeys, send, [number.mobile]);
  const suppression = suppressions.get(number.mobile);
  const [checked = number] = blockSuppressed(covered, codes);
  return forecast({
    checked,
    suppression: suppression ? await findCause(tx, suppression, send) : null,
    isSenderRejected: senderId !== null && (await holdsMessages(tx, senderId)),
    route: await readRoute(tx, context, number.mobile, { ...send, mayKnowOptOuts: lastSent.some(isLike(send)) }),
  });
}

async function findCause(
  tx: OrganisationTx,
  { mobile, source, created_at: since }: SuppressionRow,
  send: Sending,
): Promise<SuppressionCause> {
  const said = source === 'keyword' ? await findLastStop(tx, mobile, send) : null;
  return { source, at: said?.changed_at ?? since, word: said?.word ?? null, ownNumber: said?.own_number ?? null };
}

/**
 * Organisations share a gateway, so an opt-out there may come from the messages of another. This one learns of it only
 * if such a message of its own was handed over: to ask must not tell more than to send, and costs nothing.
 */
const isLike =
  ({ senderId, test }: Sending) =>
  (message: MessageRow): boolean =>
    message.handed_over && message.sender_id === senderId && message.test === test;

interface RoutedSending extends Sending {
  readonly mayKnowOptOuts: boolean;
}

async function readRoute(
  tx: OrganisationTx,
  { caller, secretKeys, routing }: Forecaster,
  mobile: string,
  { senderId, test, mayKnowOptOuts }: RoutedSending,
): Promise<[RoutedGateway, ...RoutedGateway[]]> {
  // By the weights of the route, a new id chooses as the next message would.
  const id = newId();
  const [first = SANDBOX_GATEWAY, ...others] = test
    ? []
    : routeOf(routing, caller.organisationId, { id, mobile, senderId });
  const names = [first, ...others];
  const states = new Map((await readGatewayStates(tx, names)).map((row) => [row.gateway, row]));
  const outages = new Map((await readOutages(tx)).map((row) => [row.gateway, row]));
  const hashes = (await readHashingKeys(tx, secretKeys)).map((key) => hashMobile(key, mobile));
  const optOuts = (await findOptOutsAt(tx, names, hashes)).filter((optOut) => optsOutOf(optOut.sender_id, senderId));
  const toGateway = (name: string): RoutedGateway => {
    const row = states.get(name);
    const { state, nextTryAt } = row ? conditionOf(row, outages.get(name)) : { state: 'up' as const, nextTryAt: null };
    const isOptedOut = mayKnowOptOuts && optOuts.some(({ gateway }) => gateway === name);
    return { name, state, nextTryAt, isOptedOut };
  };
  return [toGateway(first), ...others.map(toGateway)];
}
