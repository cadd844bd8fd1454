import type { WebhookDeliveryRow } from '../../../db/sql/webhooks/deliveries.js';
import { giveWork } from '../../../db/sql/webhooks/endpoints.js';
import { redeliverOne } from '../../../db/sql/webhooks/redeliver.js';
import { notFound } from '../../../domain/errors.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit/record-audit.js';
import { findWebhookToChange } from './find-webhook-to-change.js';

export interface RedeliverDeliveryInput {
  readonly webhookId: string;
  readonly sequence: number;
}

/** Posts an event to an endpoint once more, whatever came of it before; to one that is paused, when it is active again. */
export async function redeliverDelivery(
  { db, caller, hints }: Context,
  { webhookId, sequence }: RedeliverDeliveryInput,
): Promise<WebhookDeliveryRow> {
  const { organisationId } = caller;
  const delivery = await db.inOrganisation(organisationId, async (tx) => {
    await findWebhookToChange(tx, caller, webhookId);
    const again = await redeliverOne(tx, webhookId, sequence);
    if (!again) throw notFound('Delivery');
    await giveWork(tx, webhookId);
    await recordAudit(tx, caller, { action: 'webhook.redelivered', subjectId: webhookId, after: { sequence } });
    return again;
  });
  hints.nudge({ job: 'webhooks' });
  return delivery;
}
