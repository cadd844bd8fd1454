import type { DueRow } from '../../../db/sql/sms/agenda.js';
import type { CampaignRow } from '../../../db/sql/sms/campaigns.js';
import { findCampaign } from '../../../db/sql/sms/campaigns.js';
import { insertCampaign, type NewRecipient } from '../../../db/sql/sms/insert-campaign.js';
import { findSuppressed } from '../../../db/sql/sms/suppressions.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import { invalidInput } from '../../../domain/errors.js';
import { validateOwnSender } from '../../../domain/people/api-key.js';
import { type BulkRecipient, readRecipientsInSteps } from '../../../domain/sms/recipients.js';
import { type Router, routerFor } from '../../../domain/sms/routing.js';
import { type SendOptions, validateOptions, validateSchedule } from '../../../domain/sms/validate.js';
import { createGate } from '../../../lib/async/gate.js';
import { inTurns } from '../../../lib/async/turns.js';
import { faultPoint } from '../../../lib/fault-points.js';
import { newId } from '../../../lib/ids.js';
import { portions } from '../../../lib/lists.js';
import type { Context } from '../../context.js';
import { once, type Replayable } from '../../plumbing/once.js';
import { failUncovered } from '../senders/enforce-sender-id.js';

export interface SendBulkSmsInput extends SendOptions {
  readonly recipients: readonly BulkRecipient[];
  readonly atLeastOnce?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

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
  const { rows, duplicates, errors } = await inTurns(readRecipientsInSteps(input.message, input.recipients));
  const allErrors = [...validateOptions(input), ...validateOwnSender(context.caller, input.senderId), ...errors];
  if (allErrors.length > 0) throw invalidInput(allErrors);

  const { organisationId, mode } = context.caller;
  const test = mode === 'test' || input.test === true;
  const senderId = input.senderId ?? null;
  const router = routerFor(context.routing, { organisationId, senderId, test });
  const accepted = await context.db.inOrganisation(organisationId, (tx) =>
    once(tx, context, 'sendBulkSms', input, async () => {
      const tooLate = validateSchedule(input.scheduledAt, new Date());
      if (tooLate.length > 0) throw invalidInput(tooLate);
      const sendable = await failUncovered(tx, context.caller, senderId, rows);
      const recipients = await blockSuppressed(tx, { senderId, test }, sendable);
      const due = planDispatch(recipients, router, input.scheduledAt ?? 0, context.policy.batchSize);
      const campaignId = newId();
      await insertCampaign(tx, {
        id: campaignId,
        name: input.name || null,
        body: input.message,
        senderId,
        reference: input.reference || null,
        metadata: input.metadata ?? null,
        test,
        atLeastOnce: input.atLeastOnce ?? false,
        scheduledAt: input.scheduledAt ?? null,
        duplicates,
        rows: recipients,
        due,
      });
      const gateways = input.scheduledAt ? [] : new Set(due.map((row) => row.gateway));
      for (const gateway of gateways) await context.hints.announce(tx, { job: 'sms-dispatch', gateway });
      return (await findCampaign(tx, campaignId)) as CampaignRow;
    }),
  );
  faultPoint('bulk-accepted');
  return accepted;
}

async function blockSuppressed(
  tx: OrganisationTx,
  sender: { readonly senderId: string | null; readonly test: boolean },
  rows: readonly NewRecipient[],
): Promise<readonly NewRecipient[]> {
  const mobiles = rows.map((row) => row.mobile);
  const suppressed = await findSuppressed(tx, sender, mobiles);
  if (suppressed.size === 0) return rows;
  return rows.map((row) => {
    const deliveryCode = row.status === 'queued' ? suppressed.get(row.mobile) : undefined;
    return deliveryCode === undefined ? row : { ...row, status: 'blocked', deliveryCode };
  });
}

/** Divides the messages into agenda rows, each for one gateway: one worker at a time leases, sends and settles a row. */
function planDispatch(rows: readonly NewRecipient[], router: Router, due: Date | number, portion: number): DueRow[] {
  const queued = rows.filter((row) => row.status === 'queued');
  const { always } = router;
  const byGateway =
    always === null
      ? Map.groupBy(queued, ({ id, mobile }) => router.firstFor(mobile, id))
      : new Map([[always, queued]]);
  return [...byGateway].flatMap(([gateway, recipients]) =>
    portions(recipients, portion).map((some) => ({
      gateway,
      purpose: 'dispatch' as const,
      due,
      messageIds: some.map((row) => row.id),
    })),
  );
}
