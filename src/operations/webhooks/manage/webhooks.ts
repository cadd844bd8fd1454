import {
  countDeliveries,
  type DeliveryConditions,
  listDeliveryRows,
  type WebhookDeliveryRow,
} from '../../../db/sql/webhooks/deliveries.js';
import { findWebhooks, lockWebhook, WEBHOOKS, type WebhookRow } from '../../../db/sql/webhooks/endpoints.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import type { Caller } from '../../../domain/context.js';
import { missingScope, notFound, PostriderError } from '../../../domain/errors.js';
import type { EventType } from '../../../domain/events/event.js';
import { findHidden, scopeFor } from '../../../domain/events/event.js';
import { LIMITS } from '../../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../../../domain/paging.js';
import type { Context } from '../../context.js';
import { readPage } from '../../plumbing/read-page.js';

export function listWebhooks(context: Context, page: PageArguments): Promise<Page<WebhookRow>> {
  return readPage(context, 'webhooks', WEBHOOKS, null, page);
}

/** Those of the ids that are endpoints of the organisation. */
export function getWebhooks({ db, caller }: Context, ids: readonly string[]): Promise<WebhookRow[]> {
  return db.atOnceInOrganisation(caller.organisationId, (tx) => findWebhooks(tx, ids));
}

export interface ListDeliveriesInput extends PageArguments {
  readonly conditions: DeliveryConditions;
}

/** What was posted to an endpoint, or was tried. */
export async function listDeliveries(
  { db, secretKey, caller: { organisationId } }: Context,
  { conditions, ...page }: ListDeliveriesInput,
): Promise<Page<WebhookDeliveryRow>> {
  const codec = new CursorCodec(secretKey, organisationId, `deliveries ${conditions.endpointId}`);
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await db.atOnceInOrganisation(organisationId, (tx) => listDeliveryRows(tx, conditions, slice));
  return pageOf(
    rows,
    slice,
    (row) => codec.encode([row.sequence]),
    () => db.atOnceInOrganisation(organisationId, (tx) => countDeliveries(tx, conditions)),
  );
}

/**
 * An endpoint of the caller's organisation, locked. A test key may do nothing to one that is not for tests, and no key to
 * one that gets more than the key may read: by its address and by redelivery it would read it.
 */
export async function findWebhookToChange(tx: OrganisationTx, caller: Caller, webhookId: string): Promise<WebhookRow> {
  const webhook = await lockWebhook(tx, webhookId);
  if (!webhook) throw webhookNotFound();
  if (caller.mode === 'test' && !webhook.test) throw new PostriderError('live_for_test_key');
  refuseHidden(caller, webhook.types);
  return webhook;
}

export const webhookNotFound = () => notFound('Webhook');

export function refuseHidden(caller: Pick<Caller, 'scopes' | 'role'>, types: readonly EventType[] | null): void {
  const hidden = findHidden(caller.scopes, types);
  if (hidden !== null) throw missingScope(caller, `the scope ${scopeFor(hidden)}`);
}
