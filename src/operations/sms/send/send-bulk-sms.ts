import type { CampaignRow } from '../../../db/sql/sms/campaigns.js';
import type { BulkPlan } from '../../../domain/sms/bulk-plan.js';
import { hashBulkInput, requirePreviewed } from '../../../domain/sms/preview-token.js';
import { createGate } from '../../../lib/async/gate.js';
import { inTurns } from '../../../lib/async/turns.js';
import { faultPoint } from '../../../lib/fault-points.js';
import type { Context } from '../../context.js';
import { once, type Replayable } from '../../plumbing/once.js';
import { logCampaign } from './log-accepted.js';
import { checkBulk, planBulk, type SendBulkSmsInput } from './plan-bulk-sms.js';
import { storeCampaign } from './store-campaign.js';

/**
 * Further bulk calls wait: ten at once would hold a hundred thousand rows in memory and delay every other call, and would not
 * finish sooner.
 */
const BULK_CALLS_AT_ONCE = 2;
export const bulkGate = createGate(BULK_CALLS_AT_ONCE);

/** Accepts a campaign as a whole: when this resolves all of its messages are stored; if it rejects, none is. */
export function sendBulkSms(context: Context, input: SendBulkSmsInput): Promise<Replayable<CampaignRow>> {
  return bulkGate(() => acceptCampaign(context, input));
}

async function acceptCampaign(context: Context, input: SendBulkSmsInput): Promise<Replayable<CampaignRow>> {
  const checked = await checkBulk(context, input);
  const requireSame = await comparisonWithPreview(context, input);
  const accepted = await context.db.inOrganisation(context.caller.organisationId, (tx) =>
    once(tx, context, 'sendBulkSms', input, async () => {
      const plan = await planBulk(tx, context, checked);
      requireSame(plan);
      return storeCampaign(tx, context, plan, {
        name: input.name || null,
        senderId: checked.senderId,
        reference: input.reference || null,
        metadata: input.metadata ?? null,
        test: checked.test,
        atLeastOnce: input.atLeastOnce ?? false,
        pauseOnFailures: input.pauseOnFailures ?? null,
        retryOf: null,
        scheduledAt: input.scheduledAt ?? null,
      });
    }),
  );
  faultPoint('bulk-accepted');
  if (!accepted.replayed) logCampaign(context, accepted.result);
  return accepted;
}

/**
 * Returns a function that throws if the plan is not what the call's preview has shown. It runs after the search for a stored answer:
 * a repeated call gets that, even if the preview has expired meanwhile.
 */
async function comparisonWithPreview(
  { secretKey, caller }: Context,
  input: SendBulkSmsInput,
): Promise<(plan: BulkPlan) => void> {
  const { previewToken } = input;
  if (previewToken == null) return () => undefined;
  const inputHash = await inTurns(hashBulkInput(input));
  return (plan) => requirePreviewed({ secretKey, maker: caller, text: previewToken }, inputHash, plan);
}
