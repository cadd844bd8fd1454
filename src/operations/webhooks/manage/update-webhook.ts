import { findWebhooks, updateWebhookRow, type WebhookRow } from '../../../db/sql/webhooks/endpoints.js';
import { skipBacklog } from '../../../db/sql/webhooks/redeliver.js';
import { type FieldError, fieldError } from '../../../domain/errors.js';
import type { WebhookStatus } from '../../../domain/vocabulary.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit/record-audit.js';
import { readFields, refuseHostOutOfReach, type WebhookFields } from './check-webhook.js';
import { findWebhookToChange, webhookNotFound } from './find-webhook-to-change.js';
import { changedSettings } from './webhook-settings.js';

/** What is left out stays as it is; an empty description is none. */
export interface UpdateWebhookInput extends WebhookFields {
  readonly webhookId: string;
  /** Not `disabled`, which only endpoints that fail become. */
  readonly status?: WebhookStatus | null | undefined;
  /** Nothing of what has happened until now is posted any more. */
  readonly skipBacklog?: boolean | null | undefined;
}

export async function updateWebhook(context: Context, input: UpdateWebhookInput): Promise<WebhookRow> {
  const { db, caller, hints } = context;
  const { organisationId } = caller;
  const { webhookId, status = null } = input;
  const changes = { ...readFields(context, input, validateStatus(status)), status };
  if (changes.url !== null) await refuseHostOutOfReach(context, changes.url);
  const webhook = await db.inOrganisation(organisationId, async (tx) => {
    const before = await findWebhookToChange(tx, caller, webhookId);
    await updateWebhookRow(tx, before, changes);
    const skipped = input.skipBacklog === true && (await skipBacklog(tx, webhookId));
    const [after] = await findWebhooks(tx, [webhookId]);
    if (!after) throw webhookNotFound();
    const changed = changedSettings(before, after, skipped);
    if (changed) await recordAudit(tx, caller, { action: 'webhook.updated', subjectId: webhookId, ...changed });
    return after;
  });
  hints.nudge({ job: 'webhooks' });
  return webhook;
}

function validateStatus(status: WebhookStatus | null): FieldError[] {
  if (status !== 'disabled') return [];
  return [fieldError('status', 'invalid', 'Only endpoints that fail are disabled; pause it instead.')];
}
