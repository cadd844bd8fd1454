import { DELIVERIES, type DeliveryConditions, type WebhookDeliveryRow } from '../../../db/sql/webhooks/deliveries.js';
import { findWebhooks, lockWebhook, WEBHOOKS, type WebhookRow } from '../../../db/sql/webhooks/endpoints.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import type { Caller } from '../../../domain/context.js';
import { missingScope, notFound, PostriderError } from '../../../domain/errors.js';
import { type EventType, findHidden, scopeFor } from '../../../domain/events/event.js';
import type { Page } from '../../../domain/paging.js';
import type { Context } from '../../context.js';
import { type FilteredPage, forCaller, listForCaller, readPage } from '../../plumbing/reads.js';

export const listWebhooks = listForCaller('webhooks', WEBHOOKS);

export const getWebhooks = forCaller(findWebhooks);

/** The deliveries of an endpoint, attempted or waiting for another attempt. */
export function listDeliveries(
  context: Context,
  { conditions, ...page }: FilteredPage<DeliveryConditions>,
): Promise<Page<WebhookDeliveryRow>> {
  return readPage(context, `deliveries ${conditions.endpointId}`, DELIVERIES, conditions, page);
}

/**
 * Locks an endpoint for a change. Refuses test keys on live endpoints, and callers on endpoints that get event types which
 * they may not read: with another URL and a redelivery they would receive those events.
 */
export async function lockWebhookToChange(tx: OrganisationTx, caller: Caller, webhookId: string): Promise<WebhookRow> {
  const webhook = await lockWebhook(tx, webhookId);
  if (!webhook) throw webhookNotFound();
  if (caller.mode === 'test' && !webhook.test) throw new PostriderError('live_for_test_key');
  refuseHiddenTypes(caller, webhook.types);
  return webhook;
}

export const webhookNotFound = () => notFound('Webhook');

export function refuseHiddenTypes(caller: Pick<Caller, 'scopes' | 'role'>, types: readonly EventType[] | null): void {
  const hidden = findHidden(caller.scopes, types);
  if (hidden !== null) throw missingScope(caller, `the scope ${scopeFor(hidden)}`);
}
