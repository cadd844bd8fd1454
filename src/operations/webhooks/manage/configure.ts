import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import {
  deleteWebhookRow,
  findWebhooks,
  insertWebhook,
  updateWebhookRow,
  type WebhookRow,
} from '../../../db/sql/webhooks/endpoints.js';
import { skipBacklog } from '../../../db/sql/webhooks/redeliver.js';
import { type FieldError, fieldError, PostriderError } from '../../../domain/errors.js';
import { visibleOrAll } from '../../../domain/events/event.js';
import { makeWebhookSecret } from '../../../domain/events/signature.js';
import { LIMITS } from '../../../domain/limits.js';
import type { WebhookStatus } from '../../../domain/vocabulary.js';
import { newId } from '../../../lib/ids.js';
import type { Context } from '../../context.js';
import { isRemembered, once, type Replayable } from '../../kernel/once.js';
import { recordAudit } from '../../people/audit-log.js';
import { sealSecret } from '../sealed-secrets.js';
import { type MadeSecret, type RevealedWebhook, revealWebhook } from './secrets.js';
import {
  changedSettings,
  refuseHostOutOfReach,
  settingsOf,
  type ValidFields,
  validateFields,
  type WebhookFields,
} from './settings.js';
import { lockWebhookToChange, webhookNotFound } from './webhooks.js';

export interface CreateWebhookInput extends WebhookFields {
  readonly url: string;
  readonly test?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

const OPERATION = 'createWebhook';

/**
 * Creates an endpoint for events from now on: those of test messages with a test key or if the input says so, otherwise
 * those of live messages.
 */
export async function createWebhook(context: Context, input: CreateWebhookInput): Promise<Replayable<RevealedWebhook>> {
  const { idempotencyKey } = input;
  const fields = { ...validateFields(context, input), ...(input.test === true && { test: true }) };
  const url = fields.url ?? '';
  // A repeated call must get its stored answer even if the host can no longer be resolved.
  if (!(await isRemembered(context, OPERATION, input))) await refuseHostOutOfReach(context, url);
  return context.db.inOrganisation(context.caller.organisationId, async (tx) => {
    const { result, replayed } = await once(tx, context, OPERATION, { ...fields, idempotencyKey }, () =>
      insert(tx, context, { ...fields, url }),
    );
    return { result: await revealWebhook(tx, context, result), replayed };
  });
}

type Fields = ValidFields & { readonly url: string; readonly test?: boolean };

async function insert(
  tx: OrganisationTx,
  context: Context,
  { url, description, types, test = false }: Fields,
): Promise<MadeSecret> {
  const { organisationId, mode } = context.caller;
  const id = newId();
  const secret = sealSecret(context, organisationId, id, makeWebhookSecret());
  const webhook = {
    id,
    url,
    description: description || null,
    types: types ?? visibleOrAll(context.caller.scopes),
    test: mode === 'test' || test,
    secret,
  };
  if (!(await insertWebhook(tx, webhook, LIMITS.webhooksPerOrganisation))) throw tooManyWebhooks();
  const after = settingsOf({ ...webhook, status: 'active' });
  await recordAudit(tx, context.caller, { action: 'webhook.created', subjectId: id, after });
  return { id, sealed: secret.toString('base64') };
}

const tooManyWebhooks = () =>
  new PostriderError('too_many', `An organisation may have ${LIMITS.webhooksPerOrganisation} webhooks.`);

/** Fields that are left out stay unchanged. An empty description removes it. */
export interface UpdateWebhookInput extends WebhookFields {
  readonly webhookId: string;
  /** `disabled` is refused: only workers disable endpoints. */
  readonly status?: WebhookStatus | null | undefined;
  /** True: events until now are not posted any more. */
  readonly skipBacklog?: boolean | null | undefined;
}

export async function updateWebhook(context: Context, input: UpdateWebhookInput): Promise<WebhookRow> {
  const { db, caller, hints } = context;
  const { organisationId } = caller;
  const { webhookId, status = null } = input;
  const changes = { ...validateFields(context, input, validateStatus(status)), status };
  if (changes.url !== null) await refuseHostOutOfReach(context, changes.url);
  const webhook = await db.inOrganisation(organisationId, async (tx) => {
    const before = await lockWebhookToChange(tx, caller, webhookId);
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
  return [fieldError('status', 'invalid', 'Only failing endpoints become disabled; pause this one instead.')];
}

/** Returns the deleted endpoint. A post that is under way still arrives. */
export function deleteWebhook(
  { db, caller }: Context,
  { webhookId }: { readonly webhookId: string },
): Promise<WebhookRow> {
  return db.inOrganisation(caller.organisationId, async (tx) => {
    const webhook = await lockWebhookToChange(tx, caller, webhookId);
    await deleteWebhookRow(tx, webhookId);
    await recordAudit(tx, caller, { action: 'webhook.deleted', subjectId: webhookId, before: settingsOf(webhook) });
    return webhook;
  });
}
