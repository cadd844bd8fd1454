import type { BodyOf, ResultOf } from '../api.js';
import { type WaitOptions, waitForCampaign } from '../campaign-progress.js';
import type { Campaign, CampaignMessage } from '../generated/rest.js';
import { List } from '../list.js';
import type { CallOptions } from '../options.js';
import { type FilterOf, Resource } from './resource.js';

/** As many as the server returns at once. */
const MESSAGES_PER_PAGE = 1_000;

type CampaignFilter = Omit<FilterOf<'listCampaigns'>, 'statuses'> & {
  readonly statuses?: readonly Campaign['status'][] | undefined;
};

type MessageFilter = Omit<BodyOf<'listCampaignMessages'>, 'campaign_id' | 'cursor' | 'page'>;

export class Campaigns extends Resource {
  /** The campaigns, newest first. */
  list({ statuses, ...filter }: CampaignFilter = {}, options?: CallOptions): List<Campaign> {
    const query = { ...filter, statuses: statuses?.join(',') };
    return new List((cursor) => this.call('listCampaigns', { query: { ...query, cursor } }, options));
  }

  get(campaignId: string, options?: CallOptions): Promise<Campaign> {
    return this.call('getCampaign', { path: { campaign_id: campaignId } }, options);
  }

  /** The recipients with their outcomes, in the order of the call. */
  messages(campaignId: string, filter: MessageFilter = {}, options?: CallOptions): List<CampaignMessage> {
    const body = { page_size: MESSAGES_PER_PAGE, ...filter, campaign_id: campaignId };
    return new List((cursor) => this.call('listCampaignMessages', { body: { ...body, cursor } }, options));
  }

  /** Cancels what no gateway has got. */
  cancel(campaignId: string, options?: CallOptions): Promise<ResultOf<'cancelCampaign'>> {
    return this.call('cancelCampaign', { path: { campaign_id: campaignId } }, options);
  }

  /** Submits no further message until the campaign is resumed. */
  pause(campaignId: string, options?: CallOptions): Promise<ResultOf<'pauseCampaign'>> {
    return this.call('pauseCampaign', { path: { campaign_id: campaignId } }, options);
  }

  resume(campaignId: string, options?: CallOptions): Promise<ResultOf<'resumeCampaign'>> {
    return this.call('resumeCampaign', { path: { campaign_id: campaignId } }, options);
  }

  /** Gives a campaign that has not begun another time; at once without one. */
  reschedule(
    campaignId: string,
    time: BodyOf<'rescheduleCampaign'> = {},
    options?: CallOptions,
  ): Promise<ResultOf<'rescheduleCampaign'>> {
    const request = { path: { campaign_id: campaignId }, body: time };
    return this.call('rescheduleCampaign', request, options);
  }

  /** Sends the failed messages again, each once, as a new campaign. */
  retry(
    campaignId: string,
    retry: BodyOf<'retryCampaign'> = {},
    options?: CallOptions,
  ): Promise<ResultOf<'retryCampaign'>> {
    const request = { path: { campaign_id: campaignId }, body: retry };
    return this.call('retryCampaign', request, options);
  }

  /** Resolves when every message of the campaign has its final status. */
  wait(campaignId: string, options: WaitOptions = {}): Promise<Campaign> {
    return waitForCampaign(this.connection, campaignId, options);
  }
}
