import { createdBy } from '../../../db/sql/people/created-by.js';
import type { DueRow } from '../../../db/sql/sms/agenda.js';
import type { CampaignRow } from '../../../db/sql/sms/campaigns.js';
import { findCampaign } from '../../../db/sql/sms/campaigns.js';
import { insertCampaign } from '../../../db/sql/sms/insert-campaign.js';
import type { BulkPlan } from '../../../domain/sms/bulk-plan.js';
import { hashBulkInput, requirePreviewed } from '../../../domain/sms/preview-token.js';
import { createGate } from '../../../lib/async/gate.js';
import { inTurns } from '../../../lib/async/turns.js';
import { faultPoint } from '../../../lib/fault-points.js';
import { newId } from '../../../lib/ids.js';
import { portions } from '../../../lib/lists.js';
import type { Context } from '../../context.js';
import { once, type Replayable } from '../../plumbing/once.js';
import { checkBulk, planBulk, type SendBulkSmsInput } from './plan-bulk-sms.js';

/**
 * Further bulk calls wait: ten at once would hold a hundred thousand rows in memory and delay every other call, and would not
 * finish sooner.
 */
const BULK_CALLS_AT_ONCE = 2;
const gate = createGate(BULK_CALLS_AT_ONCE);

/** Accepts a campaign as a whole: when this resolves all of its messages are stored; if it rejects, none is. */
export function sendBulkSms(context: Context, input: SendBulkSmsInput): Promise<Replayable<CampaignRow>> {
  return gate(() => acceptCampaign(context, input));
}

async function acceptCampaign(context: Context, input: SendBulkSmsInput): Promise<Replayable<CampaignRow>> {
  const checked = await checkBulk(context, input);
  const requireSame = await comparisonWithPreview(context, input);
  const accepted = await context.db.inOrganisation(context.caller.organisationId, (tx) =>
    once(tx, context, 'sendBulkSms', input, async () => {
      const plan = await planBulk(tx, context, checked);
      requireSame(plan);
      const due = planDispatch(plan, input.scheduledAt ?? 0, context.policy.batchSize);
      const campaignId = newId();
      await insertCampaign(tx, {
        id: campaignId,
        name: input.name || null,
        body: input.message,
        senderId: checked.senderId,
        reference: input.reference || null,
        metadata: input.metadata ?? null,
        test: checked.test,
        atLeastOnce: input.atLeastOnce ?? false,
        scheduledAt: input.scheduledAt ?? null,
        ...createdBy(context.caller.actor),
        duplicates: plan.duplicates.length,
        rows: plan.recipients,
        due,
      });
      const gateways = input.scheduledAt ? [] : plan.byGateway.keys();
      for (const gateway of gateways) await context.hints.announce(tx, { job: 'sms-dispatch', gateway });
      return (await findCampaign(tx, campaignId)) as CampaignRow;
    }),
  );
  faultPoint('bulk-accepted');
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

/** Divides the messages into agenda rows, each for one gateway: one worker at a time leases, sends and settles a row. */
function planDispatch({ byGateway }: BulkPlan, due: Date | number, portion: number): DueRow[] {
  return [...byGateway].flatMap(([gateway, recipients]) =>
    portions(recipients, portion).map((some) => ({
      gateway,
      purpose: 'dispatch' as const,
      due,
      messageIds: some.map((row) => row.id),
    })),
  );
}
