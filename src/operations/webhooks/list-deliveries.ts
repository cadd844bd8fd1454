import type { WebhookDeliveryRow } from '../../db/queries/webhooks/list-deliveries.js';
import {
  countDeliveries,
  type DeliveryConditions,
  listDeliveryRows,
} from '../../db/queries/webhooks/list-deliveries.js';
import { atOnceInOrganisation } from '../../db/transaction.js';
import type { Context } from '../../domain/context.js';
import { LIMITS } from '../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../../domain/paging.js';

export interface ListDeliveriesInput extends PageArguments {
  readonly conditions: DeliveryConditions;
}

/** What was posted to an endpoint, or was tried. */
export async function listDeliveries(
  { orm, secretKey, caller: { organisationId } }: Context,
  { conditions, ...page }: ListDeliveriesInput,
): Promise<Page<WebhookDeliveryRow>> {
  const codec = new CursorCodec(secretKey, organisationId, `deliveries ${conditions.endpointId}`);
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await atOnceInOrganisation(orm, organisationId, (tx) => listDeliveryRows(tx, conditions, slice));
  return pageOf(
    rows,
    slice,
    (row) => codec.encode([row.sequence]),
    () => atOnceInOrganisation(orm, organisationId, (tx) => countDeliveries(tx, conditions)),
  );
}
