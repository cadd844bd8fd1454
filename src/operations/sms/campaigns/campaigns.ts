import { countOutcomes, type OutcomeRow } from '../../../db/sql/sms/campaign-outcomes.js';
import { readTimeline, type TimelineRow } from '../../../db/sql/sms/campaign-timeline.js';
import { findCampaigns } from '../../../db/sql/sms/find-by-ids.js';
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

/** Those of the ids that are campaigns of the organisation. */
export function getCampaigns({ db, caller }: Context, ids: readonly string[]): Promise<CampaignRow[]> {
  return db.atOnceInOrganisation(caller.organisationId, (tx) => findCampaigns(tx, ids));
}

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

/** How many messages of a campaign have which delivery code, most frequent first. */
export function campaignOutcomes({ db, caller }: Context, campaignId: string): Promise<OutcomeRow[]> {
  return db.atOnceInOrganisation(caller.organisationId, (tx) => countOutcomes(tx, campaignId));
}

/** How many messages of a campaign entered each status, by time. */
export function campaignTimeline(
  { db, caller }: Context,
  campaignId: string,
  bucketSeconds: number,
): Promise<TimelineRow[]> {
  return db.atOnceInOrganisation(caller.organisationId, (tx) =>
    readTimeline(tx, campaignId, bucketSeconds, LIMITS.timelinePointsMax),
  );
}
