import { Arg, Resolver, Root, Subscription } from 'type-graphql';
import type { DescribedEvent } from '../../../domain/events/event.js';
import type { CampaignWatches } from '../../../operations/events/campaign-watches.js';
import type { EventFeed } from '../../../operations/events/event-feed.js';
import { type FollowedMessages, followMessages, followSessions } from '../../../operations/events/follow.js';
import { Session, toSession } from '../chat/session.js';
import type { ResolverContext } from '../kernel/context.js';
import type { CampaignRow, SessionRow } from '../kernel/rows.js';
import { UUID } from '../kernel/scalars.js';
import { Campaign, toCampaign } from '../sms/campaign.js';
import { LogEvent, toLogEvent } from './event.js';

/** What resolvers are given with each subscription. */
interface SubscriptionContext extends ResolverContext {
  readonly feed: EventFeed;
  readonly campaigns: CampaignWatches;
}

type Subscribing<Args> = { readonly context: SubscriptionContext; readonly args: Args };

@Resolver()
export class SubscriptionResolver {
  @Subscription(() => Campaign, {
    description:
      'A campaign as it is, and then as it has become whenever messages of it have changed, at most once a second. ' +
      'Ends with its last state when every message has its outcome.',
    subscribe: ({ context, args }: Subscribing<{ id: string }>) =>
      context.campaigns.follow(context.caller.organisationId, args.id),
  })
  campaignProgress(
    @Root() row: CampaignRow,
    @Arg('id', () => UUID, { description: 'The campaign.' }) _id: string,
  ): Campaign {
    return toCampaign(row);
  }

  @Subscription(() => LogEvent, {
    description:
      'What happens to the messages that the key may read, SMS and chat messages, from now on: these events of the log, ' +
      'each once and in its order. Whoever reads too slowly is told with `TOO_SLOW` where to go on in `events`.',
    subscribe: ({ context, args }: Subscribing<FollowedMessages>) => followMessages(context, context.feed, args),
  })
  messageStatusChanged(
    @Root() event: DescribedEvent,
    @Arg('campaignId', () => UUID, { nullable: true, description: 'Only the messages of this campaign.' })
    _campaignId?: string | null,
    @Arg('messageId', () => String, {
      nullable: true,
      description: 'Only this message: an SMS, or a chat message by either of its ids.',
    })
    _messageId?: string | null,
  ): LogEvent {
    return toLogEvent(event);
  }

  @Subscription(() => Session, {
    description: 'A session as it is whenever its phone has been connected or disconnected, from now on.',
    subscribe: ({ context, args }: Subscribing<{ sessionId?: string | null }>) =>
      followSessions(context, context.feed, args.sessionId ?? null),
  })
  sessionStatusChanged(
    @Root() row: SessionRow,
    @Arg('sessionId', () => UUID, { nullable: true, description: 'Only this one; left out: all.' })
    _sessionId?: string | null,
  ): Session {
    return toSession(row);
  }
}
