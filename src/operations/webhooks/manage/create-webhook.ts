import { insertWebhook } from '../../../db/sql/webhooks/endpoints.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import type { Caller } from '../../../domain/context.js';
import { PostriderError } from '../../../domain/errors.js';
import type { EventType } from '../../../domain/events/event.js';
import { makeWebhookSecret } from '../../../domain/events/signature.js';
import { findHidden, visibleTypes } from '../../../domain/events/visibility.js';
import { LIMITS } from '../../../domain/limits.js';
import { newId } from '../../../lib/ids.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit/record-audit.js';
import { isRemembered, once, type Replayable } from '../../plumbing/once.js';
import { sealSecret } from '../sealed-secrets.js';
import { type ReadFields, readFields, refuseHostOutOfReach, type WebhookFields } from './check-webhook.js';
import { type MadeSecret, type RevealedWebhook, revealWebhook } from './reveal-webhook.js';
import { settingsOf } from './webhook-settings.js';

export interface CreateWebhookInput extends WebhookFields {
  readonly url: string;
  readonly idempotencyKey?: string | null | undefined;
}

const OPERATION = 'createWebhook';

/**
 * An address that every event from now on is posted to: those of test messages when it is made with a test key, the
 * others when it is not.
 */
export async function createWebhook(context: Context, input: CreateWebhookInput): Promise<Replayable<RevealedWebhook>> {
  const { idempotencyKey } = input;
  const fields = readFields(context, input);
  const url = fields.url ?? '';
  // A name that led somewhere the first time may lead nowhere now; a repeated call gets its answer all the same.
  if (!(await isRemembered(context, OPERATION, input))) await refuseHostOutOfReach(context, url);
  return context.db.inOrganisation(context.caller.organisationId, async (tx) => {
    const { result, replayed } = await once(tx, context, OPERATION, { ...fields, idempotencyKey }, () =>
      insert(tx, context, { ...fields, url }),
    );
    return { result: await revealWebhook(tx, context, result), replayed };
  });
}

type Fields = ReadFields & { readonly url: string };

async function insert(tx: OrganisationTx, context: Context, { url, description, types }: Fields): Promise<MadeSecret> {
  const { organisationId, mode } = context.caller;
  const id = newId();
  const secret = sealSecret(context, organisationId, id, makeWebhookSecret());
  const webhook = {
    id,
    url,
    description: description || null,
    types: types ?? everyVisible(context.caller),
    test: mode === 'test',
    secret,
  };
  if (!(await insertWebhook(tx, webhook, LIMITS.webhooksPerOrganisation))) throw tooManyWebhooks();
  const after = settingsOf({ ...webhook, status: 'active' });
  await recordAudit(tx, context.caller, { action: 'webhook.created', subjectId: id, after });
  return { id, sealed: secret.toString('base64') };
}

/** Null: everything, since the key may read everything. */
function everyVisible({ scopes }: Caller): readonly EventType[] | null {
  return findHidden(scopes, null) === null ? null : visibleTypes(scopes);
}

const tooManyWebhooks = () =>
  new PostriderError('too_many', `An organisation may have ${LIMITS.webhooksPerOrganisation} webhooks.`);
