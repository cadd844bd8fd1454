import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  Info,
  InputType,
  Int,
  Query,
  Resolver,
  Root,
  registerEnumType,
} from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import type {
  CampaignStatus as CampaignWord,
  SmsStatus as Status,
  SubmissionStatus as Submission,
} from '../../../domain/vocabulary.js';
import { listCampaignMessages } from '../../../operations/sms/campaigns/campaign-messages.js';
import {
  campaignOutcomes,
  campaignSums,
  campaignTimeline,
  type ListCampaignsInput,
  listCampaigns,
} from '../../../operations/sms/campaigns/campaigns.js';
import type { MessageRow } from '../../../operations/sms/messages/messages.js';
import { hasScope, type ResolverContext } from '../kernel/context.js';
import { enumOf, OrderDirection } from '../kernel/enum.js';
import { loaderById, loaderOf } from '../kernel/loader.js';
import { connectionOf, MAY_BE_SHORT, NumberedPageArgs, PageArgs, selectedOfItems } from '../kernel/paging.js';
import { DateTime, PhoneNumber, UUID } from '../kernel/scalars.js';
import { found } from '../kernel/user-errors.js';
import {
  Campaign,
  CampaignOutcome,
  CampaignStatus,
  loadCampaign,
  TimelinePoint,
  toCampaign,
  toOutcomes,
} from './campaign.js';
import { SmsMessage, toSmsMessage } from './sms-message.js';
import { SmsStatus, SubmissionStatus, toCounts } from './sms-status.js';

/** A plain object: with a class here, type-graphql would copy every parent. */
type Parent = Pick<Campaign, 'id' | 'total' | 'counts' | 'retryOfId'>;

type OrderField = ListCampaignsInput['sorting']['by'];

const CampaignOrderField = enumOf<OrderField>('CampaignOrderField', 'The field that campaigns are sorted by.', {
  created_at: 'The time when the campaign was accepted.',
  total: 'The number of recipients.',
  name: 'The name, whatever the case; a campaign without one counts as having the empty name.',
  completed_at:
    'The time of completion, `completedAt`; a campaign that is not complete counts as later than all that are.',
});

/** The length of an interval in seconds. */
const TimelineBucket = { TEN_SECONDS: 10, MINUTE: 60, HOUR: 3600 } as const;
registerEnumType(TimelineBucket, {
  name: 'TimelineBucket',
  description: 'The length of one interval of a timeline.',
  valuesConfig: {
    TEN_SECONDS: { description: 'Intervals of ten seconds.' },
    MINUTE: { description: 'Intervals of one minute.' },
    HOUR: { description: 'Intervals of one hour.' },
  },
});

const CampaignConnection = connectionOf('Campaign', 'campaigns', () => Campaign, LIMITS.itemsCounted);
const CampaignMessageConnection = connectionOf('CampaignMessage', 'messages of a campaign', () => SmsMessage);

@InputType({ description: 'Conditions for listed campaigns; all of them must hold.' })
class CampaignFilter {
  @Field(() => CampaignStatus, { nullable: true, description: 'Campaigns with this status.' })
  status?: CampaignWord | null;

  @Field(() => [CampaignStatus], {
    nullable: true,
    description: 'Campaigns with one of these statuses; an empty list matches none.',
  })
  statuses?: CampaignWord[] | null;

  @Field(() => String, { nullable: true, description: 'Campaigns with exactly this sender ID.' })
  senderId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Campaigns whose name contains this text; case does not matter.',
  })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Campaigns with exactly this reference.' })
  reference?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True: campaigns made with a test key. False: the others.' })
  test?: boolean | null;

  @Field(() => UUID, { nullable: true, description: 'Campaigns that the API key or the person with this id sent.' })
  createdById?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Campaigns accepted after this time.' })
  createdAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Campaigns accepted before this time.' })
  createdBefore?: Date | null;
}

@InputType({ description: 'The order of listed campaigns.' })
class CampaignOrder {
  @Field(() => CampaignOrderField, { description: 'The field to sort by.' })
  field!: OrderField;

  @Field(() => OrderDirection, { defaultValue: 'desc', description: 'Ascending or descending order.' })
  direction!: 'asc' | 'desc';
}

@InputType({ description: 'Conditions for listed messages of a campaign; all of them must hold.' })
class CampaignMessageFilter {
  @Field(() => SubmissionStatus, {
    nullable: true,
    description: 'Messages with this status of submission: whether they were submitted to a gateway.',
  })
  status?: Submission | null;

  @Field(() => [SubmissionStatus], {
    nullable: true,
    description: 'Messages with one of these statuses of submission; an empty list matches none.',
  })
  statuses?: Submission[] | null;

  @Field(() => SmsStatus, { nullable: true, description: 'Messages with this status.' })
  messageStatus?: Status | null;

  @Field(() => Int, { nullable: true, description: 'Messages with this delivery code.' })
  deliveryCode?: number | null;

  @Field(() => [SmsStatus], {
    nullable: true,
    description: 'Messages with one of these statuses; an empty list matches none.',
  })
  messageStatuses?: Status[] | null;

  @Field(() => [Int], {
    nullable: true,
    description: 'Messages with one of these delivery codes; an empty list matches none.',
  })
  deliveryCodes?: number[] | null;

  @Field(() => PhoneNumber, { nullable: true, description: 'The message to exactly this number.' })
  mobile?: string | null;

  @Field(() => String, { nullable: true, description: 'Messages to numbers that end with these digits.' })
  mobileEndsWith?: string | null;

  @Field(() => String, { nullable: true, description: 'Messages with exactly this reference.' })
  reference?: string | null;
}

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
