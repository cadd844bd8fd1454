import type { Services } from '../context.js';
import { type CampaignChanges, createCampaignChanges } from './campaign-changes.js';
import { type CampaignWatches, createCampaignWatches } from './campaign-watches.js';
import { createEventFeed, type EventFeed } from './event-feed.js';
import { createSessionWatches, type SessionWatches } from './session-watches.js';

/** What all subscriptions of a process read. */
export interface SubscriptionSources {
  readonly feed: EventFeed;
  readonly campaigns: CampaignWatches;
  readonly changes: CampaignChanges;
  readonly sessions: SessionWatches;
}

export function createSubscriptionSources(services: Pick<Services, 'db' | 'logger'>): SubscriptionSources {
  const feed = createEventFeed(services);
  return {
    feed,
    campaigns: createCampaignWatches(services, feed),
    changes: createCampaignChanges(services, feed),
    sessions: createSessionWatches(services),
  };
}
