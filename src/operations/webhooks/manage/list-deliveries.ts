import type { WebhookDeliveryRow } from '../../../db/sql/webhooks/deliveries.js';
import { countDeliveries, type DeliveryConditions, listDeliveryRows } from '../../../db/sql/webhooks/deliveries.js';
import { LIMITS } from '../../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../../../domain/paging.js';
import type { Context } from '../../context.js';

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
