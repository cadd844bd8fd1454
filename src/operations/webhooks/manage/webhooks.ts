import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { findEvents, findLastBefore } from '../../../db/sql/events/log.js';
import {
  DELIVERY_SEARCH,
  type DeliveryConditions,
  type WebhookDeliveryRow,
} from '../../../db/sql/webhooks/deliveries.js';
import { findWebhooks, lockWebhook, WEBHOOKS, type WebhookRow } from '../../../db/sql/webhooks/endpoints.js';
import { listBacklogs, listRecent } from '../../../db/sql/webhooks/figures.js';
import type { Caller } from '../../../domain/context.js';
import { invalidField, missingScope, notFound, PostriderError } from '../../../domain/errors.js';
import {
  type DescribedEvent,
  type EventType,
  findHidden,
  scopeFor,
  visibleTypes,
} from '../../../domain/events/event.js';
import type { Page } from '../../../domain/paging.js';
import type { Context } from '../../context.js';
import { describeEvents } from '../../events/event-log.js';
import { type FilteredPage, forCaller, listForCaller, walkPage } from '../../kernel/reads.js';

export type { WebhookDeliveryRow } from '../../../db/sql/webhooks/deliveries.js';

export type { WebhookRow } from '../../../db/sql/webhooks/endpoints.js';

export const listWebhooks = listForCaller('webhooks', WEBHOOKS);

export const getWebhooks = forCaller(findWebhooks);

export const listWebhookBacklogs = forCaller(listBacklogs);

export const listRecentDeliveries = forCaller(listRecent);

export interface DeliveryFilter extends Pick<DeliveryConditions, 'endpointId' | 'status' | 'types' | 'responseClass'> {
  /** The times of the events. */
  readonly since?: Date | null | undefined;
  readonly until?: Date | null | undefined;
}

/** The deliveries of an endpoint, attempted or waiting for another attempt. */
export async function listDeliveries(
  context: Context,
  { conditions: { since, until, ...given }, ...page }: FilteredPage<DeliveryFilter>,
): Promise<Page<WebhookDeliveryRow>> {
  const { responseClass, endpointId } = given;
  if (responseClass != null && !RESPONSE_CLASSES.includes(responseClass)) {
    throw invalidField('responseClass', 'invalid', 'Must be from 1 to 5, or 0 for no response.');
  }
  const after = since && (await findLastEventBefore(context, since));
  const last = until && (await findLastEventBefore(context, until));
  const conditions = { ...given, after, last };
  return walkPage(context, `deliveries ${endpointId}`, DELIVERY_SEARCH, conditions, page);
}

const RESPONSE_CLASSES = [0, 1, 2, 3, 4, 5];

function findLastEventBefore({ db, caller }: Context, time: Date): Promise<number> {
  return db.inOrganisation(caller.organisationId, (tx) => findLastBefore(tx, time.getTime() / 1000));
}

/** Events by their sequences, as far as the caller may read them and they are in the log. In any order. */
export async function getDeliveredEvents(
  { db, caller }: Context,
  sequences: readonly number[],
): Promise<DescribedEvent[]> {
  const visible = new Set(visibleTypes(caller.scopes));
  return db.inOrganisation(caller.organisationId, async (tx) => {
    const events = await findEvents(tx, sequences);
    return describeEvents(
      tx,
      events.filter(({ type }) => visible.has(type)),
    );
  });
}

/**
 * Locks an endpoint for a change. Refuses test keys on live endpoints, and callers on endpoints that get event types
 * which they may not read: with another URL and a redelivery they would receive those events.
 */
export async function lockWebhookToChange(tx: OrganisationTx, caller: Caller, webhookId: string): Promise<WebhookRow> {
  return requireChangeable(caller, await lockWebhook(tx, webhookId));
}

/** The same without a lock, for calls that only say what a change would do. */
export async function findWebhookToChange(tx: OrganisationTx, caller: Caller, webhookId: string): Promise<WebhookRow> {
  const [webhook = null] = await findWebhooks(tx, [webhookId]);
  return requireChangeable(caller, webhook);
}

function requireChangeable(caller: Caller, webhook: WebhookRow | null): WebhookRow {
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
