import { lockWebhook } from '../../db/queries/webhooks/find-webhooks.js';
import type { WebhookRow } from '../../db/queries/webhooks/rows.js';
import type { Tx } from '../../db/transaction.js';
import type { Caller } from '../../domain/context.js';
import { liveWebhookForTestKey, notFound } from '../../domain/errors.js';

/** An endpoint of the caller's organisation, locked; a test key may do nothing to one that is not for tests. */
export async function findWebhookToChange(tx: Tx, caller: Caller, webhookId: string): Promise<WebhookRow> {
  const webhook = await lockWebhook(tx, caller.organisationId, webhookId);
  if (!webhook) throw webhookNotFound();
  if (caller.mode === 'test' && !webhook.test) throw liveWebhookForTestKey();
  return webhook;
}

export const webhookNotFound = () => notFound('Webhook');
