import { countWebhooks, listWebhookRows } from '../../db/queries/webhooks/list-webhooks.js';
import type { WebhookRow } from '../../db/queries/webhooks/rows.js';
import { atOnceInOrganisation } from '../../db/transaction.js';
import type { Context } from '../../domain/context.js';
import { LIMITS } from '../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../../domain/paging.js';

export async function listWebhooks(
  { orm, secretKey, caller: { organisationId } }: Context,
  page: PageArguments,
): Promise<Page<WebhookRow>> {
  const codec = new CursorCodec(secretKey, organisationId, 'webhooks');
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await atOnceInOrganisation(orm, organisationId, (tx) => listWebhookRows(tx, slice));
  return pageOf(
    rows,
    slice,
    (row) => codec.encode([row.id]),
    () => atOnceInOrganisation(orm, organisationId, (tx) => countWebhooks(tx)),
  );
}
