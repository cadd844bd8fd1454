import type { WebhookDeliveryRow } from '../../../db/sql/webhooks/deliveries.js';
import { makeDue } from '../../../db/sql/webhooks/endpoints.js';
import { redeliverDead, redeliverOne, rewindEndpoint } from '../../../db/sql/webhooks/redeliver.js';
import { notFound } from '../../../domain/errors.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';
import { lockWebhookToChange } from './webhooks.js';

export interface RedeliverDeliveryInput {
  readonly webhookId: string;
  readonly sequence: number;
}

/** Posts an event again, whatever its earlier outcome. A paused endpoint gets it when it is active again. */
export async function redeliverDelivery(
  { db, caller, hints }: Context,
  { webhookId, sequence }: RedeliverDeliveryInput,
): Promise<WebhookDeliveryRow> {
  const { organisationId } = caller;
  const delivery = await db.inOrganisation(organisationId, async (tx) => {
    await lockWebhookToChange(tx, caller, webhookId);
    const again = await redeliverOne(tx, webhookId, sequence);
    if (!again) throw notFound('Delivery');
    await makeDue(tx, webhookId);
    await recordAudit(tx, caller, { action: 'webhook.redelivered', subjectId: webhookId, after: { sequence } });
    return again;
  });
  hints.nudge({ job: 'webhooks' });
  return delivery;
}

export interface RedeliverSinceInput {
  readonly webhookId: string;
  readonly since: Date;
  /** True: only deliveries that became dead since then. */
  readonly onlyDead?: boolean | null | undefined;
}

/**
 * Posts all events since a moment again, delivered or not. Returns an upper bound of their number, since it includes events
 * of types that the endpoint does not get.
 */
export async function redeliverSince(
  { db, caller, hints }: Context,
  { webhookId, since, onlyDead }: RedeliverSinceInput,
): Promise<number> {
  const { organisationId } = caller;
  // Seconds, because PostgreSQL cannot read every year that ISO 8601 allows.
  const sinceSeconds = since.getTime() / 1000;
  const count = await db.inOrganisation(organisationId, async (tx) => {
    const before = await lockWebhookToChange(tx, caller, webhookId);
    const again =
      onlyDead === true
        ? await redeliverDead(tx, webhookId, sinceSeconds)
        : before.last_sequence - (await rewindEndpoint(tx, webhookId, sinceSeconds));
    if (again === 0) return 0;
    await makeDue(tx, webhookId);
    const after = { since: since.toISOString(), onlyDead: onlyDead === true, events: again };
    await recordAudit(tx, caller, { action: 'webhook.redelivered', subjectId: webhookId, after });
    return again;
  });
  hints.nudge({ job: 'webhooks' });
  return count;
}
