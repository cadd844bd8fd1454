import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import type { CampaignRow } from '../../../db/sql/sms/campaigns/campaigns.js';
import { claimRetries, type FailedMessage, listFailed } from '../../../db/sql/sms/campaigns/retries.js';
import { type FieldError, fieldError, PostriderError, requireValid } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { SENT_AGAIN_CODES } from '../../../domain/sms/delivery-codes.js';
import { routerFor } from '../../../domain/sms/routing.js';
import { validateSchedule } from '../../../domain/sms/validate.js';
import { validateLabel } from '../../../domain/text.js';
import { camelCased } from '../../../lib/snake-case.js';
import type { Context } from '../../context.js';
import { once, type Replayable } from '../../kernel/once.js';
import { logCampaign } from '../send/log-accepted.js';
import { idsFor, planBulk } from '../send/plan-bulk-sms.js';
import { bulkSemaphore } from '../send/send-bulk-sms.js';
import { storeCampaign } from '../send/store-campaign.js';
import { findCampaignToChange } from './campaigns.js';

export interface RetryCampaignInput {
  readonly campaignId: string;
  /** Missing: all of SENT_AGAIN_CODES. */
  readonly deliveryCodes?: readonly number[] | null | undefined;
  /** Missing: the name of the campaign. */
  readonly name?: string | null | undefined;
  readonly scheduledAt?: Date | null | undefined;
  /** That of the old campaign does not count: the caller asks anew. */
  readonly validUntil?: Date | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

/**
 * Sends the failed messages of a campaign again, as a new campaign. A message is sent again once: if its retry fails as
 * well, the new campaign can be retried. Numbers that were suppressed meanwhile are blocked, as in every send.
 *
 * A report that delivers a failed message ends its retry, and the retry of that, if no worker has claimed it
 * (`cancelRetries`). This call locks all earlier tries of a message, so such a report comes before the retry, which
 * then leaves the message out, or after it, and finds it. If a worker has claimed the retry and the gateway does not
 * take it, its next claim finds what was delivered, and ends it (`earlier-tries.ts`).
 */
export async function retryCampaign(context: Context, input: RetryCampaignInput): Promise<Replayable<CampaignRow>> {
  requireValid(validate(input));
  const accepted = await bulkSemaphore(() =>
    context.db.inOrganisation(context.caller.organisationId, async (tx) => {
      // Before the search for a stored answer, which may be another key's.
      const original = await findCampaignToChange(tx, context, input.campaignId);
      return once(tx, context, 'retryCampaign', input, () => sendAgain(tx, context, original, input));
    }),
  );
  if (!accepted.replayed) logCampaign(context, accepted.result);
  return accepted;
}

async function sendAgain(
  tx: OrganisationTx,
  context: Context,
  original: CampaignRow,
  { campaignId, deliveryCodes, name, scheduledAt = null, validUntil = null }: RetryCampaignInput,
): Promise<CampaignRow> {
  const { body, sender_id: senderId, test, category } = original;
  const listed = await listFailed(tx, campaignId, deliveryCodes ?? SENT_AGAIN_CODES);
  // After redaction there are no texts.
  const failed = listed.filter((message) => (message.body ?? body) !== null);
  const router = routerFor(context.routing, { organisationId: tx.organisationId, senderId, test });
  const newId = idsFor(router, body);
  const retries = failed.map((message) => ({ message, retryId: newId(message.mobile) }));
  const claimed = await claimRetries(
    tx,
    retries.map(({ message: { id: messageId }, retryId }) => ({ messageId, retryId })),
  );
  const rows = retries.filter(({ message }) => claimed.has(message.id)).map(toRecipient);
  if (rows.length === 0) throw new PostriderError('nothing_to_retry');
  const plan = await planBulk(tx, context, {
    input: { scheduledAt, validUntil },
    sending: { senderId, test, promotional: category === 'promotional' },
    // The texts are those that were sent.
    isSmart: false,
    router,
    read: { text: body, rows, duplicates: [], errors: [] },
  });
  return storeCampaign(tx, context, plan, {
    ...camelCased(original),
    name: name || original.name,
    retryOf: campaignId,
    scheduledAt,
    validUntil,
  });
}

function toRecipient({ message, retryId }: { message: FailedMessage; retryId: string }, place: number) {
  const { mobile, body, reference, segments, encoding } = message;
  return {
    id: retryId,
    place,
    mobile,
    body,
    reference,
    segments,
    encoding,
    replaced: null,
    status: 'queued',
    deliveryCode: null,
  } as const;
}

function validate({ deliveryCodes, name, scheduledAt }: RetryCampaignInput): FieldError[] {
  const errors = [...validateLabel('name', name, LIMITS.nameLength), ...validateSchedule(scheduledAt, new Date())];
  if (deliveryCodes?.every((code) => SENT_AGAIN_CODES.includes(code)) !== false) return errors;
  const message = `Messages with these codes can be sent again: ${SENT_AGAIN_CODES.join(', ')}.`;
  return [...errors, fieldError('deliveryCodes', 'invalid', message)];
}
