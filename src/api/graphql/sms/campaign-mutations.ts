import { cancelCampaign } from '../../../operations/sms/campaigns/cancel-campaign.js';
import { pauseCampaign, resumeCampaign } from '../../../operations/sms/campaigns/pause-campaign.js';
import type { ResolverContext } from '../kernel/context.js';
import { count, idInput, mutation, object } from '../kernel/mutation.js';
import { Campaign, toCampaign } from './campaign.js';

const AFTER = object(() => Campaign, 'The campaign after the call.');
const DISPATCHED = 'The number of messages that were submitted before the call and cannot be called back.';

export const CAMPAIGN_MUTATIONS = [
  mutation({
    name: 'cancelCampaign',
    description: 'Cancels the messages of a campaign that have not been submitted to a gateway.',
    input: idInput('CancelCampaignInput', 'The campaign to cancel.', 'campaignId', 'The campaign.'),
    takes: 'The campaign.',
    payload: {
      campaign: AFTER,
      cancelled: count('The number of messages that this call cancelled.'),
      alreadyDispatched: count('The number of messages that were submitted before the call and cannot be cancelled.'),
    },
    async resolve(context: ResolverContext, input) {
      const { campaign, ...numbers } = await cancelCampaign(context, input);
      return { campaign: toCampaign(campaign), ...numbers };
    },
  }),
  mutation({
    name: 'pauseCampaign',
    description:
      'Pauses a campaign: no further message is submitted until it is resumed. Messages that a gateway has are delivered, and ' +
      'their reports are received. Pausing a paused campaign changes nothing.',
    input: idInput('PauseCampaignInput', 'The campaign to pause.', 'campaignId', 'The campaign.'),
    takes: 'The campaign.',
    payload: {
      campaign: AFTER,
      waiting: count('The number of messages that wait until the campaign is resumed.'),
      alreadyDispatched: count(DISPATCHED),
    },
    async resolve(context: ResolverContext, input) {
      const { campaign, ...numbers } = await pauseCampaign(context, input);
      return { campaign: toCampaign(campaign), ...numbers };
    },
  }),
  mutation({
    name: 'resumeCampaign',
    description: 'Resumes a paused campaign. Resuming a campaign that is not paused changes nothing.',
    input: idInput('ResumeCampaignInput', 'The campaign to resume.', 'campaignId', 'The campaign.'),
    takes: 'The campaign.',
    payload: { campaign: AFTER, resumed: count('The number of messages that are due now and are submitted next.') },
    async resolve(context: ResolverContext, input) {
      const { campaign, resumed } = await resumeCampaign(context, input);
      return { campaign: toCampaign(campaign), resumed };
    },
  }),
];
