import { Arg, Resolver, Root, Subscription } from 'type-graphql';
import type { DescribedEvent } from '../../../domain/events/event.js';
import type { SessionRow } from '../../../operations/chat/sessions.js';
import { type FollowedMessages, followMessages, followSessions } from '../../../operations/events/follow.js';
import type { SubscriptionSources } from '../../../operations/events/subscription-sources.js';
import type { CampaignRow } from '../../../operations/sms/campaigns/campaigns.js';
import { Session, toSession } from '../chat/session.js';
import type { ResolverContext } from '../kernel/context.js';
import { UUID } from '../kernel/scalars.js';
import { Campaign, toCampaign } from '../sms/campaign.js';
import { LogEvent, toLogEvent } from './event.js';

type Subscribing<Args = object> = { readonly context: ResolverContext & SubscriptionSources; readonly args: Args };

@Resolver()
export class SubscriptionResolver {
  @Subscription(() => Campaign, {
    description:
      'Emits a campaign at once, and again after its messages change, at most once a second. The ' +
      'subscription ends when every message has its final status.',
    subscribe: ({ context, args }: Subscribing<{ id: string }>) =>
      context.campaigns.follow(context.caller.organisationId, args.id),
  })
  campaignProgress(
    @Root() row: CampaignRow,
    @Arg('id', () => UUID, { description: 'The id of the campaign.' }) _id: string,
  ): Campaign {
    return toCampaign(row);
  }

  @Subscription(() => Campaign, {
    description:
      'Emits every campaign of the organisation after its status or its messages change, from now on, each at most once a ' +
      'second. A campaign that was accepted meanwhile is emitted as well. A client that reads too slowly skips states of a ' +
      'campaign, but never the last one.',
    subscribe: ({ context }: Subscribing) => context.changes.follow(context.caller.organisationId),
  })
  campaignsChanged(@Root() row: CampaignRow): Campaign {
    return toCampaign(row);
  }

  @Subscription(() => LogEvent, {
    description:
      'Emits the events of SMS and chat messages that the key may read, from now on, each once and in the ' +
      'order of the log. A client that reads too slowly gets the error `TOO_SLOW`, which says where to ' +
      'continue with `events`.',
    subscribe: ({ context, args }: Subscribing<FollowedMessages>) => followMessages(context, context.feed, args),
  })
  messageStatusChanged(
    @Root() event: DescribedEvent,
    @Arg('campaignId', () => UUID, { nullable: true, description: 'Only events of messages of this campaign.' })
    _campaignId?: string | null,
    @Arg('messageId', () => String, {
      nullable: true,
      description: 'Only events of this message: an SMS by its id, or a chat message by either of its ids.',
    })
    _messageId?: string | null,
  ): LogEvent {
    return toLogEvent(event);
  }

  @Subscription(() => Session, {
    description:
      'Emits a session after every change of its state, and whenever there is a new QR code to scan, from now on. A client ' +
      'that reads too slowly skips states, but never the last one.',
    subscribe: ({ context, args }: Subscribing<{ sessionId?: string | null }>) =>
      followSessions(context, context.sessions, args.sessionId ?? null),
  })
  sessionStatusChanged(
    @Root() row: SessionRow,
    @Arg('sessionId', () => UUID, { nullable: true, description: 'Only this session; all sessions if omitted.' })
    _sessionId?: string | null,
  ): Session {
    return toSession(row);
  }
}
