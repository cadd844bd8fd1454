import { Field, InputType, Int } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { SENT_AGAIN_CODES } from '../../../domain/sms/delivery-codes.js';
import type { CampaignRow } from '../../../operations/sms/campaigns/campaigns.js';
import { cancelCampaign } from '../../../operations/sms/campaigns/cancel-campaign.js';
import { pauseCampaign, resumeCampaign } from '../../../operations/sms/campaigns/pause-campaign.js';
import { rescheduleCampaign } from '../../../operations/sms/campaigns/reschedule-campaign.js';
import { retryCampaign } from '../../../operations/sms/campaigns/retry-campaign.js';
import type { ResolverContext } from '../kernel/context.js';
import { count, IDEMPOTENCY_KEY, id, idInput, mutation, objectForReaders, replayed } from '../kernel/mutation.js';
import { DateTime, UUID } from '../kernel/scalars.js';
import { Campaign, toCampaign } from './campaign.js';
import { VALID_UNTIL } from './send-mutations.js';

const AFTER = {
  campaignId: id('The id of the campaign.'),
  campaign: objectForReaders('sms:read', () => Campaign, 'The campaign after the call.'),
};

const shown = (campaign: CampaignRow) => ({ campaignId: campaign.id, campaign: toCampaign(campaign) });

const DISPATCHED = 'The number of messages that were submitted before the call and cannot be called back.';

@InputType({ description: 'A campaign and another time to start.' })
class RescheduleCampaignInput {
  @Field(() => UUID, { description: 'The campaign.' })
  campaignId!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: `When to start, at most ${LIMITS.scheduleAheadDays} days ahead; at once if omitted.`,
  })
  scheduledAt?: Date | null;
}

@InputType({ description: 'A campaign, and which of its failed messages to send again.' })
class RetryCampaignInput {
  @Field(() => UUID, { description: 'The campaign.' })
  campaignId!: string;

  @Field(() => [Int], {
    nullable: true,
    description: `Send messages with these delivery codes: some of ${SENT_AGAIN_CODES.join(', ')}, or all of these if omitted.`,
  })
  deliveryCodes?: number[] | null;

  @Field(() => String, { nullable: true, description: 'The name of the new campaign; that of the old one if omitted.' })
  name?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: `When to start, at most ${LIMITS.scheduleAheadDays} days ahead; at once if omitted.`,
  })
  scheduledAt?: Date | null;

  @Field(() => DateTime, { nullable: true, description: `${VALID_UNTIL} That of the old campaign does not count.` })
  validUntil?: Date | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

export const CAMPAIGN_MUTATIONS = [
  mutation({
    name: 'cancelCampaign',
    description: 'Cancels the messages of a campaign that have not been submitted to a gateway.',
    input: idInput('CancelCampaignInput', 'The campaign to cancel.', 'campaignId', 'The campaign.'),
    takes: 'The campaign.',
    payload: {
      ...AFTER,
      cancelled: count('The number of messages that this call cancelled.'),
      alreadyDispatched: count('The number of messages that were submitted before the call and cannot be cancelled.'),
    },
    async resolve(context: ResolverContext, input) {
      const { campaign, ...numbers } = await cancelCampaign(context, input);
      return { ...shown(campaign), ...numbers };
    },
  }),
  mutation({
    name: 'pauseCampaign',
    description:
      'Pauses a campaign: no further message is submitted until it is resumed. Messages that a gateway has are delivered, and ' +
      'their reports are received. Pausing a paused campaign changes nothing. A campaign that stays paused for longer than the ' +
      'retention of numbers and texts is cancelled.',
    input: idInput('PauseCampaignInput', 'The campaign to pause.', 'campaignId', 'The campaign.'),
    takes: 'The campaign.',
    payload: {
      ...AFTER,
      waiting: count('The number of messages that wait until the campaign is resumed.'),
      alreadyDispatched: count(DISPATCHED),
    },
    async resolve(context: ResolverContext, input) {
      const { campaign, ...numbers } = await pauseCampaign(context, input);
      return { ...shown(campaign), ...numbers };
    },
  }),
  mutation({
    name: 'rescheduleCampaign',
    description:
      'Gives a campaign another time to start. Fails with `CAMPAIGN_STARTED` if one of its messages was submitted or is held.',
    input: RescheduleCampaignInput,
    takes: 'The campaign and its new time.',
    payload: AFTER,
    resolve: async (context: ResolverContext, { campaignId, scheduledAt = null }) =>
      shown(await rescheduleCampaign(context, { campaignId, scheduledAt })),
  }),
  mutation({
    name: 'retryCampaign',
    description:
      'Sends the failed messages of a campaign again, as a new campaign with the same text, sender ID, reference and metadata. ' +
      'Only messages whose delivery codes say that the recipient has none are sent again, and each of them once: if the retry ' +
      'fails as well, retry the new campaign. A late delivery report of an old message cancels the new one, if no worker has taken it.',
    input: RetryCampaignInput,
    takes: 'The campaign, and which of its messages to send again.',
    payload: {
      campaignId: id('The id of the new campaign.'),
      campaign: objectForReaders('sms:read', () => Campaign, 'The new campaign.'),
      replayed,
    },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await retryCampaign(context, input);
      return { ...shown(result), replayed };
    },
  }),
  mutation({
    name: 'resumeCampaign',
    description: 'Resumes a paused campaign. Resuming a campaign that is not paused changes nothing.',
    input: idInput('ResumeCampaignInput', 'The campaign to resume.', 'campaignId', 'The campaign.'),
    takes: 'The campaign.',
    payload: { ...AFTER, resumed: count('The number of messages that are due now and are submitted next.') },
    async resolve(context: ResolverContext, input) {
      const { campaign, resumed } = await resumeCampaign(context, input);
      return { ...shown(campaign), resumed };
    },
  }),
];
