import {
  DELIVERIES,
  type DeliveryConditions,
  type WebhookDeliveryRow,
} from '../../../db/sql/webhooks/list-deliveries.js';
import type { Page, PageArguments } from '../../../domain/paging.js';
import type { Context } from '../../context.js';
import { readPage } from '../../plumbing/read-page.js';

export interface ListDeliveriesInput extends PageArguments {
  readonly conditions: DeliveryConditions;
}

/** What was posted to an endpoint, or was tried. */
export function listDeliveries(
  context: Context,
  { conditions, ...page }: ListDeliveriesInput,
): Promise<Page<WebhookDeliveryRow>> {
  return readPage(context, `deliveries ${conditions.endpointId}`, DELIVERIES, conditions, page);
}
