import type { WebhookDeliveryRow } from '../../../db/sql/webhooks/deliveries.js';
import { giveWork } from '../../../db/sql/webhooks/endpoints.js';
import { redeliverDead, redeliverOne, setBack } from '../../../db/sql/webhooks/redeliver.js';
import { notFound } from '../../../domain/errors.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';
import { findWebhookToChange } from './webhooks.js';

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

export interface RedeliverSinceInput {
  readonly webhookId: string;
  readonly since: Date;
  /** True: only what has been given up since then. */
  readonly onlyDead?: boolean | null | undefined;
}

/**
 * Posts to an endpoint once more what has happened since a moment, delivered or not. Returns how many events that are at
 * most: those of other types are among them, and are left out again.
 */
export async function redeliverSince(
  { db, caller, hints }: Context,
  { webhookId, since, onlyDead }: RedeliverSinceInput,
): Promise<number> {
  const { organisationId } = caller;
  // As a number: PostgreSQL does not read every year that a time in ISO 8601 can have.
  const sinceSeconds = since.getTime() / 1000;
  const count = await db.inOrganisation(organisationId, async (tx) => {
    const before = await findWebhookToChange(tx, caller, webhookId);
    const again =
      onlyDead === true
        ? await redeliverDead(tx, webhookId, sinceSeconds)
        : before.last_sequence - (await setBack(tx, webhookId, sinceSeconds));
    if (again === 0) return 0;
    await giveWork(tx, webhookId);
    const after = { since: since.toISOString(), onlyDead: onlyDead === true, events: again };
    await recordAudit(tx, caller, { action: 'webhook.redelivered', subjectId: webhookId, after });
    return again;
  });
  hints.nudge({ job: 'webhooks' });
  return count;
}
