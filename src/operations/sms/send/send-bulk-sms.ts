import { hash } from 'node:crypto';
import type { CampaignRow } from '../../../db/sql/sms/campaigns/campaigns.js';
import type { Caller } from '../../../domain/context.js';
import type { BulkPlan } from '../../../domain/sms/bulk-plan.js';
import { hashBulkInput, requirePreviewed, requirePreviewOf } from '../../../domain/sms/preview-token.js';
import { createSemaphore } from '../../../lib/async/semaphore.js';
import { runYielding } from '../../../lib/async/yield.js';
import { faultPoint } from '../../../lib/fault-points.js';
import type { Context } from '../../context.js';
import { type CallKey, keyedOperation, keyOf, onceByKey, type Replayable } from '../../kernel/once.js';
import { logCampaign } from './log-accepted.js';
import { checkBulk, planBulk, type SendBulkSmsInput } from './plan-bulk-sms.js';
import { storeCampaign } from './store-campaign.js';

/**
 * Further bulk calls wait: ten at once would hold a hundred thousand rows in memory and delay every other call, and
 * would not finish sooner.
 */
const BULK_CALLS_AT_ONCE = 2;
export const bulkSemaphore = createSemaphore(BULK_CALLS_AT_ONCE);

/** Accepts a campaign as a whole: when this resolves all of its messages are stored; if it rejects, none is. */
export function sendBulkSms(context: Context, input: SendBulkSmsInput): Promise<Replayable<CampaignRow>> {
  return bulkSemaphore(() => acceptCampaign(context, input));
}

async function acceptCampaign(context: Context, input: SendBulkSmsInput): Promise<Replayable<CampaignRow>> {
  const checked = await checkBulk(context, input);
  const { key, requireSame } = await readPreview(context, input);
  const accepted = await context.db.inOrganisation(context.caller.organisationId, (tx) =>
    onceByKey(tx, key, async () => {
      const plan = await planBulk(tx, context, checked);
      requireSame(plan);
      return storeCampaign(tx, context, plan, { ...input, test: checked.sending.test });
    }),
  );
  faultPoint('bulk-accepted');
  if (!accepted.replayed) logCampaign(context, accepted.result);
  return accepted;
}

interface PreviewedCall {
  readonly key: CallKey | null;
  /** Throws if the plan is not what the call's preview has shown. */
  readonly requireSame: (plan: BulkPlan) => void;
}

/**
 * Reads the preview token of a call. Its plan is compared after the search for a stored answer: a repeated call gets
 * that, even if the preview has expired meanwhile. Without an idempotency key the token is the key, so that a button
 * pressed twice sends once.
 */
async function readPreview({ secretKeys, caller }: Context, input: SendBulkSmsInput): Promise<PreviewedCall> {
  const { previewToken: text, idempotencyKey } = input;
  const key = keyOf(caller, 'sendBulkSms', input);
  if (text == null) return { key, requireSame: () => undefined };
  const presented = { secretKeys, maker: caller, text };
  const inputHash = await runYielding(hashBulkInput(input));
  const requireSame = (plan: BulkPlan) => requirePreviewed(presented, inputHash, plan);
  if (idempotencyKey != null) return { key, requireSame };
  // Before the search: another caller must not get the maker's campaign.
  requirePreviewOf(presented, inputHash);
  return { key: keyOfPreview(caller, text, inputHash), requireSame };
}

/** An operation of its own, so that no key that a caller chooses is taken for a token. */
function keyOfPreview(caller: Caller, text: string, inputHash: string): CallKey {
  return {
    operation: keyedOperation(caller, 'sendBulkSms by preview'),
    key: hash('sha256', text, 'base64url'),
    requestHash: Buffer.from(inputHash, 'base64url'),
  };
}
