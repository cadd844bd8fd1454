import { randomBytes } from 'node:crypto';
import { findSecrets } from '../../../db/sql/webhooks/endpoints.js';
import type { EventType } from '../../../domain/events/event.js';
import { sampleEvent } from '../../../domain/events/samples.js';
import { destinationOf } from '../../../lib/net/http-client.js';
import type { Context } from '../../context.js';
import { type Attempt, postEvent, signEvent } from '../deliver/post.js';
import { openKeys } from '../sealed-secrets.js';
import { lockWebhookToChange } from './webhooks.js';

export interface TestWebhookInput {
  readonly webhookId: string;
  /** Type of the sample event; default `sms.delivered`. */
  readonly type?: EventType | null | undefined;
}

export interface WebhookTest extends Attempt {
  readonly eventId: string;
}

const ID_RANDOM_BYTES = 12;

/**
 * Posts a signed sample event to an endpoint, whatever its status, and returns the outcome. The sample is not in the
 * log and is not retried.
 */
export async function testWebhook(context: Context, { webhookId, type }: TestWebhookInput): Promise<WebhookTest> {
  const { db, caller } = context;
  const { organisationId } = caller;
  // The transaction ends before the call, since a slow receiver must not hold a connection.
  const { url, sealed } = await db.inOrganisation(organisationId, async (tx) => {
    const webhook = await lockWebhookToChange(tx, caller, webhookId);
    return { url: webhook.url, sealed: (await findSecrets(tx, webhookId))?.secrets ?? [] };
  });
  const keys = openKeys(context, organisationId, webhookId, sealed);
  const eventId = `evt_test_${randomBytes(ID_RANDOM_BYTES).toString('hex')}`;
  const sample = sampleEvent(type ?? 'sms.delivered', new Date());
  return { ...(await postEvent(context, destinationOf(new URL(url)), signEvent(keys, eventId, sample))), eventId };
}
