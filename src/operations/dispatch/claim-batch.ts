import { claimInDoubt, claimMessages, type ClaimedMessage } from '../../db/queries/claim-messages.js';
import { markStarted } from '../../db/queries/mark-started.js';
import { chargePace, refillPace } from '../../db/queries/pacing.js';
import { findSuppressed } from '../../db/queries/suppressions.js';
import type { Tx } from '../../db/transaction.js';
import type { GatewayPace } from '../../domain/ports.js';
import { encodeReference } from '../../domain/reference.js';

export interface Batch {
  readonly messages: readonly ClaimedMessage[];
  /** Claimed, but the number was suppressed after intake; the code says why. */
  readonly suppressed: ReadonlyMap<string, number>;
  /** The gateway's pace allows nothing more for this long. */
  readonly waitMs: number;
}

/** Claims as many of the messages as the gateway may be given now. Commit before submitting. */
export async function claimBatch(
  tx: Tx,
  organisationId: string,
  gateway: string,
  pace: GatewayPace,
  messageIds: readonly string[],
): Promise<Batch> {
  const allowance = pace.ratePerSecond === null ? Infinity : await refillPace(tx, gateway, pace.ratePerSecond);
  if (allowance < 1) {
    return { messages: [], suppressed: new Map(), waitMs: ((1 - allowance) / (pace.ratePerSecond ?? 1)) * 1000 };
  }
  const limit = Math.min(pace.batchSize, Math.floor(allowance));
  const messages = await claimMessages(tx, organisationId, gateway, messageIds, limit);
  if (messages.length === 0) return { messages, suppressed: new Map(), waitMs: 0 };

  const suppressed = await findSuppressedAmong(tx, organisationId, messages);
  if (pace.ratePerSecond !== null) await chargePace(tx, gateway, unitsOf(messages, pace));
  await markStarted(tx, organisationId, messages);
  return { messages, suppressed, waitMs: 0 };
}

/** Claims messages in doubt for one more submission under the same reference. */
export async function claimDoubtfulBatch(tx: Tx, organisationId: string, messageIds: readonly string[]): Promise<Batch> {
  return { messages: await claimInDoubt(tx, organisationId, messageIds), suppressed: new Map(), waitMs: 0 };
}

export function referenceOf(organisationId: string, message: ClaimedMessage): string {
  return encodeReference({ organisationId, messageId: message.id, attempt: message.attempt });
}

/** Asked again at dispatch: a number that was suppressed a second ago must not be written to. */
async function findSuppressedAmong(tx: Tx, organisationId: string, messages: readonly ClaimedMessage[]) {
  const suppressed = new Map<string, number>();
  for (const senderId of new Set(messages.map((message) => message.sender_id))) {
    const bySender = messages.filter((message) => message.sender_id === senderId);
    const codes = await findSuppressed(
      tx,
      organisationId,
      senderId,
      bySender.map((message) => message.mobile),
    );
    for (const message of bySender) {
      const code = codes.get(message.mobile);
      if (code !== undefined) suppressed.set(message.id, code);
    }
  }
  return suppressed;
}

function unitsOf(messages: readonly ClaimedMessage[], pace: GatewayPace): number {
  if (pace.rateUnit === 'messages') return messages.length;
  return messages.reduce((sum, message) => sum + message.segments, 0);
}
