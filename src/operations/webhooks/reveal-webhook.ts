import { findWebhooks } from '../../db/queries/webhooks/find-webhooks.js';
import type { WebhookRow } from '../../db/queries/webhooks/rows.js';
import { findSecrets } from '../../db/queries/webhooks/secrets.js';
import type { Tx } from '../../db/transaction.js';
import type { Context } from '../../domain/context.js';
import { webhookNotFound } from './find-webhook-to-change.js';
import { openSecret } from './sealed-secrets.js';

/** An endpoint with its secret, as nobody gets to see it but who has made or rotated it. */
export interface RevealedWebhook {
  readonly webhook: WebhookRow;
  readonly secret: string;
  /** Until then the secret before it signs as well; null: there is none in force. */
  readonly previousSecretUntil: string | null;
}

export async function revealWebhook(tx: Tx, context: Context, webhookId: string): Promise<RevealedWebhook> {
  const { organisationId } = context.caller;
  const [webhook] = await findWebhooks(tx, organisationId, [webhookId]);
  const sealed = await findSecrets(tx, organisationId, webhookId);
  const newest = sealed?.secrets[0];
  if (!webhook || !sealed || !newest) throw webhookNotFound();
  const secret = openSecret(context, organisationId, webhookId, newest);
  return { webhook, secret, previousSecretUntil: sealed.previous_secret_until };
}
