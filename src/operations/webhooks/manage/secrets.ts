import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { findSecrets, findWebhooks, replaceSecret, type WebhookRow } from '../../../db/sql/webhooks/endpoints.js';
import { makeWebhookSecret } from '../../../domain/events/signature.js';
import { LIMITS } from '../../../domain/limits.js';
import type { Context } from '../../context.js';
import { once, type Replayable } from '../../kernel/once.js';
import { recordAudit } from '../../people/audit-log.js';
import { openSecret, sealSecret } from '../sealed-secrets.js';
import { lockWebhookToChange, webhookNotFound } from './webhooks.js';

export interface RotateWebhookSecretInput {
  readonly webhookId: string;
  /**
   * Without a key, repeating a call whose answer was lost rotates twice, and invalidates the secret that receivers
   * know.
   */
  readonly idempotencyKey?: string | null | undefined;
}

/**
 * Creates a new signing secret. For some hours posts are also signed with the previous one; older secrets end at once.
 */
export function rotateWebhookSecret(
  context: Context,
  input: RotateWebhookSecretInput,
): Promise<Replayable<RevealedWebhook>> {
  const { db, caller } = context;
  const { organisationId } = caller;
  const { webhookId } = input;
  return db.inOrganisation(organisationId, async (tx) => {
    const { result, replayed } = await once(tx, context, 'rotateWebhookSecret', input, async () => {
      await lockWebhookToChange(tx, caller, webhookId);
      const sealed = sealSecret(context, organisationId, webhookId, makeWebhookSecret());
      await replaceSecret(tx, webhookId, sealed, LIMITS.webhookSecretOverlapHours);
      await recordAudit(tx, caller, { action: 'webhook.secret_rotated', subjectId: webhookId });
      return { id: webhookId, sealed: sealed.toString('base64') };
    });
    return { result: await revealWebhook(tx, context, result), replayed };
  });
}

/** An endpoint with its secret, which only the calls that create or rotate it return. */
export interface RevealedWebhook {
  readonly webhook: WebhookRow;
  readonly secret: string;
  /** When the previous secret stops signing; null if none is valid. */
  readonly previousSecretUntil: string | null;
}

/** The stored answer of a call that made a secret; the secret in it is encrypted. */
export interface MadeSecret {
  readonly id: string;
  /** Base64. */
  readonly sealed: string;
}

/**
 * Returns the secret that this call made. A repeated call never returns a newer secret, which belongs to another
 * caller.
 */
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
