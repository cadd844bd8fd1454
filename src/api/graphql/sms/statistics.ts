import { Arg, Ctx, Field, Float, ObjectType, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { readStatistics } from '../../../operations/sms/statistics/read-statistics.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { DateTime } from '../kernel/scalars.js';
import { CampaignOutcome, toOutcomes } from './campaign.js';
import { MessageCounts } from './sms-status.js';

const StatisticsBucket = enumOf<'hour' | 'day'>('StatisticsBucket', 'The length of one interval of statistics.', {
  hour: 'Hour, in the time zone of the organisation: in some zones it begins at half past in UTC.',
  day: 'Day, in the time zone of the organisation.',
});

@ObjectType({ description: 'The messages that were accepted within one interval.', simpleResolvers: true })
class StatisticsPoint {
  @Field(() => DateTime, { description: 'The start of the interval.' })
  at!: string;

  @Field(() => MessageCounts, { description: 'The number of these messages for each status that they have now.' })
  counts!: MessageCounts;
}

@ObjectType({
  description: 'What became of the messages that were accepted in a range of time: single ones and those of campaigns.',
  simpleResolvers: true,
})
class Statistics {
  @Field(() => MessageCounts, { description: 'The number of messages for each status that they have now.' })
  counts!: MessageCounts;

  @Field(() => [CampaignOutcome], {
    description:
      'The number of messages for each delivery code and status, most frequent first. Messages without a code are left out.',
  })
  outcomes!: CampaignOutcome[];

  @Field(() => [StatisticsPoint], { description: 'The intervals in which messages were accepted, oldest first.' })
  points!: StatisticsPoint[];

  @Field(() => Float, {
    nullable: true,
    description:
      'How many seconds half of the delivered messages took at most, from their acceptance or scheduled time, within 10 %; ' +
      'null if none was delivered.',
  })
  medianSecondsToDeliver!: number | null;
}

@Resolver(() => Statistics)
export class StatisticsResolver {
  @Query(() => Statistics, {
    complexity: 20,
    description:
      'Returns what became of the messages that were accepted in a range of time. Messages are counted by quarters of an hour: a ' +
      'quarter belongs to the range if it begins within it.',
  })
  async statistics(
    @Ctx() context: ResolverContext,
    @Arg('from', () => DateTime, { description: 'The start of the range.' }) from: Date,
    @Arg('to', () => DateTime, {
      description: `The end of the range: at most ${LIMITS.timelinePointsMax} intervals after its start.`,
    })
    to: Date,
    @Arg('bucket', () => StatisticsBucket, { defaultValue: 'day', description: 'The length of an interval.' })
    unit: 'hour' | 'day',
    @Arg('senderId', () => String, { nullable: true, description: 'Only messages with exactly this sender ID.' })
    senderId: string | null | undefined,
    @Arg('test', () => Boolean, {
      defaultValue: false,
      description: 'True: messages to the sandbox. False: the others.',
    })
    test: boolean,
  ): Promise<Statistics> {
    const { outcomes, points, ...others } = await readStatistics(context, { from, to, unit, senderId, test });
    return {
      ...others,
      points: [...points],
      outcomes: toOutcomes(outcomes),
    };
  }
}
