import type { SessionRow } from '../../db/sql/chat/sessions.js';
import { missingScope, notFound, SlowSubscriberError } from '../../domain/errors.js';
import { type DescribedEvent, kindOf, type LoggedEvent, visibleTypes } from '../../domain/events/event.js';
import { LIMITS } from '../../domain/limits.js';
import { type PullStream, pullStream } from '../../lib/async/pull-stream.js';
import { isUuid } from '../../lib/ids.js';
import { findChatMessage } from '../chat/messages.js';
import { findSession } from '../chat/sessions.js';
import type { Context } from '../context.js';
import { getCampaigns } from '../sms/campaigns/campaigns.js';
import { getMessages } from '../sms/messages/messages.js';
import type { EventFeed } from './event-feed.js';
import type { SessionWatches } from './session-watches.js';

/**
 * Streams the matching events of an organisation from now on, each once and in order. Fails for a reader that is too
 * slow.
 */
async function followEvents(
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

export interface FollowedMessages {
  readonly campaignId?: string | null | undefined;
  /** Id of an SMS, or either id of a chat message. */
  readonly messageId?: string | null | undefined;
}

const MESSAGES: ReadonlySet<string> = new Set(['sms', 'chat_message']);

/** Streams events of messages that the caller may read: of all, of one campaign, or of one message. */
export async function followMessages(
  context: Context,
  feed: EventFeed,
  { campaignId = null, messageId = null }: FollowedMessages,
): Promise<PullStream<DescribedEvent>> {
  const { caller } = context;
  const { organisationId, scopes } = caller;
  const types = new Set(visibleTypes(scopes).filter((type) => MESSAGES.has(kindOf(type))));
  if (types.size === 0) throw missingScope(caller, 'one of the scopes sms:read and chat:read');
  if (campaignId !== null) await checkCampaign(context, campaignId);
  const subjectId = messageId === null ? null : await findSubject(context, messageId);
  return followEvents(
    feed,
    organisationId,
    (event) =>
      types.has(event.type) &&
      (campaignId === null || event.campaignId === campaignId) &&
      (subjectId === null || event.subjectId === subjectId),
  );
}

async function checkCampaign(context: Context, campaignId: string): Promise<void> {
  const { caller } = context;
  if (!caller.scopes.includes('sms:read')) throw missingScope(caller, 'the scope sms:read');
  const [campaign] = await getCampaigns(context, [campaignId]);
  if (!campaign) throw notFound('Campaign');
}

async function findSubject(context: Context, messageId: string): Promise<string> {
  const { scopes } = context.caller;
  const [sms] = scopes.includes('sms:read') && isUuid(messageId) ? await getMessages(context, [messageId]) : [];
  const message = sms ?? (scopes.includes('chat:read') ? await findChatMessage(context, messageId) : null);
  if (!message) throw notFound('Message');
  return message.id;
}

/** Streams the sessions of the organisation, or one of them, as they change. */
export async function followSessions(
  context: Context,
  watches: SessionWatches,
  sessionId: string | null,
): Promise<PullStream<SessionRow>> {
  if (sessionId !== null) await findSession(context, sessionId);
  return watches.follow(context.caller.organisationId, sessionId);
}
