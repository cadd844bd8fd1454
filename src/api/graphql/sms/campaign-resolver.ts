import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, Info, Int, Query, Resolver, Root } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { listCampaignMessages } from '../../../operations/sms/campaigns/campaign-messages.js';
import {
  campaignOutcomes,
  campaignSums,
  campaignTimeline,
  listCampaigns,
} from '../../../operations/sms/campaigns/campaigns.js';
import type { MessageRow } from '../../../operations/sms/messages/messages.js';
import { hasScope, type ResolverContext } from '../kernel/context.js';
import { loaderById, loaderOf } from '../kernel/loader.js';
import { connectionOf, MAY_BE_SHORT, NumberedPageArgs, PageArgs, selectedOfItems } from '../kernel/paging.js';
import { UUID } from '../kernel/scalars.js';
import { found } from '../kernel/user-errors.js';
import {
  Campaign,
  CampaignConnection,
  CampaignFilter,
  CampaignMessageFilter,
  CampaignOrder,
  CampaignOutcome,
  loadCampaign,
  TimelineBucket,
  TimelinePoint,
  toCampaign,
  toOutcomes,
} from './campaign.js';
import { SmsMessage, toSmsMessage } from './sms-message.js';
import { toCounts } from './sms-status.js';

/** A plain object: with a class here, type-graphql would copy every parent. */
type Parent = Pick<Campaign, 'id' | 'total' | 'counts' | 'retryOfId'>;

const CampaignMessageConnection = connectionOf('CampaignMessage', 'messages of a campaign', () => SmsMessage);

const loadSums = loaderById(campaignSums, ({ segments, gateways }) => ({ segments, gateways }));
const loadOutcomes = loaderOf(
  async (context, ids) => Map.groupBy(await campaignOutcomes(context, ids), (row) => row.campaign_id),
  [],
);

/** The fields of SmsMessage that a CampaignMessageRow is enough for. */
const IN_EVERY_ROW = new Set(
  '__typename id position to status submissionStatus deliveryCode deliveryCodeInfo error errorCode'.split(' '),
);

const ONLY_FOR_READERS = 'Null for keys without the scope `SMS_READ`.';

@Resolver(() => Campaign)
export class CampaignResolver {
  @Query(() => CampaignConnection, {
    complexity: 5,
    description: `Returns the campaigns of the organisation, newest first. ${MAY_BE_SHORT}`,
  })
  async campaigns(
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('orderBy', () => CampaignOrder, {
      nullable: true,
      description: 'The order of the list; without it, newest first. A cursor is valid only in the order of its list.',
    })
    orderBy?: CampaignOrder | null,
    @Arg('filter', () => CampaignFilter, { nullable: true, description: 'Conditions for the listed campaigns.' })
    filter?: CampaignFilter | null,
  ) {
    const { field, direction } = orderBy ?? { field: 'created_at', direction: 'desc' };
    const sorting = { by: field, descending: direction === 'desc' } as const;
    return CampaignConnection.of(
      await listCampaigns(context, { ...page, conditions: filter ?? {}, sorting }),
      toCampaign,
    );
  }

  @Query(() => Campaign, {
    nullable: true,
    description: 'Returns one campaign; null if the organisation has no campaign with this id.',
  })
  async campaign(
    @Ctx() context: ResolverContext,
    @Arg('id', () => UUID, { description: 'The id of the campaign.' }) id: string,
  ): Promise<Campaign | null> {
    return found(context, 'Campaign', await loadCampaign(context, id));
  }

  @FieldResolver(() => Campaign, {
    nullable: true,
    description: `The campaign whose failed messages this one sends again. ${ONLY_FOR_READERS}`,
  })
  async retryOf(@Root() { retryOfId }: Parent, @Ctx() context: ResolverContext): Promise<Campaign | null> {
    return retryOfId === null || !hasScope(context, 'sms:read') ? null : loadCampaign(context, retryOfId);
  }

  @FieldResolver(() => CampaignMessageConnection, {
    nullable: true,
    complexity: 5,
    description:
      'The messages of the campaign, one for each recipient, in the order of the call; at most ' +
      `${LIMITS.pageSizeMax} on a page. ${ONLY_FOR_READERS}`,
  })
  async messages(
    @Root() campaign: Parent,
    @Ctx() context: ResolverContext,
    @Info() info: GraphQLResolveInfo,
    @Args() page: NumberedPageArgs,
    @Arg('filter', () => CampaignMessageFilter, {
      nullable: true,
      description: 'Conditions for the listed recipients.',
    })
    filter?: CampaignMessageFilter | null,
  ) {
    if (!hasScope(context, 'sms:read')) return null;
    const listed = { id: campaign.id, total: campaign.total, ...campaign.counts };
    const whole = selectedOfItems(info).some((field) => !IN_EVERY_ROW.has(field));
    const rows = await listCampaignMessages(context, listed, { ...page, conditions: filter ?? {}, whole });
    // What a short row lacks is not selected.
    return CampaignMessageConnection.of(rows, (row) => toSmsMessage(row as unknown as MessageRow));
  }

  @FieldResolver(() => Int, {
    complexity: 20,
    description: 'The number of SMS segments of all accepted messages.',
  })
  async segments(@Root() campaign: Parent, @Ctx() context: ResolverContext): Promise<number> {
    return (await loadSums(context, campaign.id))?.segments ?? 0;
  }

  @FieldResolver(() => [String], {
    complexity: 20,
    description:
      'The gateways that messages were last submitted to, by name; empty before the dispatch has begun, and for callers without ' +
      'the scope `SMS_READ`.',
  })
  async gateways(@Root() campaign: Parent, @Ctx() context: ResolverContext): Promise<readonly string[]> {
    if (!hasScope(context, 'sms:read')) return [];
    return (await loadSums(context, campaign.id))?.gateways ?? [];
  }

  @FieldResolver(() => [CampaignOutcome], {
    nullable: true,
    complexity: 20,
    description:
      'The number of messages for each delivery code and status, most frequent first. Messages without a code ' +
      `are left out. ${ONLY_FOR_READERS}`,
  })
  async outcomes(@Root() campaign: Parent, @Ctx() context: ResolverContext): Promise<CampaignOutcome[] | null> {
    if (!hasScope(context, 'sms:read')) return null;
    const rows = await loadOutcomes(context, campaign.id);
    return toOutcomes(rows.map(({ delivery_code, ...row }) => ({ ...row, deliveryCode: delivery_code })));
  }

  @FieldResolver(() => [TimelinePoint], {
    nullable: true,
    complexity: 20,
    description:
      `The status changes of the campaign over time: the latest ${LIMITS.timelinePointsMax} intervals with a ` +
      `change, oldest first. ${ONLY_FOR_READERS}`,
  })
  async timeline(
    @Root() campaign: Parent,
    @Ctx() context: ResolverContext,
    @Arg('bucket', () => TimelineBucket, {
      defaultValue: TimelineBucket.MINUTE,
      description: 'The length of an interval.',
    })
    bucket: number,
  ): Promise<TimelinePoint[] | null> {
    if (!hasScope(context, 'sms:read')) return null;
    const rows = await campaignTimeline(context, campaign.id, bucket);
    return rows.map((row) => ({ at: row.at, changes: toCounts(row) }));
  }
}
