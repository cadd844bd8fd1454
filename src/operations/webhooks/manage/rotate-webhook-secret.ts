import { replaceSecret } from '../../../db/sql/webhooks/endpoints.js';
import { makeWebhookSecret } from '../../../domain/events/signature.js';
import { LIMITS } from '../../../domain/limits.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit/record-audit.js';
import { once, type Replayable } from '../../plumbing/once.js';
import { sealSecret } from '../sealed-secrets.js';
import { findWebhookToChange } from './find-webhook-to-change.js';
import { type RevealedWebhook, revealWebhook } from './reveal-webhook.js';

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
