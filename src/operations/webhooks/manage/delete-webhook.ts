import { deleteWebhookRow, type WebhookRow } from '../../../db/sql/webhooks/endpoints.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit/record-audit.js';
import { findWebhookToChange } from './find-webhook-to-change.js';
import { settingsOf } from './webhook-settings.js';

export interface DeleteWebhookInput {
  readonly webhookId: string;
}

/** Returns the endpoint as it was last. What is on its way to it at this moment still arrives. */
export function deleteWebhook({ db, caller }: Context, { webhookId }: DeleteWebhookInput): Promise<WebhookRow> {
  return db.inOrganisation(caller.organisationId, async (tx) => {
    const webhook = await findWebhookToChange(tx, caller, webhookId);
    await deleteWebhookRow(tx, webhookId);
    await recordAudit(tx, caller, { action: 'webhook.deleted', subjectId: webhookId, before: settingsOf(webhook) });
    return webhook;
  });
}
