import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { readHashingKeys } from '../../../db/sql/kernel/secret-keys.js';
import { lockPausedCampaigns } from '../../../db/sql/sms/campaigns/campaign-pauses.js';
import { markStarted } from '../../../db/sql/sms/campaigns/campaign-states.js';
import { type DueRow, rowsInTime, scheduleDue } from '../../../db/sql/sms/dispatch/agenda.js';
import {
  type ClaimedMessage,
  claimInDoubt,
  claimMessages,
  findTraces,
} from '../../../db/sql/sms/dispatch/claim-messages.js';
import { burstOf, chargePace, countAffordable, refillPace } from '../../../db/sql/sms/dispatch/pacing.js';
import { findOptOuts } from '../../../db/sql/sms/gateways/gateway-opt-outs.js';
import { findUnclaimed, type UnclaimedMessage } from '../../../db/sql/sms/messages/message-states.js';
import { suppress } from '../../../db/sql/sms/recipients/insert-suppressions.js';
import { hashMobile } from '../../../domain/secret-keys.js';
import { CODE_OF, findDeliveryCode } from '../../../domain/sms/delivery-codes.js';
import { type ConfiguredGateway, type GatewayPace, optsOutOf } from '../../../domain/sms/gateway.js';
import { isUrgent, onAgenda, type Priority } from '../../../domain/sms/priority.js';
import { encodeReference } from '../../../domain/sms/reference.js';
import { idsOf } from '../../../lib/lists.js';
import type { Services } from '../../context.js';
import { findErasedCodes } from '../suppressions/erased-codes.js';

export interface Batch {
  readonly messages: readonly ClaimedMessage[];
  /** Of the messages; none while tracing is off. */
  readonly traces: readonly string[];
  /** How many messages the worker tried to claim. Some of them may have been cancelled, held or put off meanwhile. */
  readonly tried: number;
  /** The pace of the gateway allows no further message for this long. */
  readonly waitMs: number;
}

export const NOTHING_CLAIMED: Batch = { messages: [], traces: [], tried: 0, waitMs: 0 };

export interface Claimable {
  readonly messageIds: readonly string[];
  readonly priority: Priority;
}

/** Claims the first of the messages, as many as the pace of the gateway allows. Commit before submitting. */
export async function claimBatch(
  tx: OrganisationTx,
  services: Pick<Services, 'secretKeys'>,
  { gateway: { name: gateway }, pace }: ConfiguredGateway,
  { messageIds, priority }: Claimable,
): Promise<Batch> {
  const allowance = await readAllowance(tx, gateway, pace, priority);
  if (allowance < 1) {
    return { messages: [], traces: [], tried: 0, waitMs: ((1 - allowance) / (pace.ratePerSecond ?? 1)) * 1000 };
  }
  let tried = messageIds.slice(0, Math.min(pace.batchSize, Math.floor(allowance)));
  if (pace.ratePerSecond !== null && pace.rateUnit === 'segments') {
    tried = tried.slice(0, await countAffordable(tx, tried, allowance));
  }
  const claimed = await claimMessages(tx, gateway, tried);
  if (claimed.length < tried.length) await putBackUnclaimed(tx, gateway, tried, priority);
  const messages = await suppressOptedOut(tx, services, gateway, await blockErased(tx, services, claimed));
  if (messages.length > 0 && pace.ratePerSecond !== null) await chargePace(tx, gateway, unitsOf(messages, pace));
  const startedCampaigns = new Set(messages.flatMap((message) => message.starts_campaign ?? []));
  await markStarted(tx, [...startedCampaigns]);
  return { messages, traces: await findTraces(tx, idsOf(messages)), tried: tried.length, waitMs: 0 };
}

/** Campaigns leave one unit of a pace to single messages, which so never wait for what campaigns have used up. */
async function readAllowance(tx: OrganisationTx, gateway: string, { ratePerSecond }: GatewayPace, priority: Priority) {
  if (ratePerSecond === null) return Infinity;
  const allowance = await refillPace(tx, gateway, ratePerSecond);
  return isUrgent(priority) || burstOf(ratePerSecond) < 2 ? allowance : allowance - 1;
}

/** Claims messages in doubt, to submit them once more under the same reference. */
export async function claimDoubtfulBatch(
  tx: OrganisationTx,
  services: Pick<Services, 'secretKeys'>,
  gateway: string,
  messageIds: readonly string[],
): Promise<Batch> {
  const claimed = await claimInDoubt(tx, gateway, messageIds);
  const messages = await suppressOptedOut(tx, services, gateway, await blockErased(tx, services, claimed));
  return { messages, traces: await findTraces(tx, idsOf(messages)), tried: messageIds.length, waitMs: 0 };
}

export function referenceOf(organisationId: string, message: ClaimedMessage): string {
  return encodeReference({ organisationId, messageId: message.id, attempt: message.attempt });
}

function unitsOf(messages: readonly ClaimedMessage[], pace: GatewayPace): number {
  if (pace.rateUnit === 'messages') return messages.length;
  return messages.reduce((sum, message) => sum + message.segments, 0);
}

/**
 * Gives the messages that were not claimed, and still have to be, agenda rows for their own times: the leased row was
 * perhaps the only one that named them. Their time may lie ahead, because they were rescheduled or the clock of the
 * database was set back, or their campaign was resumed meanwhile. Messages of paused campaigns leave the agenda, and
 * `resumeCampaign` puts them back. Those that have expired, or whose sender IDs are rejected, are ended or held by
 * other turns: here the claim has locked campaigns, and messages come first in the lock order.
 */
export async function putBackUnclaimed(
  tx: OrganisationTx,
  gateway: string,
  messageIds: readonly string[],
  before: Priority,
): Promise<void> {
  const priority = onAgenda(before);
  const unclaimed = await findUnclaimed(tx, messageIds, await lockPausedCampaigns(tx, messageIds));
  const purposeOf = (message: UnclaimedMessage) => {
    if (message.has_expired) return 'report';
    return message.is_sender_rejected ? 'approval' : 'dispatch';
  };
  const rows = [...Map.groupBy(unclaimed, purposeOf)].flatMap(([purpose, messages]): DueRow[] => {
    if (purpose === 'dispatch') return rowsInTime({ gateway, purpose, priority }, messages);
    return [{ gateway, purpose, due: 0, messageIds: idsOf(messages), priority }];
  });
  await scheduleDue(tx, rows);
}

/** Blocks messages to numbers whose suppressions have outlived their erasure. */
async function blockErased(
  tx: OrganisationTx,
  { secretKeys }: Pick<Services, 'secretKeys'>,
  messages: readonly ClaimedMessage[],
): Promise<readonly ClaimedMessage[]> {
  if (!messages[0]?.has_erased_suppressions) return messages;
  const sends = messages.map(({ mobile, sender_id: senderId, test, promotional }) => {
    return { mobile, senderId, test, promotional };
  });
  const codes = await findErasedCodes(tx, secretKeys, sends);
  return messages.map((message, place) => ({
    ...message,
    suppressed_by: message.is_answer ? null : (message.suppressed_by ?? codes[place] ?? null),
  }));
}

const OPTED_OUT = CODE_OF.UserInBlacklist;

/**
 * Suppresses claimed messages whose recipients have opted out at this gateway, and their numbers for this organisation,
 * as if the gateway had answered 406. Organisations that never write to these recipients do not learn of the opt-out.
 */
async function suppressOptedOut(
  tx: OrganisationTx,
  { secretKeys }: Pick<Services, 'secretKeys'>,
  gateway: string,
  messages: readonly ClaimedMessage[],
): Promise<readonly ClaimedMessage[]> {
  // Most gateways have no opt-outs, and hashing five hundred numbers takes milliseconds.
  if (!messages[0]?.gateway_has_opt_outs) return messages;
  const keys = await readHashingKeys(tx, secretKeys);
  const hashes = messages.map(({ mobile }) => keys.map((key) => hashMobile(key, mobile)));
  const optOuts = await findOptOuts(tx, gateway, hashes.flat());
  if (optOuts.length === 0) return messages;
  const byHash = Map.groupBy(optOuts, ({ mobile_hash: hash }) => hash.toString('hex'));
  const hasOptedOut = (message: ClaimedMessage, own: readonly Buffer[] = []) =>
    message.suppressed_by === null &&
    !message.is_answer &&
    own.some((hash) => byHash.get(hash.toString('hex'))?.some((one) => optsOutOf(one.sender_id, message.sender_id)));
  const optedOut = new Set(messages.filter((message, index) => hasOptedOut(message, hashes[index])));
  await suppress(tx, 'gateway', [...optedOut].map(suppressionOf));
  return messages.map((message) => (optedOut.has(message) ? { ...message, suppressed_by: OPTED_OUT } : message));
}

function suppressionOf({ mobile, sender_id: senderId }: ClaimedMessage) {
  const reason = findDeliveryCode(OPTED_OUT)?.meaning ?? null;
  return { mobile, senderId: senderId ?? '', deliveryCode: OPTED_OUT, reason, test: false, promotionalOnly: false };
}
