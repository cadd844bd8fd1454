import type { PostriderError } from '../../domain/errors.js';
import { createCampaignWatches } from '../../operations/events/campaign-watches.js';
import { createEventFeed } from '../../operations/events/event-feed.js';
import type { Credentials } from '../guard/authenticate.js';
import { connectSubscriber, type Stage, type SubscriberConnection } from './subscriber-connection.js';
import { createSeats } from './subscription-seats.js';

/** What every transport of subscriptions stands on. */
export interface Subscriptions {
  /**
   * Lets a client in; throws when it may not. `onLost` is called when it is put out again: its key is good no longer, or its
   * place is needed for another organisation.
   */
  connect(
    credentials: Credentials,
    requestId: string,
    onLost: (reason: PostriderError) => void,
  ): Promise<SubscriberConnection>;
  /** The log of this organisation has grown. */
  notice(organisationId: string): void;
  /** Any log may have grown. */
  noticeAll(): void;
}

type SubscriptionsOptions = Omit<Stage, 'seats' | 'feed' | 'campaigns'>;

export function createSubscriptions(options: SubscriptionsOptions): Subscriptions {
  const {
    desk: { services },
    authenticator,
  } = options;
  const seats = createSeats();
  const feed = createEventFeed(services);
  const stage = { ...options, seats, feed, campaigns: createCampaignWatches(services, feed) };
  return {
    notice: feed.notice,
    noticeAll: feed.noticeAll,
    async connect(credentials, requestId, onLost) {
      const caller = await authenticator.authenticate(credentials);
      return connectSubscriber(stage, { caller, credentials, requestId, onLost });
    },
  };
}
