import { hash } from 'node:crypto';
import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import type { Sending } from '../../../db/sql/sms/recipients/suppressions.js';
import { requireValid } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { validateOwnSender } from '../../../domain/people/api-key.js';
import { type BulkPlan, blockSuppressed, type PlannedRecipient } from '../../../domain/sms/bulk-plan.js';
import { type BulkRecipient, type ReadRecipients, readRecipientsInSteps } from '../../../domain/sms/recipients.js';
import { idsOnRoute, type Router, routerFor } from '../../../domain/sms/routing.js';
import { type SendOptions, validateOptions, validateTimes } from '../../../domain/sms/validate.js';
import { runYielding } from '../../../lib/async/yield.js';
import type { Context } from '../../context.js';
import { failUncovered } from '../senders/enforce-sender-id.js';
import { findBlockingCodes, sendingOf } from '../suppressions/blocking.js';
import type { CampaignFields } from './store-campaign.js';

export interface SendBulkSmsInput extends SendOptions, CampaignFields {
  readonly recipients: readonly BulkRecipient[];
  readonly idempotencyKey?: string | null | undefined;
  /** Send exactly what this preview has shown, or nothing. */
  readonly previewToken?: string | null | undefined;
}

/** A campaign that has passed every check that needs no database. */
export interface CheckedBulk {
  readonly input: Pick<SendBulkSmsInput, 'scheduledAt' | 'validUntil'>;
  readonly sending: Sending;
  readonly isSmart: boolean;
  readonly router: Router;
  readonly read: ReadRecipients;
}

/**
 * Reads and checks the input, with pauses. Previews and sends share this and `planBulk`, so that they cannot differ.
 */
export async function checkBulk(context: Context, input: SendBulkSmsInput): Promise<CheckedBulk> {
  const sending = sendingOf(context.caller, input);
  const { organisationId } = context.caller;
  const router = routerFor(context.routing, { organisationId, ...sending });
  const isSmart = input.smartEncoding ?? context.caller.smartEncoding;
  const { message, recipients } = input;
  const idFor = idsFor(router, message);
  const read = await runYielding(readRecipientsInSteps({ message, isSmart }, recipients, idFor));
  requireValid([...validateOptions(input), ...validateOwnSender(context.caller, input.senderId), ...read.errors]);
  return { input, sending, isSmart, router, read };
}

/** Makes the ids of messages: number and text decide which gateway of a weighted route they choose. */
export function idsFor(router: Router, text: string | null | undefined): (mobile: string) => string {
  const seed = hash('sha256', (text ?? '').slice(0, LIMITS.templateLength), 'base64url').slice(0, 8);
  return idsOnRoute(router, seed);
}

/** Applies sender IDs, suppressions and routes. Writes nothing. */
export async function planBulk(
  tx: OrganisationTx,
  { caller, secretKeys }: Pick<Context, 'caller' | 'secretKeys'>,
  { input, sending, isSmart, router, read }: CheckedBulk,
): Promise<BulkPlan> {
  requireValid(validateTimes(input, new Date()));
  const sendable = await failUncovered(tx, caller, sending.senderId, read.rows);
  const mobiles = sendable.map((row) => row.mobile);
  const codes = await findBlockingCodes(tx, secretKeys, sending, mobiles);
  const recipients = blockSuppressed<PlannedRecipient>(sendable, codes);
  const byGateway = chooseGateways(recipients, router);
  return { text: read.text, isSmart, recipients, duplicates: read.duplicates, byGateway };
}

function chooseGateways(
  rows: readonly PlannedRecipient[],
  { always, firstFor }: Router,
): ReadonlyMap<string, readonly PlannedRecipient[]> {
  const queued = rows.filter((row) => row.status === 'queued');
  if (always === null) return Map.groupBy(queued, ({ id, mobile }) => firstFor(mobile, id));
  return new Map(queued.length > 0 ? [[always, queued]] : []);
}
