import { Args, ArgsType, Ctx, Field, Int, Query, Resolver } from 'type-graphql';
import type { EventType as Type } from '../../../domain/events/event.js';
import { listEvents } from '../../../operations/events/event-log.js';
import type { ResolverContext } from '../kernel/context.js';
import { SafeInt } from '../kernel/scalars.js';
import { EventPage, toLogEvent } from './event.js';
import { EventType } from './event-enums.js';

@ArgsType()
class EventArgs {
  @Field(() => Int, { description: 'So many, at most 1,000.' })
  first!: number;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Start after the event with this sequence; left out: with the oldest that is kept.',
  })
  after?: number | null;

  @Field(() => [EventType], { nullable: true, description: 'Only these; left out: all that the key may see.' })
  types?: Type[] | null;
}

@Resolver(() => EventPage)
export class EventResolver {
  @Query(() => EventPage, {
    complexity: 5,
    description:
      'The event log, in order: what the scopes of the key open to it. Fails with `EVENTS_EXPIRED` when events after ' +
      '`after` are no longer kept.',
  })
  async events(@Ctx() context: ResolverContext, @Args() wanted: EventArgs): Promise<EventPage> {
    const { events, last, hasMore, oldest, newest } = await listEvents(context, wanted);
    const ends = { lastSequence: last, hasMore, oldestSequence: oldest, newestSequence: newest };
    return { nodes: events.map(toLogEvent), ...ends };
  }
}
