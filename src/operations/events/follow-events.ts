import { SlowSubscriberError } from '../../domain/errors.js';
import type { DescribedEvent, LoggedEvent } from '../../domain/events/event.js';
import { LIMITS } from '../../domain/limits.js';
import { type PullStream, pullStream } from '../../lib/async/pull-stream.js';
import type { EventFeed } from './event-feed.js';

/** The events of an organisation from now on that match, each once and in order. Whoever reads too slowly is told so. */
export async function followEvents(
  feed: EventFeed,
  organisationId: string,
  matches: (event: LoggedEvent) => boolean,
): Promise<PullStream<DescribedEvent>> {
  let waiting: DescribedEvent[] = [];
  let leave: () => void = () => undefined;
  let handedOver = 0;
  const stream = pullStream(
    () => {
      const event = waiting.shift();
      if (event) handedOver = event.sequence;
      return event;
    },
    () => {
      waiting = [];
      leave();
    },
  );
  const following = await feed.follow(organisationId, {
    take(events) {
      for (const event of events) if (matches(event)) waiting.push(event);
      stream.wake();
    },
    hasRoomFor: (events) => waiting.length + events <= LIMITS.eventsWaitingPerSubscription,
    drop: () => stream.fail(new SlowSubscriberError(handedOver)),
    fail: stream.fail,
  });
  handedOver = following.after;
  leave = following.leave;
  return stream;
}
