import { findSecrets, findWebhooks, replaceSecret, type WebhookRow } from '../../../db/sql/webhooks/endpoints.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import { makeWebhookSecret } from '../../../domain/events/signature.js';
import { LIMITS } from '../../../domain/limits.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';
import { once, type Replayable } from '../../plumbing/once.js';
import { openSecret, sealSecret } from '../sealed-secrets.js';
import { findWebhookToChange, webhookNotFound } from './webhooks.js';

export interface RotateWebhookSecretInput {
  readonly webhookId: string;
  /** Without it a call whose answer was lost and that is repeated would put the secret that receivers know out of force. */
  readonly idempotencyKey?: string | null | undefined;
}

/** From now on a new secret signs, and for some hours the one before it as well; an older one no longer. */
export function rotateWebhookSecret(
  context: Context,
  input: RotateWebhookSecretInput,
): Promise<Replayable<RevealedWebhook>> {
  const { db, caller } = context;
  const { organisationId } = caller;
  const { webhookId } = input;
  return db.inOrganisation(organisationId, async (tx) => {
    const { result, replayed } = await once(tx, context, 'rotateWebhookSecret', input, async () => {
      await findWebhookToChange(tx, caller, webhookId);
      const sealed = sealSecret(context, organisationId, webhookId, makeWebhookSecret());
      await replaceSecret(tx, webhookId, sealed, LIMITS.webhookSecretOverlapHours);
      await recordAudit(tx, caller, { action: 'webhook.secret_rotated', subjectId: webhookId });
      return { id: webhookId, sealed: sealed.toString('base64') };
    });
    return { result: await revealWebhook(tx, context, result), replayed };
  });
}

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
