import { type ClaimedMessage, claimInDoubt, claimMessages } from '../../../db/sql/sms/claim-messages.js';
import { chargePace, countAffordable, refillPace } from '../../../db/sql/sms/gateway-pacing.js';
import { markStarted } from '../../../db/sql/sms/mark-started.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import type { ConfiguredGateway, GatewayPace } from '../../../domain/sms/gateway.js';
import { encodeReference } from '../../../domain/sms/reference.js';
import type { Services } from '../../context.js';
import { heedOptOuts } from './heed-opt-outs.js';
import { putBackEarly } from './put-back-early.js';

export interface Batch {
  readonly messages: readonly ClaimedMessage[];
  /** How many of the messages were asked for; some of them may have been cancelled, held or put off. */
  readonly tried: number;
  /** The gateway's pace allows nothing more for this long. */
  readonly waitMs: number;
}

/** Claims as many of the messages, from the first, as the gateway may be given now. Commit before submitting. */
export async function claimBatch(
  tx: OrganisationTx,
  services: Pick<Services, 'secretKey'>,
  { gateway: { name: gateway }, pace }: ConfiguredGateway,
  messageIds: readonly string[],
): Promise<Batch> {
  const allowance = pace.ratePerSecond === null ? Infinity : await refillPace(tx, gateway, pace.ratePerSecond);
  if (allowance < 1) {
    return { messages: [], tried: 0, waitMs: ((1 - allowance) / (pace.ratePerSecond ?? 1)) * 1000 };
  }
  let tried = messageIds.slice(0, Math.min(pace.batchSize, Math.floor(allowance)));
  if (pace.ratePerSecond !== null && pace.rateUnit === 'segments') {
    tried = tried.slice(0, await countAffordable(tx, tried, allowance));
  }
  const claimed = await claimMessages(tx, gateway, tried);
  if (claimed.length < tried.length) await putBackEarly(tx, gateway, tried);
  const messages = await heedOptOuts(tx, services, gateway, claimed);
  if (messages.length > 0 && pace.ratePerSecond !== null) await chargePace(tx, gateway, unitsOf(messages, pace));
  const started = new Set(messages.map((message) => message.starts_campaign));
  await markStarted(
    tx,
    [...started].filter((id) => id !== null),
  );
  return { messages, tried: tried.length, waitMs: 0 };
}

/** Claims messages in doubt for one more submission under the same reference. */
export async function claimDoubtfulBatch(
  tx: OrganisationTx,
  services: Pick<Services, 'secretKey'>,
  gateway: string,
  messageIds: readonly string[],
): Promise<Batch> {
  const claimed = await claimInDoubt(tx, gateway, messageIds);
  const messages = await heedOptOuts(tx, services, gateway, claimed);
  return { messages, tried: messageIds.length, waitMs: 0 };
}

export function referenceOf(organisationId: string, message: ClaimedMessage): string {
  return encodeReference({ organisationId, messageId: message.id, attempt: message.attempt });
}

function unitsOf(messages: readonly ClaimedMessage[], pace: GatewayPace): number {
  if (pace.rateUnit === 'messages') return messages.length;
  return messages.reduce((sum, message) => sum + message.segments, 0);
}
