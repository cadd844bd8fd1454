import {
  type CampaignConditions,
  type CampaignSorting,
  countCampaigns,
  listCampaignRows,
} from '../../../db/sql/sms/list-campaigns.js';
import type { CampaignRow } from '../../../db/sql/sms/rows.js';
import { LIMITS } from '../../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../../../domain/paging.js';
import type { Context } from '../../context.js';

export interface ListCampaignsInput extends PageArguments {
  readonly conditions: CampaignConditions;
  readonly sorting: CampaignSorting;
}

export async function listCampaigns(
  { db, secretKey, caller: { organisationId } }: Context,
  { conditions, sorting, ...page }: ListCampaignsInput,
): Promise<Page<CampaignRow>> {
  // A cursor of one order must not be used in another.
  const list = `campaigns ${sorting.by} ${sorting.descending ? 'down' : 'up'}`;
  const codec = new CursorCodec(secretKey, organisationId, list);
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await db.atOnceInOrganisation(organisationId, (tx) => listCampaignRows(tx, conditions, sorting, slice));
  return pageOf(
    rows,
    slice,
    (row) => codec.encode(sorting.by === 'total' ? [row.total, row.id] : [row.id]),
    () => db.atOnceInOrganisation(organisationId, (tx) => countCampaigns(tx, conditions)),
  );
}
