import { findSecrets, findWebhooks, type WebhookRow } from '../../../db/sql/webhooks/endpoints.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import type { Context } from '../../context.js';
import { openSecret } from '../sealed-secrets.js';
import { webhookNotFound } from './find-webhook-to-change.js';

/** An endpoint with its secret, as nobody gets to see it but who has made or rotated it. */
export interface RevealedWebhook {
  readonly webhook: WebhookRow;
  readonly secret: string;
  /** Until then the secret before it signs as well; null: there is none in force. */
  readonly previousSecretUntil: string | null;
}

/** What the call that made a secret is remembered by. Whoever reads stored answers finds the secret sealed. */
export interface MadeSecret {
  readonly id: string;
  /** As base64. */
  readonly sealed: string;
}

/** Shows the secret that the call has made, also when it is repeated after others have come: those were for others to see. */
export async function revealWebhook(
  tx: OrganisationTx,
  context: Context,
  { id, sealed }: MadeSecret,
): Promise<RevealedWebhook> {
  const { organisationId } = context.caller;
  const [webhook] = await findWebhooks(tx, [id]);
  const now = await findSecrets(tx, id);
  if (!webhook || !now) throw webhookNotFound();
  const made = Buffer.from(sealed, 'base64');
  const isNewest = now.secrets[0]?.equals(made) ?? false;
  const secret = openSecret(context, organisationId, id, made);
  return { webhook, secret, previousSecretUntil: isNewest ? now.previous_secret_until : null };
}
